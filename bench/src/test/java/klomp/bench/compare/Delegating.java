package klomp.bench.compare;

import java.nio.file.Path;
import java.util.List;
import java.util.SortedMap;

/** An engine that changes another one's sessions. */
abstract class Delegating implements Engine {

  private final Engine engine;

  Delegating(Engine engine) {
    this.engine = engine;
  }

  abstract Session around(Session session);

  @Override
  public String name() {
    return engine.name();
  }

  @Override
  public String version() {
    return engine.version();
  }

  @Override
  public SortedMap<String, String> settings(Conditions conditions) {
    return engine.settings(conditions);
  }

  @Override
  public List<Note> notes() {
    return engine.notes();
  }

  @Override
  public boolean isPersistent() {
    return engine.isPersistent();
  }

  @Override
  public OpenEngine open(Path directory, Conditions conditions) throws Exception {
    OpenEngine open = engine.open(directory, conditions);
    return new OpenEngine() {
      @Override
      public Session session() throws Exception {
        return around(open.session());
      }

      @Override
      public void close() {
        open.close();
      }
    };
  }

  /** A session that does what another one does. */
  static class DelegatingSession implements Session {
    private final Session session;

    DelegatingSession(Session session) {
      this.session = session;
    }

    @Override
    public byte[] read(byte[] key) throws Exception {
      return session.read(key);
    }

    @Override
    public void scan(byte[] from, int limit, Visitor visitor) throws Exception {
      session.scan(from, limit, visitor);
    }

    @Override
    public void begin() throws Exception {
      session.begin();
    }

    @Override
    public byte[] getForUpdate(byte[] key) throws Exception {
      return session.getForUpdate(key);
    }

    @Override
    public void put(byte[] key, byte[] value) throws Exception {
      session.put(key, value);
    }

    @Override
    public void savepoint() throws Exception {
      session.savepoint();
    }

    @Override
    public void commit() throws Exception {
      session.commit();
    }

    @Override
    public void abort() throws Exception {
      session.abort();
    }

    @Override
    public void close() {
      session.close();
    }
  }
}
