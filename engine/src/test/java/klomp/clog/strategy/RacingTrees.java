package klomp.clog.strategy;

import klomp.api.ClogStrategy;
import klomp.host.MemoryHost;
import org.jetbrains.lincheck.datastructures.Validate;

/** Four slots, so that pages come and go, and the log's own threads; closed after each scenario. */
public abstract class RacingTrees extends TreesUnderTest {

  private RacingTrees(ClogStrategy strategy) {
    super(strategy, TestLogs.SLOTS, new MemoryHost());
  }

  @Validate
  public void close() {
    log.close();
  }

  public static final class ControlLock extends RacingTrees {
    public ControlLock() {
      super(ClogStrategy.CONTROL_LOCK);
    }
  }

  public static final class GroupUpdate extends RacingTrees {
    public GroupUpdate() {
      super(ClogStrategy.GROUP_UPDATE);
    }
  }

  public static final class ContentLock extends RacingTrees {
    public ContentLock() {
      super(ClogStrategy.CONTENT_LOCK);
    }
  }

  public static final class NoContentLock extends RacingTrees {
    public NoContentLock() {
      super(ClogStrategy.NO_CONTENT_LOCK);
    }
  }

  public static final class Banked extends RacingTrees {
    public Banked() {
      super(ClogStrategy.BANKED);
    }
  }

  public static final class SingleWriter extends RacingTrees {
    public SingleWriter() {
      super(ClogStrategy.SINGLE_WRITER);
    }
  }

  public static final class Direct extends RacingTrees {
    public Direct() {
      super(ClogStrategy.DIRECT);
    }
  }
}
