package klomp.bench.targets;

import java.io.IOException;
import java.io.InputStream;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.Arrays;

/**
 * Runs a program and ends it at once when the standard input ends, which is a pipe from the bench:
 * so a server does not outlive the bench that started it, however that came to its end.
 */
public final class ServerMain {

  private ServerMain() {}

  /**
   * @param arguments the name of the program's class, then what its {@code main} is given
   */
  public static void main(String[] arguments) throws Throwable {
    Thread watch = new Thread(() -> endWith(System.in), "end-with-bench");
    watch.setDaemon(true);
    watch.start();
    MethodHandle main =
        MethodHandles.publicLookup()
            .findStatic(
                Class.forName(arguments[0]),
                "main",
                MethodType.methodType(void.class, String[].class));
    String[] rest = Arrays.copyOfRange(arguments, 1, arguments.length);
    main.invokeExact(rest);
  }

  private static void endWith(InputStream in) {
    try {
      in.transferTo(java.io.OutputStream.nullOutputStream());
    } catch (IOException broken) {
      // As good as its end.
    }
    Runtime.getRuntime().halt(1);
  }
}
