package klomp.server;

import java.nio.file.Path;
import klomp.api.Store;
import klomp.api.StoreOptions;

/** How the server gets its store. */
@FunctionalInterface
interface StoreOpener {

  Store open(Path directory, StoreOptions options);
}
