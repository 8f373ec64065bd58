package klomp.bench.model;

/** What a simulation counts, as the commit log itself does. */
final class Counts {
  long transactions;
  long lookups;
  long misses;
  long pageWrites;
  long groups;
  long groupMembers;
  long casRepeats;
  long batches;
  long handovers;

  void reset() {
    transactions = 0;
    lookups = 0;
    misses = 0;
    pageWrites = 0;
    groups = 0;
    groupMembers = 0;
    casRepeats = 0;
    batches = 0;
    handovers = 0;
  }
}
