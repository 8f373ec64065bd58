package klomp.inspect;

import java.util.ArrayList;
import java.util.List;
import klomp.page.PagePool;
import klomp.tree.TreeCheck;
import klomp.tree.VersionTree;

/**
 * What a check found.
 *
 * @param problems in words, with page numbers; empty if the store is sound. At most 100 are named
 * @param pages pages that the tree reaches, each read and its checksum verified
 * @param keys keys that have a version, deleted ones included
 * @param versions versions of all keys
 * @param depth levels of the tree
 * @param leafFill how full leaves are on average, 0 to 1
 * @param fileBytes the size of the page file
 */
public record CheckReport(
    List<String> problems,
    long pages,
    long keys,
    long versions,
    int depth,
    double leafFill,
    long fileBytes) {

  /** Checks a tree that nobody changes meanwhile. */
  public static CheckReport of(VersionTree tree, PagePool pool) {
    TreeCheck check = tree.check();
    List<String> problems = new ArrayList<>(check.problems());
    if (problems.isEmpty() && check.pages() != pool.livePages()) {
      problems.add(
          "the page file has "
              + pool.livePages()
              + " pages, but the tree reaches "
              + check.pages()
              + " of them");
    }
    return new CheckReport(
        List.copyOf(problems),
        check.pages(),
        check.keys(),
        check.versions(),
        check.depth(),
        check.leafFill(),
        pool.fileBytes());
  }

  /** Whether nothing is wrong. */
  public boolean isSound() {
    return problems.isEmpty();
  }
}
