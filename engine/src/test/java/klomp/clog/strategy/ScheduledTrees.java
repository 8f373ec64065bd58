package klomp.clog.strategy;

import java.util.concurrent.atomic.AtomicReference;
import klomp.api.ClogStrategy;
import klomp.clog.CommitLog;
import klomp.host.MemoryHost;

/**
 * For Lincheck's scheduler, which does not run threads that were started before the scenario. So
 * there is a slot for every page and nothing is written out, which asks nothing of the log's own
 * threads; {@code single-writer}, which does everything on such a thread, cannot be here. For the
 * same reason a scenario cannot close its log: the next one does.
 */
public abstract class ScheduledTrees extends TreesUnderTest {

  private static final AtomicReference<CommitLog> BEFORE = new AtomicReference<>();

  private ScheduledTrees(ClogStrategy strategy) {
    super(strategy, CommitLogs.BANK_SLOTS, new MemoryHost());
    CommitLog before = BEFORE.getAndSet(log);
    if (before != null) {
      before.close();
    }
  }

  public static final class ControlLock extends ScheduledTrees {
    public ControlLock() {
      super(ClogStrategy.CONTROL_LOCK);
    }
  }

  public static final class GroupUpdate extends ScheduledTrees {
    public GroupUpdate() {
      super(ClogStrategy.GROUP_UPDATE);
    }
  }

  public static final class ContentLock extends ScheduledTrees {
    public ContentLock() {
      super(ClogStrategy.CONTENT_LOCK);
    }
  }

  public static final class NoContentLock extends ScheduledTrees {
    public NoContentLock() {
      super(ClogStrategy.NO_CONTENT_LOCK);
    }
  }

  public static final class Banked extends ScheduledTrees {
    public Banked() {
      super(ClogStrategy.BANKED);
    }
  }

  public static final class Direct extends ScheduledTrees {
    public Direct() {
      super(ClogStrategy.DIRECT);
    }
  }
}
