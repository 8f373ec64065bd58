package klomp.bench;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import klomp.api.ClogStrategy;
import klomp.api.Durability;
import klomp.api.InvalidRequestException;
import klomp.api.Isolation;
import klomp.bench.bulk.Point;
import klomp.bench.contention.Kind;
import klomp.bench.contention.Script;
import klomp.bench.targets.Target;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.TypeConversionException;

/** How the words of the command line become values; an error names what would be accepted. */
final class Options {

  private Options() {}

  private static <T> T converted(String text, Function<String, T> parser) {
    try {
      return parser.apply(text);
    } catch (InvalidRequestException e) {
      throw new TypeConversionException(e.getMessage());
    }
  }

  private static <E extends Enum<E>> E named(Class<E> type, String text) {
    for (E value : type.getEnumConstants()) {
      if (label(value).equals(text)) {
        return value;
      }
    }
    throw new TypeConversionException(
        "'"
            + text
            + "' is none of "
            + Arrays.stream(type.getEnumConstants())
                .map(Options::label)
                .collect(Collectors.joining(", ")));
  }

  static String label(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /**
   * Makes something of values that may not go together.
   *
   * @throws ParameterException with the same message if they are refused, so that the command ends
   *     as with any other wrong value
   */
  static <T> T checked(CommandSpec spec, Supplier<T> made) {
    try {
      return made.get();
    } catch (InvalidRequestException e) {
      throw new ParameterException(spec.commandLine(), e.getMessage());
    }
  }

  /**
   * The strategies of a list that may be {@code all}.
   *
   * @throws InvalidRequestException if one is unknown; the message names all
   */
  static List<ClogStrategy> strategies(List<String> names) {
    if (names.equals(List.of("all"))) {
      return Arrays.asList(ClogStrategy.values());
    }
    List<ClogStrategy> chosen = new ArrayList<>();
    for (String name : names) {
      try {
        chosen.add(ClogStrategy.of(name));
      } catch (InvalidRequestException e) {
        throw new InvalidRequestException(e.getMessage() + "; or all");
      }
    }
    return chosen;
  }

  static void atLeast(CommandSpec spec, String option, double value, double least) {
    if (value < least) {
      throw new ParameterException(
          spec.commandLine(),
          String.format(
              Locale.ROOT, "Invalid value for option '%s': it is %.0f or more", option, least));
    }
  }

  static final class TargetConverter implements ITypeConverter<Target> {
    @Override
    public Target convert(String text) {
      return converted(text, Target::parse);
    }
  }

  static final class StrategyConverter implements ITypeConverter<ClogStrategy> {
    @Override
    public ClogStrategy convert(String text) {
      return converted(text, ClogStrategy::of);
    }
  }

  static final class ScriptConverter implements ITypeConverter<Script> {
    @Override
    public Script convert(String text) {
      return converted(text, Script::of);
    }
  }

  static final class KindConverter implements ITypeConverter<Kind> {
    @Override
    public Kind convert(String text) {
      return converted(text, Kind::of);
    }
  }

  static final class ModeConverter implements ITypeConverter<Point.Mode> {
    @Override
    public Point.Mode convert(String text) {
      return converted(text, Point.Mode::of);
    }
  }

  static final class DurabilityConverter implements ITypeConverter<Durability> {
    @Override
    public Durability convert(String text) {
      return named(Durability.class, text);
    }
  }

  static final class IsolationConverter implements ITypeConverter<Isolation> {
    @Override
    public Isolation convert(String text) {
      return named(Isolation.class, text);
    }
  }

  /** A size in bytes with an optional k, m or g. */
  static final class SizeConverter implements ITypeConverter<Long> {
    @Override
    public Long convert(String text) {
      String lower = text.toLowerCase(Locale.ROOT);
      int shift = lower.isEmpty() ? -1 : "kmg".indexOf(lower.charAt(lower.length() - 1));
      String digits = shift < 0 ? lower : lower.substring(0, lower.length() - 1);
      try {
        return Math.multiplyExact(Long.parseLong(digits), 1L << (10 * (shift + 1)));
      } catch (NumberFormatException | ArithmeticException e) {
        throw new TypeConversionException("'" + text + "' is not a size such as 65536, 256m or 1g");
      }
    }
  }
}
