package klomp.cli;

import java.util.List;
import klomp.api.KlompException;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

/**
 * {@code klomp <command>}. Exit codes: 0 all is well; 1 it failed, and one line on the error output
 * says how; 2 the command line is wrong.
 */
@Command(
    name = "klomp",
    description = "A transactional key-value store: its server, its shell and its bench.",
    versionProvider = Version.class,
    synopsisSubcommandLabel = "COMMAND",
    footer = {"", "Each command explains itself with --help."})
public final class Main implements Runnable {

  /** All subcommands but {@code help}. */
  private static final List<Object> COMMANDS = List.of(new CliCommand());

  private static final int FAILURE = 1;
  private static final int USAGE = 2;

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      scope = ScopeType.INHERIT,
      description = "Show this help and exit.")
  private boolean helpRequested;

  @Option(
      names = {"-V", "--version"},
      versionHelp = true,
      description = "Print version, commit and JDK, and exit.")
  private boolean versionRequested;

  @Option(
      names = "--verbose",
      scope = ScopeType.INHERIT,
      description = "Print the stack of an error, not only its message.")
  private boolean verbose;

  @Spec private CommandSpec spec;

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "say what to do");
  }

  public static void main(String[] arguments) {
    System.exit(run(arguments));
  }

  /** As {@link #main}, but returns the exit code. */
  static int run(String... arguments) {
    Main main = new Main();
    CommandLine line = new CommandLine(main);
    for (Object command : COMMANDS) {
      line.addSubcommand(command);
    }
    line.setExecutionExceptionHandler(main::failed);
    line.setParameterExceptionHandler(Main::misused);
    line.setUsageHelpAutoWidth(true);
    return line.execute(arguments);
  }

  private int failed(Exception error, CommandLine line, ParseResult parsed) {
    if (verbose) {
      error.printStackTrace(line.getErr());
    } else {
      line.getErr().println("klomp: " + describe(error));
    }
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

  private static int misused(ParameterException error, String[] arguments) {
    CommandLine line = error.getCommandLine();
    line.getErr().println("klomp: " + error.getMessage());
    line.getErr().println("Try '" + line.getCommandSpec().qualifiedName() + " --help'.");
    return USAGE;
  }
}
