package klomp.host;

import java.io.IOException;
import java.util.List;
import klomp.host.FaultPlan.Operation;

final class HostileDirectory implements HostDirectory {

  private final HostDirectory directory;
  private final FaultPlan plan;

  HostileDirectory(HostDirectory directory, FaultPlan plan) {
    this.directory = directory;
    this.plan = plan;
  }

  @Override
  public HostFile open(String name) throws IOException {
    plan.before(Operation.OPEN, name);
    return new HostileFile(directory.open(name), name, plan);
  }

  @Override
  public HostFile create(String name) throws IOException {
    plan.before(Operation.CREATE, name);
    return new HostileFile(directory.create(name), name, plan);
  }

  @Override
  public boolean exists(String name) throws IOException {
    return directory.exists(name);
  }

  @Override
  public List<String> list() throws IOException {
    return directory.list();
  }

  @Override
  public void delete(String name) throws IOException {
    plan.before(Operation.DELETE, name);
    directory.delete(name);
  }

  @Override
  public void rename(String from, String to) throws IOException {
    directory.rename(from, to);
  }

  @Override
  public HostDirectory directory(String name) throws IOException {
    return new HostileDirectory(directory.directory(name), plan);
  }

  @Override
  public void sync() throws IOException {
    plan.before(Operation.DIRECTORY_SYNC, directory.toString());
    directory.sync();
  }

  @Override
  public HostLock tryLock(String name) throws IOException {
    return directory.tryLock(name);
  }

  @Override
  public String toString() {
    return directory.toString();
  }
}
