package klomp.host;

import java.io.IOException;

/** A lock between processes, held until closed or until the process ends. */
public interface HostLock extends AutoCloseable {

  @Override
  void close() throws IOException;
}
