package klomp.bench.compare;

import java.nio.file.Path;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/** Keeps nothing: what is left is the driver, so this is the most that it can show. */
final class NoEngine implements Engine {

  @Override
  public String name() {
    return "none";
  }

  @Override
  public String version() {
    return "the driver alone";
  }

  @Override
  public SortedMap<String, String> settings(Conditions conditions) {
    return new TreeMap<>();
  }

  @Override
  public List<Note> notes() {
    return List.of(
        Note.always("the driver alone: nothing is kept, any value of the last put comes back"));
  }

  @Override
  public boolean isPersistent() {
    return false;
  }

  @Override
  public OpenEngine open(Path directory, Conditions conditions) {
    return new OpenEngine() {
      private volatile byte[] any;

      @Override
      public Session session() {
        return new NoSession(any, value -> any = value);
      }

      @Override
      public void close() {}
    };
  }

  private record NoSession(byte[] any, java.util.function.Consumer<byte[]> closing)
      implements Session {
    @Override
    public byte[] read(byte[] key) {
      return any;
    }

    @Override
    public void scan(byte[] from, int limit, Visitor visitor) {
      if (limit <= 100) {
        visitor.entry(from, any);
      }
    }

    @Override
    public void begin() {}

    @Override
    public byte[] getForUpdate(byte[] key) {
      return any;
    }

    @Override
    public void put(byte[] key, byte[] value) {
      if (any == null) {
        closing.accept(value);
      }
    }

    @Override
    public void savepoint() {}

    @Override
    public void commit() {}

    @Override
    public void abort() {}

    @Override
    public void close() {}
  }
}
