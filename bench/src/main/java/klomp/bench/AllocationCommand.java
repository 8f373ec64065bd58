package klomp.bench;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import klomp.bench.micro.Allocation;
import klomp.bench.report.Figures;
import klomp.bench.report.Origin;
import klomp.bench.report.TextTable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code klomp bench allocation}. */
@Command(
    name = "allocation",
    mixinStandardHelpOptions = true,
    description =
        "Prints what each operation of an embedded store allocates on the heap: JMH with its"
            + " profiler of the garbage collector, one thread, async.")
final class AllocationCommand implements Callable<Integer> {

  @Spec private CommandSpec spec;

  @Option(
      names = "--records",
      paramLabel = "N",
      defaultValue = "100000",
      description = "Records. Default: ${DEFAULT-VALUE}")
  private long records;

  @Option(
      names = "--value",
      paramLabel = "BYTES",
      defaultValue = "100",
      description = "Length of a value. Default: ${DEFAULT-VALUE}")
  private int valueBytes;

  @Option(
      names = "--seconds",
      paramLabel = "S",
      defaultValue = "2",
      description = "Length of each of the four iterations. Default: ${DEFAULT-VALUE}")
  private double seconds;

  @Override
  public Integer call() throws IOException {
    Options.atLeast(spec, "--records", records, 1);
    Options.atLeast(spec, "--value", valueBytes, 0);
    Options.atLeast(spec, "--seconds", seconds, 0.001);
    PrintWriter out = spec.commandLine().getOut();
    Path log = Files.createTempFile("klomp-jmh-", ".log");
    TextTable table = new TextTable(List.of("operation", "bytes", "ns"));
    for (Allocation.Row row : new Allocation(records, valueBytes, log).run(seconds, true)) {
      table.row(row.operation(), Figures.count(row.bytes()), Figures.count(row.nanos()));
    }
    Files.delete(log);
    out.print(table.render());
    out.println(Origin.current());
    out.flush();
    return 0;
  }
}
