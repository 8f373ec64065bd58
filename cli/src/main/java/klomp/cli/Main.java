package klomp.cli;

import java.util.List;
import klomp.api.KlompException;
import klomp.bench.BenchCommand;
import klomp.bench.QuickstartCommand;
import klomp.server.ServerCommand;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.ISetter;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/**
 * {@code klomp <command>}. Exit codes: 0 all is well; 1 it failed, and one line on the error output
 * says how; 2 the command line is wrong.
 */
@Command(
    name = "klomp",
    description = "A transactional key-value store: its server, its shell and its bench.",
    synopsisSubcommandLabel = "COMMAND",
    footer = {"", "Each command explains itself with --help."})
public final class Main implements Runnable {

  private static final int FAILURE = 1;
  private static final int USAGE = 2;

  @Spec private CommandSpec spec;
  private boolean verbose;

  private Main() {}

  /** All commands: the one place to add another. */
  private static List<Object> commands() {
    return List.of(
        new ServerCommand(),
        new CliCommand(),
        new BenchCommand(),
        new CheckCommand(),
        new QuickstartCommand());
  }

  public static void main(String[] arguments) {
    System.exit(commandLine().execute(arguments));
  }

  /** The command line as {@link #main} executes it. */
  static CommandLine commandLine() {
    Main main = new Main();
    CommandLine line = new CommandLine(main);
    commands().forEach(line::addSubcommand);
    // What follows the name of a wire command is its own, even if it looks like an option.
    line.getSubcommands().get("cli").setStopAtPositional(true);
    main.complete(line);
    line.setExecutionExceptionHandler((error, failed, parsed) -> main.failed(error, failed));
    line.setParameterExceptionHandler((error, arguments) -> misused(error));
    line.setUsageHelpAutoWidth(true);
    return line;
  }

  /** Gives a command and those below it the options that all have, unless it has its own. */
  private void complete(CommandLine line) {
    CommandSpec command = line.getCommandSpec();
    command.versionProvider(new Version());
    add(
        command,
        OptionSpec.builder("-h", "--help").usageHelp(true).description("Show this help and exit."));
    add(
        command,
        OptionSpec.builder("-V", "--version")
            .versionHelp(true)
            .description("Print version, commit and JDK, and exit."));
    add(
        command,
        OptionSpec.builder("--verbose")
            .setter(remember())
            .description("Print the stack of an error, not only its message."));
    line.getSubcommands().values().forEach(this::complete);
  }

  private static void add(CommandSpec command, OptionSpec.Builder option) {
    OptionSpec built = option.type(boolean.class).build();
    if (command.findOption(built.longestName()) == null) {
      command.addOption(built);
    }
  }

  private ISetter remember() {
    return new ISetter() {
      @Override
      @SuppressWarnings("unchecked")
      public <T> T set(T value) {
        verbose |= value != null && (Boolean) value;
        return (T) (Object) verbose;
      }
    };
  }

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "say what to do");
  }

  private int failed(Exception error, CommandLine line) {
    if (verbose) {
      error.printStackTrace(line.getErr());
    } else {
      line.getErr().println("klomp: " + describe(error));
    }
    line.getErr().flush();
    return FAILURE;
  }

  private static String describe(Exception error) {
    String message = error.getMessage();
    if (error instanceof KlompException && message != null) {
      return message;
    }
    String kind = error.getClass().getSimpleName();
    return message == null ? kind : kind + ": " + message;
  }

  private static int misused(ParameterException error) {
    CommandLine line = error.getCommandLine();
    line.getErr().println("klomp: " + error.getMessage());
    line.getErr().println("Try '" + line.getCommandSpec().qualifiedName() + " --help'.");
    line.getErr().flush();
    return USAGE;
  }
}
