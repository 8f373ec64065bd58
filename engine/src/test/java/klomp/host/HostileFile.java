package klomp.host;

import java.io.IOException;
import java.nio.ByteBuffer;
import klomp.host.FaultPlan.Operation;

final class HostileFile implements HostFile {

  private final HostFile file;
  private final String name;
  private final FaultPlan plan;

  HostileFile(HostFile file, String name, FaultPlan plan) {
    this.file = file;
    this.name = name;
    this.plan = plan;
  }

  @Override
  public void read(ByteBuffer target, long position) throws IOException {
    plan.before(Operation.READ, name);
    file.read(target, position);
  }

  @Override
  public void write(ByteBuffer source, long position) throws IOException {
    plan.before(Operation.WRITE, name);
    file.write(source, position);
  }

  @Override
  public void sync() throws IOException {
    plan.before(Operation.SYNC, name);
    file.sync();
  }

  @Override
  public long size() throws IOException {
    return file.size();
  }

  @Override
  public void truncate(long size) throws IOException {
    file.truncate(size);
  }

  @Override
  public void preallocate(long size) throws IOException {
    plan.before(Operation.WRITE, name);
    file.preallocate(size);
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}
