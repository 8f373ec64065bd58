package klomp.bench.contention;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import klomp.bench.report.Figures;
import klomp.bench.report.Origin;
import klomp.bench.report.TextTable;

/** Plans in the order in which they are made, with an estimate of the time that they take. */
public final class Schedule {

  private final List<Plan> plans;
  private final Map<Experiment, Plan> byExperiment = new HashMap<>();

  public Schedule(List<Plan> plans) {
    this.plans = List.copyOf(plans);
    plans.forEach(plan -> byExperiment.put(plan.experiment(), plan));
  }

  public List<Plan> plans() {
    return plans;
  }

  /** Roughly how long all of it takes on a machine of two cores. */
  public double seconds() {
    Set<History> histories = new HashSet<>();
    double loading =
        plans.stream()
            .map(plan -> plan.load().history())
            .filter(histories::add)
            .mapToDouble(History::loadSeconds)
            .sum();
    return loading + plans.stream().mapToDouble(Plan::seconds).sum();
  }

  /** The part of that which {@code row} took. */
  public double secondsOf(Measurement row) {
    return byExperiment.get(row.experiment().withSubtransactions(0)).secondsOf(row.cell());
  }

  /** What will be measured, for people to read. */
  public String text() {
    TextTable table =
        new TextTable(List.of("experiment", "variants", "cells", "runs", "measured s", "minutes"));
    for (Plan plan : plans) {
      table.row(
          plan.experiment().kind()
              + ", "
              + plan.experiment().target()
              + ", "
              + plan.experiment().durability(),
          Integer.toString(plan.variants().size()),
          Figures.count((double) plan.rows() / plan.runs()),
          Integer.toString(plan.runs()),
          Double.toString(plan.load().timing().measured()),
          minutes(plan.seconds()));
    }
    return table + "about " + minutes(seconds()) + " minutes in all\n";
  }

  private static String minutes(double seconds) {
    return String.format(Locale.ROOT, "%.1f", seconds / 60);
  }

  /** Everything that two runs must have in common for one to go on where the other ended. */
  public SortedMap<String, String> settings(Origin origin) {
    SortedMap<String, String> settings = new TreeMap<>();
    settings.put("commit", origin.commit());
    settings.put("jdk", origin.jdk());
    settings.put("machine", origin.machine().toString());
    settings.put(
        "experiments", plans.stream().map(plan -> plan.experiment().label()).toList().toString());
    for (Plan plan : plans) {
      String prefix = plan.experiment().label() + ": ";
      plan.described().forEach((name, value) -> settings.put(prefix + name, value));
      settings.put(prefix + "variants", plan.variants().toString());
      settings.put(prefix + "clients", plan.clients().toString());
      settings.put(prefix + "subtransactions", plan.subtransactions().toString());
    }
    return settings;
  }
}
