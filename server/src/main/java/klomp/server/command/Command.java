package klomp.server.command;

/**
 * An entry of the registry.
 *
 * @param name in upper case
 * @param least the fewest arguments, the name included
 * @param most the most arguments, the name included
 */
record Command(String name, int least, int most, Action action) {

  boolean accepts(int arguments) {
    return arguments >= least && arguments <= most;
  }
}
