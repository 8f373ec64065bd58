package klomp.clog;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The directory by hash table and heap says the same as the one that looks at every slot. */
final class SlotDirectoryTest {

  @ParameterizedTest
  @ValueSource(ints = {2, 4, 5, 16, 48, 1024})
  void bothDirectoriesFindTheSameSlotsAndChooseTheSameVictims(int slots) {
    long seed = Long.getLong("klomp.seed", new Random().nextLong());
    Random random = new Random(seed);
    SlotDirectory scanned = new ScannedSlots(slots);
    SlotDirectory indexed = new IndexedSlots(slots);
    Map<Long, Integer> model = new HashMap<>();
    for (int i = 0; i < 20_000; i++) {
      long page = random.nextInt(slots * 3);
      String where = "-Dklomp.seed=" + seed + ", step " + i;
      Integer slot = model.get(page);
      assertEquals(slot == null ? SlotDirectory.NONE : slot, scanned.find(page), where);
      assertEquals(scanned.find(page), indexed.find(page), where);
      if (slot != null && random.nextInt(8) == 0) {
        scanned.remove(page, slot);
        indexed.remove(page, slot);
        model.remove(page);
      } else if (slot != null) {
        scanned.used(slot);
        indexed.used(slot);
      } else if (model.size() == slots) {
        // Now and then some may not be evicted, or none.
        long kept = random.nextInt(4);
        SlotDirectory.Evictable evictable = any -> any % 4 >= kept || random(any, page);
        int victim = scanned.leastRecentlyUsed(evictable);
        assertEquals(victim, indexed.leastRecentlyUsed(evictable), where);
        if (victim != SlotDirectory.NONE) {
          long old = pageIn(model, victim);
          scanned.remove(old, victim);
          indexed.remove(old, victim);
          model.remove(old);
        }
      } else {
        int empty = indexed.empty();
        scanned.put(page, empty);
        indexed.put(page, empty);
        model.put(page, empty);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 4, 5, 16, 48, 1024})
  void theVictimIsTheOneUsedLongestAgo(int slots) {
    long seed = Long.getLong("klomp.seed", new Random().nextLong());
    for (SlotDirectory directory : List.of(new ScannedSlots(slots), new IndexedSlots(slots))) {
      Random random = new Random(seed);
      // From page to slot, in the order of their last use.
      LinkedHashMap<Long, Integer> model = new LinkedHashMap<>(16, 0.75f, true);
      for (int i = 0; i < 20_000; i++) {
        long page = random.nextInt(slots * 2);
        Integer slot = model.get(page);
        if (slot != null) {
          directory.used(slot);
          continue;
        }
        if (model.size() == slots) {
          Map.Entry<Long, Integer> oldest = model.entrySet().iterator().next();
          int victim = directory.leastRecentlyUsed(any -> true);
          assertEquals(oldest.getValue(), victim, "-Dklomp.seed=" + seed + ", step " + i);
          directory.remove(oldest.getKey(), victim);
          model.remove(oldest.getKey());
        }
        int empty = directory.empty();
        directory.put(page, empty);
        model.put(page, empty);
      }
    }
  }

  private static boolean random(int slot, long page) {
    return (slot * 31 + page) % 3 == 0;
  }

  private static long pageIn(Map<Long, Integer> model, int slot) {
    return model.entrySet().stream()
        .filter(entry -> entry.getValue() == slot)
        .map(Map.Entry::getKey)
        .findFirst()
        .orElseThrow();
  }
}
