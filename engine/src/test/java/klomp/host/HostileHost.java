package klomp.host;

import java.io.IOException;
import java.nio.file.Path;

/**
 * A host whose files fail when a test's {@link FaultPlan} says so; all else is done by another
 * host.
 */
public final class HostileHost implements Host {

  private final Host host;
  private final FaultPlan plan;

  public HostileHost(Host host, FaultPlan plan) {
    this.host = host;
    this.plan = plan;
  }

  @Override
  public HostDirectory directory(Path path) throws IOException {
    return new HostileDirectory(host.directory(path), plan);
  }

  @Override
  public long nanoTime() {
    return host.nanoTime();
  }

  @Override
  public long wallMillis() {
    return host.wallMillis();
  }

  @Override
  public Thread thread(String name, Runnable task) {
    return host.thread(name, task);
  }

  @Override
  public long seed() {
    return host.seed();
  }
}
