package klomp.server;

import java.time.Duration;
import java.util.Arrays;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import klomp.api.ClogStrategy;
import klomp.api.Durability;
import klomp.api.InvalidRequestException;
import klomp.api.Isolation;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** From words on the command line to values. A word that is none names those that are. */
final class OptionConverters {

  private OptionConverters() {}

  /** The label of a constant: lower case, with hyphens. */
  static String label(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  private static <E extends Enum<E>> E parse(Class<E> type, String word) {
    E[] constants = type.getEnumConstants();
    return Arrays.stream(constants)
        .filter(constant -> label(constant).equals(word))
        .findFirst()
        .orElseThrow(
            () ->
                new TypeConversionException(
                    "'"
                        + word
                        + "' is not one of "
                        + Arrays.stream(constants)
                            .map(OptionConverters::label)
                            .collect(Collectors.joining(", "))));
  }

  static final class Strategies implements ITypeConverter<ClogStrategy> {
    @Override
    public ClogStrategy convert(String word) {
      try {
        return ClogStrategy.of(word);
      } catch (InvalidRequestException e) {
        throw new TypeConversionException(e.getMessage());
      }
    }
  }

  static final class Durabilities implements ITypeConverter<Durability> {
    @Override
    public Durability convert(String word) {
      return parse(Durability.class, word);
    }
  }

  static final class Isolations implements ITypeConverter<Isolation> {
    @Override
    public Isolation convert(String word) {
      return parse(Isolation.class, word);
    }
  }

  /** Bytes: a number, with {@code k}, {@code m} or {@code g} for KiB, MiB or GiB. */
  static final class Sizes implements ITypeConverter<Long> {
    private static final Pattern FORM = Pattern.compile("(\\d{1,15})([kmg]?)");

    @Override
    public Long convert(String word) {
      Matcher matcher = FORM.matcher(word.toLowerCase(Locale.ROOT));
      if (!matcher.matches()) {
        throw new TypeConversionException(
            "'" + word + "' is not a size such as 65536, 512k, 256m or 4g");
      }
      long number = Long.parseLong(matcher.group(1));
      int shift = matcher.group(2).isEmpty() ? 0 : 10 * (1 + "kmg".indexOf(matcher.group(2)));
      if (number > Long.MAX_VALUE >> shift) {
        throw new TypeConversionException("'" + word + "' is too large");
      }
      return number << shift;
    }
  }

  /** A duration: a number with {@code ms}, {@code s} or {@code m}. */
  static final class Durations implements ITypeConverter<Duration> {
    private static final Pattern FORM = Pattern.compile("(\\d{1,9})(ms|s|m)");

    @Override
    public Duration convert(String word) {
      Matcher matcher = FORM.matcher(word.toLowerCase(Locale.ROOT));
      if (!matcher.matches()) {
        throw new TypeConversionException(
            "'" + word + "' is not a duration such as 5ms, 10s or 1m");
      }
      long number = Long.parseLong(matcher.group(1));
      return switch (matcher.group(2)) {
        case "ms" -> Duration.ofMillis(number);
        case "s" -> Duration.ofSeconds(number);
        default -> Duration.ofMinutes(number);
      };
    }
  }

  static String format(Duration duration) {
    return duration.toMillis() + "ms";
  }
}
