package klomp.bench.contention;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import klomp.bench.report.Chart;
import klomp.bench.report.Page;
import klomp.bench.report.Page.Heading;
import klomp.bench.report.TextTable;

/** All that was measured on one target with one durability; what was not is left out. */
final class Chapter {

  private static final String TABLE_NOTE =
      "Transactions a second by strategy and number of clients: the median of the runs, the range"
          + " from the lowest to the highest, and the change against "
          + Variant.BASELINE
          + ". ~ marks ranges that overlap: no difference is shown.";

  private final Experiment experiment;
  private final Optional<Sweep> clients;
  private final List<Sweep> buffers;
  private final List<Sweep> worstCase;
  private final List<Sweep> overflow;

  /**
   * The chapter of an experiment's target and durability.
   *
   * @param experiment its kind is of no meaning
   */
  Chapter(Results results, Experiment experiment) {
    this.experiment = experiment;
    String target = experiment.target();
    String durability = experiment.durability();
    this.clients = Sweep.of(results, Kind.CLIENTS, target, durability).stream().findFirst();
    this.buffers = Sweep.of(results, Kind.BUFFERS, target, durability);
    this.worstCase = Sweep.of(results, Kind.WORST_CASE, target, durability);
    this.overflow = Sweep.of(results, Kind.OVERFLOW, target, durability);
  }

  String title() {
    return Words.combination(experiment);
  }

  List<String> sentences() {
    List<String> sentences = new ArrayList<>();
    clients.ifPresent(sweep -> sentences.addAll(new Findings(sweep).sentences()));
    for (List<Sweep> sweeps : List.of(buffers, worstCase, overflow)) {
      sweeps.forEach(sweep -> sentences.addAll(new SweepFindings(sweep).sentences()));
    }
    return sentences;
  }

  String text() {
    StringBuilder text = new StringBuilder(title()).append("\n\n");
    clients.ifPresent(
        sweep -> {
          text.append("Transactions a second by number of clients\n\n");
          text.append(new Tables(sweep).throughput()).append("\n");
          text.append("Attempts rolled back and tried again, for 100 commits\n\n");
          text.append(new Tables(sweep).aborts()).append("\n");
        });
    for (List<Sweep> sweeps : List.of(buffers, worstCase, overflow)) {
      for (Sweep sweep : sweeps) {
        text.append(sweepTitle(sweep)).append("\n\n");
        text.append(new Tables(sweep).throughput()).append("\n");
      }
    }
    sentences().forEach(sentence -> text.append("* ").append(sentence).append('\n'));
    return text.append('\n').toString();
  }

  private static String sweepTitle(Sweep sweep) {
    String what =
        switch (sweep.kind()) {
          case CLIENTS, BUFFERS -> "Transactions a second by ";
          case WORST_CASE -> "Worst case, look-ups a second by ";
          case OVERFLOW -> "Overflow, transactions a second of the others by ";
        };
    return what + sweep.xTitle() + ", " + Sweep.clients(sweep.clients());
  }

  Page.Section section() {
    List<Page.Block> blocks = new ArrayList<>();
    clients.ifPresent(sweep -> addClients(blocks, sweep));
    addSweep(
        blocks,
        buffers,
        "buffers",
        new Heading("Throughput over buffers", withoutPool(buffers, "")),
        Optional.empty());
    if (!buffers.isEmpty()) {
      new Curves(buffers, id("buffers"))
          .hitRatio(
              new Heading(
                  "Hit ratio over buffers",
                  "Look-ups in the commit log that found their page in the pool."))
          .ifPresent(blocks::add);
    }
    addSweep(
        blocks,
        worstCase,
        "worst",
        new Heading(
            "Worst case: every look-up on another page",
            withoutPool(
                worstCase,
                "Every look-up asks for the fate of a transaction 32,768 before the last one, so"
                    + " that small pools always miss. ")),
        Optional.empty());
    addSweep(
        blocks,
        overflow,
        "overflow",
        new Heading(
            "Overflow: one transaction with many subtransactions",
            "What the others still do while one open transaction holds that many subtransactions,"
                + " a long reader watches, and a client takes transaction numbers."),
        Optional.of(
            new Heading(
                "Overflow: change against no subtransactions",
                "The aim is to stay within 15 percent of zero, between the dashed lines.")));
    clients.ifPresent(sweep -> addCounters(blocks, sweep));
    return new Page.Section(new Heading(title(), settingsNote()), blocks);
  }

  private static String withoutPool(List<Sweep> sweeps, String note) {
    return sweeps.stream().anyMatch(Sweep::hasLineWithoutPool)
        ? note + "direct has no pool: its one figure is drawn across."
        : note.trim();
  }

  private String settingsNote() {
    String where =
        experiment.target().equals("server")
            ? "Clients reach a server process on this machine over the network."
            : "Clients are threads in the store's own process.";
    String when =
        experiment.durability().equals("sync")
            ? "A commit is on disk before it is acknowledged."
            : "Commits are acknowledged before they are on disk, so the disk does not hide the"
                + " commit log.";
    return where + " " + when;
  }

  private void addClients(List<Page.Block> blocks, Sweep sweep) {
    TextTable table = new Tables(sweep).throughput();
    Curves curves = new Curves(List.of(sweep), id("clients"));
    Waits waits = new Waits(sweep);
    blocks.add(new Page.Table(id("clients-table"), new Heading("The table", TABLE_NOTE), table));
    if (sweep.first() != sweep.last()) {
      blocks.add(
          curves.throughput(
              new Heading(
                  "Transactions a second over clients",
                  "Medians; bands reach from the lowest to the highest run.")));
      curves
          .gain(
              new Heading(
                  "Gain over " + Variant.BASELINE,
                  "Each run against the baseline's median; the baseline's own band is its noise."),
              0)
          .ifPresent(blocks::add);
    }
    waits
        .chart(
            id("waits"),
            new Heading(
                "Where the waiting went",
                "Time waited per commit, summed over all threads that waited, by what they waited"
                    + " for."))
        .ifPresent(blocks::add);
    waits
        .groups(
            id("groups"),
            new Heading(
                "Sizes of groups",
                "How many transactions a leader wrote for at once, where a strategy groups."))
        .ifPresent(blocks::add);
    curves
        .latency(
            new Heading(
                "Latency of a transaction",
                "From the first attempt's begin to the commit; medians of the runs' percentiles."))
        .ifPresent(blocks::add);
  }

  private void addSweep(
      List<Page.Block> blocks,
      List<Sweep> sweeps,
      String name,
      Heading heading,
      Optional<Heading> gain) {
    if (sweeps.isEmpty()) {
      return;
    }
    Curves curves = new Curves(sweeps, id(name));
    blocks.add(curves.throughput(heading));
    gain.flatMap(one -> curves.gain(one, SweepFindings.FLAT_PERCENT)).ifPresent(blocks::add);
  }

  private void addCounters(List<Page.Block> blocks, Sweep sweep) {
    Tables tables = new Tables(sweep);
    blocks.add(
        new Page.Table(
            id("aborts"),
            new Heading(
                "Retries",
                "Attempts rolled back and tried again, for 100 commits: conflicts, deadlocks and"
                    + " lock time-outs."),
            tables.aborts()));
    TextTable clog = tables.clog();
    if (clog.header().size() > 1) {
      blocks.add(
          new Page.Table(
              id("clog"),
              new Heading(
                  "The commit log's counters",
                  "Per commit, at " + Sweep.clients(sweep.last()) + "; times in nanoseconds."),
              clog));
    }
  }

  private String id(String name) {
    return Chart.word(experiment.target() + "-" + experiment.durability() + "-" + name);
  }
}
