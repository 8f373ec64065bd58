package klomp.client;

import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;

/**
 * The other end of a connection that misbehaves as a test wants it to: it reads real requests from
 * a real socket and answers with the bytes that a script gives. What a real server does is tested
 * with a real server.
 */
final class Responder implements AutoCloseable {

  /** Answers of a script that are none. */
  static final String SILENCE = "(silence)";

  static final String HANG_UP = "(hang up)";

  final List<String> received = new CopyOnWriteArrayList<>();
  final List<Socket> connections = new CopyOnWriteArrayList<>();
  private final ServerSocket listener;
  private volatile Function<String, String> script;

  Responder(Function<String, String> script) throws IOException {
    this.script = script;
    listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    start(this::accept);
  }

  /** Answers OK to everything, but a number to XID and DEL and null to GET. */
  static String agreeable(String command) {
    return switch (command.split(" ")[0]) {
      case "XID" -> ":42\r\n";
      case "DEL" -> ":1\r\n";
      case "GET", "GETFORUPDATE" -> "$-1\r\n";
      default -> "+OK\r\n";
    };
  }

  void script(Function<String, String> next) {
    script = next;
  }

  InetSocketAddress address() {
    return new InetSocketAddress(listener.getInetAddress(), listener.getLocalPort());
  }

  void hangUpAll() throws IOException {
    for (Socket socket : connections) {
      socket.close();
    }
  }

  private static void start(Runnable task) {
    Thread thread = new Thread(task, "responder");
    thread.setDaemon(true);
    thread.start();
  }

  private void accept() {
    try {
      while (true) {
        Socket socket = listener.accept();
        connections.add(socket);
        start(() -> serve(socket));
      }
    } catch (IOException e) {
      // The listener was closed.
    }
  }

  private void serve(Socket socket) {
    try (socket) {
      DataInputStream in = new DataInputStream(new BufferedInputStream(socket.getInputStream()));
      while (true) {
        String command = readCommand(in);
        if (command.equals("CONFIG GET isolation")) {
          // Each new connection of a client begins with it.
          socket.getOutputStream().write("*0\r\n".getBytes(StandardCharsets.UTF_8));
          continue;
        }
        received.add(command);
        String answer = script.apply(command);
        if (answer.equals(HANG_UP)) {
          return;
        }
        if (!answer.equals(SILENCE)) {
          socket.getOutputStream().write(answer.getBytes(StandardCharsets.UTF_8));
        }
      }
    } catch (IOException e) {
      // The other side or the test closed the connection.
    }
  }

  private static String readCommand(DataInputStream in) throws IOException {
    int count = readNumber(in, '*');
    StringBuilder command = new StringBuilder();
    for (int i = 0; i < count; i++) {
      byte[] argument = new byte[readNumber(in, '$')];
      in.readFully(argument);
      in.skipNBytes(2);
      command.append(i == 0 ? "" : " ").append(new String(argument, StandardCharsets.UTF_8));
    }
    return command.toString();
  }

  private static int readNumber(DataInputStream in, char type) throws IOException {
    byte first = in.readByte();
    if (first != type) {
      throw new IOException("expected " + type + ", not " + (char) first);
    }
    int number = 0;
    for (byte digit; (digit = in.readByte()) != '\r'; ) {
      number = number * 10 + digit - '0';
    }
    in.readByte();
    return number;
  }

  @Override
  public void close() throws IOException {
    listener.close();
    hangUpAll();
  }
}
