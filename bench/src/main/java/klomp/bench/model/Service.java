package klomp.bench.model;

/** The times and few other numbers that the model is fed with; docs/MODEL.md says more of each. */
enum Service {
  SHARED_LOCK("shared lock and unlock", true),
  EXCLUSIVE_LOCK("exclusive lock and unlock", true),
  CONTENT_LOCK("content lock and unlock", true),
  WORD_FETCH("word of any page, beyond one of the newest", true),
  WORD_CHANGE("atomic change of a word", true),
  SLOT_SEARCH("search, each slot", true),
  VICTIM_SEARCH("choice of a victim, each slot", true),
  PAGE_READ("page read, warm file", true),
  READ_BESIDE("page read, more if another core reads too", true),
  PAGE_WRITE("page write, warm file", true),
  TAKE_XIDS("taking xids from a counter", true),
  DRAW("drawing what to look up", true),
  SPIN("one spin-wait hint", true),
  UNPARK_IDLE("unpark, a core idle", true),
  UNPARK_ASLEEP("unpark, a core asleep", true),
  UNPARK_BUSY("unpark, all cores busy", true),
  UNPARK_RUNNING("unpark of a thread that runs", true),
  WAKE("from unpark to running, a core idle", true),
  WAKE_ASLEEP("from unpark to running, a core asleep", true),
  SLEEP_AFTER("idle until a core is asleep", true),
  YIELD("yield, nobody else ready", true),
  CONTEXT_SWITCH("context switch", true),
  TRANSFER("cache line to another core", true),
  REST("rest of a transaction", true),
  SOCKET_CORES("cores of a socket", "cores", false),
  SOCKET_FACTOR("cache line to another socket, times as long", "times", false),
  TIME_SLICE("time slice", false),
  STAYS_HOT("a thread that has run stays with its core for", false),
  TICK("an idle core looks for others' threads every", false);

  private final String label;
  private final String unit;
  private final boolean measured;

  Service(String label, boolean measured) {
    this(label, "ns", measured);
  }

  Service(String label, String unit, boolean measured) {
    this.label = label;
    this.unit = unit;
    this.measured = measured;
  }

  String label() {
    return label;
  }

  String unit() {
    return unit;
  }

  /** Measured on this machine; otherwise assumed. */
  boolean isMeasured() {
    return measured;
  }
}
