package klomp.bench.bank;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Map;
import klomp.api.InvalidRequestException;
import klomp.api.Store;
import klomp.bench.MemoryStore;
import klomp.bench.measure.Crew;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class BankTest {

  private final Store store = new MemoryStore();

  @Test
  void transfersKeepTheSumAndTheLogAgreesWithTheStore(@TempDir Path directory) throws Exception {
    Bank bank = Bank.open(store, 20);
    Path file = directory.resolve("log");
    try (AcknowledgeLog log = AcknowledgeLog.append(file)) {
      Tellers tellers = new Tellers(4, null, log);
      tellers.resume(bank);
      try (Crew crew = tellers.start(store, bank, 1)) {
        while (tellers.committed() < 200) {
          crew.await(Duration.ofMillis(1));
        }
        crew.stop();
        crew.await();
      }
      assertNull(bank.audit());
      assertEquals(new Tellers.Comparison(0, 0), tellers.compare(bank));
    }
    AcknowledgeLog.read(file).forEach((worker, last) -> assertEquals(last, bank.sequence(worker)));
  }

  @Test
  void aTransferThatWasUndoneShowsAsLoss() {
    Bank bank = Bank.open(store, 2);
    Tellers tellers = new Tellers(1, null, null);
    store.transact(
        transaction -> {
          Bank.transfer(transaction, new Bank.Order(0, 1, 5), 0, 3);
          return null;
        });
    tellers.resume(bank);
    assertEquals(new Tellers.Comparison(3, 0), tellers.compare(Bank.open(new MemoryStore(), 2)));
    store.transact(
        transaction -> {
          Bank.transfer(transaction, new Bank.Order(0, 1, 5), 0, 8);
          return null;
        });
    assertEquals(new Tellers.Comparison(0, 5), tellers.compare(bank));
  }

  @Test
  void moneyFromNowhereShowsInTheAudit() {
    Bank bank = Bank.open(store, 3);
    store.transact(
        transaction -> {
          byte[] key = "account/\0\0\0\1".getBytes();
          transaction.put(key, new byte[8]);
          return null;
        });
    assertNotNull(bank.audit());
  }

  @Test
  void aBankIsFoundedOnce() {
    Bank.open(store, 5);
    assertNull(Bank.open(store, 5).audit());
    assertThrows(InvalidRequestException.class, () -> Bank.open(store, 6));
    assertThrows(InvalidRequestException.class, () -> Bank.open(new MemoryStore(), 1));
  }

  @Test
  void aLineCutShortByAKillDoesNotCount(@TempDir Path directory) throws Exception {
    Path file = directory.resolve("log");
    try (AcknowledgeLog log = AcknowledgeLog.append(file)) {
      log.acknowledged(0, 1);
      log.acknowledged(1, 7);
      log.acknowledged(0, 2);
    }
    Files.writeString(file, "0 99", StandardOpenOption.APPEND);
    assertEquals(Map.of(0, 2L, 1, 7L), AcknowledgeLog.read(file));
    try (AcknowledgeLog log = AcknowledgeLog.append(file)) {
      log.acknowledged(0, 3);
    }
    assertEquals(Map.of(0, 3L, 1, 7L), AcknowledgeLog.read(file));
  }

  @Test
  void aTransferNeverHasOneAccountTwice() {
    java.util.Random random = new java.util.Random(5);
    for (int i = 0; i < 1000; i++) {
      Bank.Order order = Bank.Order.draw(random, 2);
      assertTrue(order.from() != order.to() && order.amount() >= 1);
    }
  }
}
