package klomp.bench;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code klomp bench}: the group of the benches. */
@Command(
    name = "bench",
    mixinStandardHelpOptions = true,
    description = "Puts a store under load and says what it did.",
    subcommands = {
      YcsbCommand.class,
      ContentionCommand.class,
      CompareCommand.class,
      ReportCommand.class,
      MicroCommand.class,
      AllocationCommand.class,
      ModelCommand.class,
      PointCommand.class,
      TransferCommand.class,
      CrashCommand.class,
      FillCommand.class
    })
public final class BenchCommand implements Runnable {

  @Spec private CommandSpec spec;

  @Override
  public void run() {
    throw new ParameterException(
        spec.commandLine(),
        "Which bench? One of " + String.join(", ", spec.subcommands().keySet()));
  }
}
