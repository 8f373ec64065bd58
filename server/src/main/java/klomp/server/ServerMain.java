package klomp.server;

import picocli.CommandLine;

/** Runs {@link ServerCommand} as a program of its own. */
public final class ServerMain {

  private ServerMain() {}

  public static void main(String[] arguments) {
    System.exit(new CommandLine(new ServerCommand()).execute(arguments));
  }
}
