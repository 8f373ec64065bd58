package klomp.bench.report;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * A result as one self-contained page: it needs no network and no other file.
 *
 * @param title its heading
 * @param findings what the figures say, in words
 * @param sections charts and tables
 * @param about where the figures come from
 * @param raw the whole result, embedded as JSON
 */
public record Page(
    String title, List<Findings> findings, List<Section> sections, About about, Object raw) {

  /**
   * Sentences.
   *
   * @param title what they are about; may be empty
   * @param sentences one or more
   */
  public record Findings(String title, List<String> sentences) {}

  /**
   * Where the figures come from.
   *
   * @param origin where and with what they were measured
   * @param settings everything that was set, by name
   */
  public record About(Origin origin, Map<String, String> settings) {}

  /**
   * The head of something.
   *
   * @param title what it is
   * @param note how to read it; may be empty
   * @param label a word or two that must not be overlooked, such as "modelled, not measured"; empty
   *     for what was measured
   */
  public record Heading(String title, String note, String label) {
    public Heading(String title, String note) {
      this(title, note, "");
    }
  }

  /** Charts and tables under one heading. */
  public record Section(Heading heading, List<Block> blocks) {
    public Section {
      blocks = List.copyOf(blocks);
    }

    /** A section that is one table, with a sentence on how to read it (may be empty). */
    public Section(String title, String note, TextTable table) {
      this(
          new Heading(title, note),
          List.of(new Table(Chart.word(title), new Heading("", ""), table)));
    }
  }

  /** What a section is made of. */
  public sealed interface Block permits Chart, Table {
    /** Unique in the page: lower-case letters, digits and hyphens. */
    String id();

    Heading heading();
  }

  /** A table; if its heading has no title it is the only block of its section. */
  public record Table(String id, Heading heading, TextTable table) implements Block {}

  /** The page's text. */
  public String render() {
    return Template.fill(this);
  }

  /** The same page with another document embedded. */
  public Page with(Object newRaw) {
    return new Page(title, findings, sections, about, newRaw);
  }

  /** Writes {@link #render} to a file, making its directory if need be. */
  public void write(Path file) {
    Json.writeText(file, render());
  }
}
