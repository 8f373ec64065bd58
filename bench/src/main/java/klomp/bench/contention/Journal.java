package klomp.bench.contention;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeSet;
import klomp.api.InvalidRequestException;
import klomp.bench.report.Json;

/**
 * The rows of a run on their way to a file, so that a run that is killed can go on: a file beside
 * it, {@code FILE.rows}, gets a line of JSON for each row as soon as it is there, after a first
 * line with the settings. It is gone once the file itself is written.
 *
 * <p>Used by one thread.
 */
public final class Journal implements AutoCloseable {

  private static final String SUFFIX = ".rows";

  private final Path file;
  private final Path journal;
  private final List<Measurement> done;
  private final Writer out;

  /**
   * A line of the journal: what it begins with, or why it must not go on.
   *
   * @param settings of the run; null but in the first line
   * @param failure why the rows cannot be trusted; null but in the last line, if it is so
   */
  @JsonIgnoreProperties(ignoreUnknown = true)
  record Note(int schema, String kind, SortedMap<String, String> settings, String failure) {
    static final String KIND = "klomp-contention-rows";
  }

  private Journal(Path file, List<Measurement> done) throws IOException {
    this.file = file;
    this.journal = journal(file);
    this.done = List.copyOf(done);
    this.out =
        Files.newBufferedWriter(journal, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
  }

  private static Path journal(Path file) {
    return file.resolveSibling(file.getFileName() + SUFFIX);
  }

  /**
   * Begins anew.
   *
   * @throws InvalidRequestException if there is a run to go on with
   */
  public static Journal begin(Path file, SortedMap<String, String> settings) {
    if (Files.exists(journal(file))) {
      throw new InvalidRequestException(
          journal(file)
              + " holds the rows of a run that did not come to its end: go on with it by --resume,"
              + " or remove it");
    }
    try {
      if (file.toAbsolutePath().getParent() != null) {
        Files.createDirectories(file.toAbsolutePath().getParent());
      }
      Journal journal = new Journal(file, List.of());
      journal.line(new Note(Results.SCHEMA, Note.KIND, settings, null));
      return journal;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Goes on with the run that was to write {@code file}, or begins it if there is none.
   *
   * @throws InvalidRequestException if it was another run, has come to its end, or found that the
   *     store lost something; the message says which
   */
  public static Journal resume(Path file, SortedMap<String, String> settings) {
    Path journal = journal(file);
    if (!Files.exists(journal)) {
      if (Files.exists(file)) {
        throw new InvalidRequestException(
            file + " is complete, there is nothing to resume: name another file, or remove it");
      }
      return begin(file, settings);
    }
    try {
      return new Journal(file, read(journal, settings));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static List<Measurement> read(Path journal, SortedMap<String, String> settings)
      throws IOException {
    String text = Files.readString(journal);
    // A kill may have cut the last line short.
    int end = text.lastIndexOf('\n') + 1;
    List<String> lines = text.substring(0, end).lines().toList();
    requireSame(journal, lines, settings);
    List<Measurement> rows = new ArrayList<>();
    for (String line : lines.subList(1, lines.size())) {
      Note note = parse(journal, line, Note.class);
      if (note.failure() != null) {
        throw new InvalidRequestException(
            "the run of " + journal + " failed, its rows are not to be used: " + note.failure());
      }
      rows.add(parse(journal, line, Measurement.class));
    }
    if (end < text.length()) {
      Files.writeString(journal, text.substring(0, end));
    }
    return rows;
  }

  private static void requireSame(
      Path journal, List<String> lines, SortedMap<String, String> settings) {
    Note first = lines.isEmpty() ? null : parse(journal, lines.get(0), Note.class);
    if (first == null || !Note.KIND.equals(first.kind()) || first.schema() != Results.SCHEMA) {
      throw new InvalidRequestException(
          journal + " does not begin as the rows of a contention bench do: remove it");
    }
    SortedSet<String> names = new TreeSet<>(settings.keySet());
    names.addAll(first.settings().keySet());
    List<String> different =
        names.stream()
            .filter(name -> !same(first.settings().get(name), settings.get(name)))
            .map(
                name ->
                    name + " (" + first.settings().get(name) + ", now " + settings.get(name) + ")")
            .toList();
    if (!different.isEmpty()) {
      throw new InvalidRequestException(
          journal + " was begun with other settings: " + String.join("; ", different));
    }
  }

  private static boolean same(String one, String other) {
    return one != null && one.equals(other);
  }

  private static <T> T parse(Path journal, String line, Class<T> type) {
    try {
      return Json.parse(line, type);
    } catch (UncheckedIOException e) {
      throw new InvalidRequestException(
          journal + " holds a line that is no row (" + e.getCause().getMessage() + "): remove it");
    }
  }

  /** What was measured before, in that order; of a row measured twice, both. */
  public List<Measurement> done() {
    return done;
  }

  /** Writes a row to the file's journal at once. */
  public void add(Measurement row) {
    line(row);
  }

  /** Makes sure that nobody goes on with this run. */
  public void failed(String why) {
    line(new Note(Results.SCHEMA, Note.KIND, null, why));
  }

  private void line(Object document) {
    try {
      out.write(Json.line(document) + "\n");
      out.flush();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Writes the file, which is whole at any moment, and removes the journal. */
  public void finish(Results results) {
    Path written = file.resolveSibling(file.getFileName() + ".new");
    Json.write(written, results);
    try {
      Files.move(
          written,
          file,
          java.nio.file.StandardCopyOption.REPLACE_EXISTING,
          java.nio.file.StandardCopyOption.ATOMIC_MOVE);
      out.close();
      Files.delete(journal);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    try {
      out.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
