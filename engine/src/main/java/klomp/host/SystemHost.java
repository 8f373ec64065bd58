package klomp.host;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;

/** The machine it runs on. */
public final class SystemHost implements Host {

  @Override
  public HostDirectory directory(Path path) throws IOException {
    Files.createDirectories(path);
    return new SystemDirectory(path.toRealPath());
  }

  @Override
  public long nanoTime() {
    return System.nanoTime();
  }

  @Override
  public long wallMillis() {
    return System.currentTimeMillis();
  }

  @Override
  public Thread thread(String name, Runnable task) {
    Thread thread = new Thread(task, name);
    thread.setDaemon(true);
    return thread;
  }

  @Override
  public long seed() {
    return new SecureRandom().nextLong();
  }
}
