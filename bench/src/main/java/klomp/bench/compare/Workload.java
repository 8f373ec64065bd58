package klomp.bench.compare;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;
import klomp.api.InvalidRequestException;

/** What a client does over and over; each time is one transaction. */
public enum Workload {
  A("half reads, half updates; zipfian") {
    @Override
    void once(Client client) throws Exception {
      readOrUpdate(client, 50);
    }
  },
  B("95 % reads, 5 % updates; zipfian") {
    @Override
    void once(Client client) throws Exception {
      readOrUpdate(client, 95);
    }
  },
  C("reads; zipfian") {
    @Override
    void once(Client client) throws Exception {
      client.read();
    }
  },
  E("95 % scans of 1 to 100 records from a zipfian key on, 5 % inserts") {
    @Override
    void once(Client client) throws Exception {
      if (client.percent() < 95) {
        client.scan();
      } else {
        client.insert();
      }
    }
  },
  F("half reads, half read for update, add one and write; zipfian") {
    @Override
    void once(Client client) throws Exception {
      if (client.percent() < 50) {
        client.read();
      } else {
        client.increment();
      }
    }
  },
  S("three uniform keys read for update, with a savepoint before the second and the third") {
    @Override
    void once(Client client) throws Exception {
      client.lockWithSavepoints();
    }
  },
  W("four puts of uniform keys") {
    @Override
    void once(Client client) throws Exception {
      client.putFour();
    }
  };

  private final String description;

  Workload(String description) {
    this.description = description;
  }

  private static void readOrUpdate(Client client, int reads) throws Exception {
    if (client.percent() < reads) {
      client.read();
    } else {
      client.update();
    }
  }

  /** Runs one transaction until it is through. */
  abstract void once(Client client) throws Exception;

  public String description() {
    return description;
  }

  /**
   * The workload of that name.
   *
   * @throws InvalidRequestException if there is none; the message names all
   */
  public static Workload of(String name) {
    return Arrays.stream(values())
        .filter(workload -> workload.name().equals(name.toUpperCase(Locale.ROOT)))
        .findFirst()
        .orElseThrow(
            () ->
                new InvalidRequestException(
                    "the workload '"
                        + name
                        + "' is none of "
                        + Arrays.stream(values())
                            .map(Workload::name)
                            .collect(Collectors.joining(", "))));
  }
}
