package klomp.server.command;

import java.time.Instant;
import java.util.List;
import java.util.SortedMap;
import java.util.function.IntSupplier;
import java.util.function.Supplier;
import klomp.server.session.Session;

/**
 * What commands can tell about the server.
 *
 * @param version the version of Klomp
 * @param started when the server began
 * @param settings its settings by name, as CONFIG GET shows them
 * @param port the port that it listens on
 * @param sessions those connected now
 */
public record ServerInfo(
    String version,
    Instant started,
    SortedMap<String, String> settings,
    IntSupplier port,
    Supplier<List<Session>> sessions) {}
