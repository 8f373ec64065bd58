package klomp;

import java.io.IOException;
import java.nio.file.Path;
import klomp.api.NotAStoreException;
import klomp.api.StorageException;
import klomp.api.Store;
import klomp.api.StoreOptions;
import klomp.host.Host;
import klomp.host.SystemHost;
import klomp.inspect.CheckReport;
import klomp.txn.TransactionalStore;

/** Opens stores. */
public final class Klomp {

  private Klomp() {}

  /**
   * Opens the store in {@code directory}, making it if the directory is missing or empty, and
   * recovering it if it was not closed. A store is open once at a time, in one process.
   *
   * @throws klomp.api.StoreInUseException if somebody has it open
   * @throws klomp.api.NotAStoreException if the directory holds other files
   * @throws klomp.api.FormatVersionException if a newer version wrote it
   * @throws klomp.api.CorruptStoreException if its files do not hold what was written to them
   * @throws StorageException if a file cannot be read or written
   */
  public static Store open(Path directory, StoreOptions options) {
    return open(directory, options, new SystemHost());
  }

  /** Opens the store in {@code directory} with {@link StoreOptions#DEFAULT}. */
  public static Store open(Path directory) {
    return open(directory, StoreOptions.DEFAULT);
  }

  /**
   * Examines the store in {@code directory}, which nobody may have open: recovers it if need be,
   * reads every page and verifies checksums, order and reachability. Changes nothing that opening
   * and closing it does not.
   *
   * @throws klomp.api.KlompException as {@link #open(Path, StoreOptions)}, if it cannot be opened
   */
  public static CheckReport check(Path directory) {
    try {
      Host host = new SystemHost();
      if (!host.isDirectory(directory)) {
        throw new NotAStoreException("there is no directory " + directory);
      }
      return new StoreAssembly(host, StoreOptions.DEFAULT).check(host.directory(directory));
    } catch (IOException e) {
      throw new StorageException("cannot check the store in " + directory + ": " + e, e);
    }
  }

  /** As {@link #open(Path, StoreOptions)}, on another host: for tests that are hostile. */
  static Store open(Path directory, StoreOptions options, Host host) {
    TransactionalStore.requireOffered(options.isolation());
    try {
      return new StoreAssembly(host, options).open(host.directory(directory));
    } catch (IOException e) {
      throw new StorageException("cannot open the store in " + directory + ": " + e, e);
    }
  }
}
