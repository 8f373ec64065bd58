package klomp.server.session;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;

/** What the server counts since its start, or since {@code CONFIG RESETSTAT}. */
public final class Counters {

  private final LongAdder connections = new LongAdder();
  private final LongAdder commands = new LongAdder();
  private final LongAdder errors = new LongAdder();
  private final LongAdder malformed = new LongAdder();
  private final LongAdder retries = new LongAdder();
  private final LongAdder waits = new LongAdder();

  public void connected() {
    connections.increment();
  }

  public void answered(boolean error) {
    commands.increment();
    if (error) {
      errors.increment();
    }
  }

  public void malformed() {
    malformed.increment();
  }

  /** A transaction that the server runs on its own was begun again after a conflict. */
  void retried() {
    retries.increment();
  }

  /** A command had to wait and gave its thread back. */
  public void waited() {
    waits.increment();
  }

  public void reset() {
    connections.reset();
    commands.reset();
    errors.reset();
    malformed.reset();
    retries.reset();
    waits.reset();
  }

  /** All counters by the names that INFO shows. */
  public Map<String, Long> values() {
    Map<String, Long> values = new LinkedHashMap<>();
    values.put("total_connections_received", connections.sum());
    values.put("total_commands_processed", commands.sum());
    values.put("total_error_replies", errors.sum());
    values.put("malformed_requests", malformed.sum());
    values.put("transaction_retries", retries.sum());
    values.put("suspended_commands", waits.sum());
    return values;
  }
}
