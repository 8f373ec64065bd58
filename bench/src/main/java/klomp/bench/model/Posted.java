package klomp.bench.model;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import klomp.api.ClogStrategy;
import klomp.bench.contention.Variant;
import klomp.bench.report.Figures;

/**
 * Figures that others posted of PostgreSQL, and whether the model shows the same shape. What counts
 * as the same shape is a sign and a bound, fixed here beforehand; nothing is fitted.
 *
 * <p>Each row is asked twice: with the rest of a transaction as it was measured here, which
 * decides; and with that of the machine in question, which the posted rate of a single client
 * gives, for the reasons.
 */
final class Posted {

  private static final int CORES = 64;
  private static final int CLIENTS = 256;
  private static final int SOME_CORES = 28;

  /** A single client of the posted worst case: 12,677 transactions a second. */
  private static final double POSTED_REST_NANOS = 1e9 / 12_677;

  /**
   * Percent beyond which a difference is one. The simulation itself scatters by about a percent.
   */
  private static final double SOME = 3;

  /** Clients that walk over it do not meet, so that all look-ups miss. */
  private static final int ENDLESS_PAGES = 1 << 20;

  /** Fits into the smallest pool that is compared. */
  private static final int FEW_PAGES = 30;

  private static final int[] TO_80 = {1, 8, 28, 80};

  private final Setting here;
  private final Setting there;
  private final List<ModelResults.PostedRow> rows = new ArrayList<>();

  /** The same questions of one rest of a transaction. */
  private static final class Setting {
    private final ServiceTimes times;
    private final Workload workload;
    private final Budget budget;
    private final Grid grid;

    Setting(ServiceTimes times, Workload workload, Budget budget) {
      this.times = times;
      this.workload = workload;
      this.budget = budget;
      this.grid = new Grid(times, workload, budget);
    }

    Setting with(int historyPages, Workload.Draw draw) {
      return new Setting(times, workload.withHistory(historyPages, draw), budget);
    }

    /** The same, but nothing misses. */
    Setting few() {
      return with(FEW_PAGES, new Workload.Draw.Uniform());
    }

    /** How much more the first does than the second, in percent. */
    double gain(int cores, int clients, Variant first, Variant second) {
      List<Simulation.Outcome> both =
          grid.run(
              List.of(
                  new Simulation.Place(cores, clients, first),
                  new Simulation.Place(cores, clients, second)));
      return (both.get(0).perSecond() / both.get(1).perSecond() - 1) * 100;
    }
  }

  private Posted(ServiceTimes times, Workload workload, Budget budget) {
    here = new Setting(times, workload, budget);
    there = new Setting(times, workload.withRest(POSTED_REST_NANOS), budget);
  }

  static List<ModelResults.PostedRow> rows(ServiceTimes times, Workload workload, Budget budget) {
    Posted posted = new Posted(times, workload, budget);
    posted.moreBuffers();
    posted.groupUpdate();
    posted.granular();
    posted.twoClients();
    posted.linearSearch();
    posted.allMiss();
    posted.someCores();
    return List.copyOf(posted.rows);
  }

  private void moreBuffers() {
    double gain = here.gain(CORES, CLIENTS, control(128), control(32));
    double gainThere = there.gain(CORES, CLIENTS, control(128), control(32));
    add(
        "128 buffers over 32, control-lock, 256 clients",
        "up to +50 %",
        Figures.percent(gain),
        gain > SOME,
        otherRest(gainThere)
            + " How large it is follows from how many pages the look-ups spread over: see the"
            + " settings.");
  }

  private void groupUpdate() {
    Variant group = new Variant(ClogStrategy.GROUP_UPDATE, 128);
    double gain = here.gain(CORES, CLIENTS, group, control(128));
    double gainThere = there.gain(CORES, CLIENTS, group, control(128));
    add(
        "group-update over control-lock, 128 buffers, 256 clients",
        "about +24 %",
        Figures.percent(gain),
        gain > SOME,
        otherRest(gainThere)
            + withoutMisses(here.few().gain(CORES, CLIENTS, group, control(128)))
            + (gain > SOME
                ? ""
                : " Misses take the lock twice each and a commit once, so grouping the commits saves"
                    + " little where most waiting is for misses."));
  }

  private void granular() {
    Variant group = new Variant(ClogStrategy.GROUP_UPDATE, 128);
    Variant content = new Variant(ClogStrategy.CONTENT_LOCK, 128);
    Variant none = new Variant(ClogStrategy.NO_CONTENT_LOCK, 128);
    double first = here.gain(CORES, CLIENTS, content, group);
    double second = here.gain(CORES, CLIENTS, none, group);
    boolean same = first > SOME && second > SOME && first < 25 && second < 25;
    add(
        "content-lock and no-content-lock over group-update, 128 buffers, 256 clients",
        "+6 to +7 %",
        Figures.percent(first) + ", " + Figures.percent(second),
        same,
        otherRest(
                there.gain(CORES, CLIENTS, content, group), there.gain(CORES, CLIENTS, none, group))
            + (same
                ? ""
                : " A setter that finds the shared lock closed is woken by itself, a group by one"
                    + " leader; which is dearer hangs on the price of a wake-up here."));
  }

  private void twoClients() {
    Variant none = new Variant(ClogStrategy.NO_CONTENT_LOCK, 128);
    double gain = here.gain(CORES, 2, none, control(128));
    add(
        "no-content-lock against control-lock, 128 buffers, 2 clients",
        "slower",
        Figures.percent(gain),
        gain < -SOME,
        otherRest(there.gain(CORES, 2, none, control(128)))
            + (gain < -SOME
                ? ""
                : " Here both take one lock to set, shared or exclusive, at about the same cost; the"
                    + " posted patch had to keep a log position for each group of xids as well."));
  }

  private void linearSearch() {
    Setting worst = here.with(ENDLESS_PAGES, new Workload.Draw.WalkBack());
    double gain = worst.gain(CORES, CLIENTS, control(256), control(128));
    double gainAll = worst.gain(CORES, CLIENTS, control(1024), control(128));
    boolean same = gain < -SOME;
    add(
        "256 buffers against 128, control-lock, all look-ups miss, 256 clients",
        "slower: the search is linear",
        Figures.percent(gain),
        same,
        "1024 against 128: "
            + Figures.percent(gainAll)
            + ". A slot takes "
            + Figures.ratio(here.times.get(Service.SLOT_SEARCH))
            + " ns to look at, a page "
            + Figures.count(here.times.get(Service.PAGE_READ))
            + " ns to read."
            + (same ? "" : " So 128 slots more are lost in the time of the read."));
  }

  private void allMiss() {
    Setting worst = here.with(ENDLESS_PAGES, new Workload.Draw.WalkBack());
    double[] gains = new double[4];
    int at = 0;
    for (int clients : new int[] {1, 64}) {
      for (int buffers : new int[] {64, 128}) {
        gains[at++] = worst.gain(CORES, clients, control(buffers), control(32));
      }
    }
    double most = Arrays.stream(gains).map(Math::abs).max().orElse(0);
    add(
        "64 and 128 buffers against 32, all look-ups miss, 1 and 64 clients",
        "no difference (12,305 to 12,761; 57,470 to 58,637)",
        String.format(
            Locale.ROOT, "%+.1f, %+.1f; %+.1f, %+.1f %%", gains[0], gains[1], gains[2], gains[3]),
        most < 5,
        most < 5
            ? ""
            : "A larger pool takes longer to search, and a miss searches all of it under the exclusive"
                + " lock.");
  }

  private void someCores() {
    double most = mostGain(here);
    double small = mostGain(here.few());
    add(
        "128 buffers against 64, control-lock, 28 cores, 1 to 80 clients",
        "no difference",
        "at most " + Figures.percent(most),
        Math.abs(most) < SOME,
        withoutMisses(small) + " How many pages their look-ups went to is not known.");
  }

  private static double mostGain(Setting setting) {
    double most = 0;
    for (int clients : TO_80) {
      double gain = setting.gain(SOME_CORES, clients, control(128), control(64));
      most = Math.abs(gain) > Math.abs(most) ? gain : most;
    }
    return most;
  }

  private static String withoutMisses(double... gains) {
    return " Without misses (a history of " + FEW_PAGES + " pages): " + list(gains) + ".";
  }

  private static String otherRest(double... gains) {
    return "With their rest of a transaction (79 microseconds): " + list(gains) + ".";
  }

  private static String list(double... gains) {
    return String.join(", ", Arrays.stream(gains).mapToObj(Figures::percent).toList());
  }

  private static Variant control(int buffers) {
    return new Variant(ClogStrategy.CONTROL_LOCK, buffers);
  }

  private void add(String claim, String posted, String modelled, boolean reproduced, String why) {
    rows.add(new ModelResults.PostedRow(claim, posted, modelled, reproduced, why));
  }
}
