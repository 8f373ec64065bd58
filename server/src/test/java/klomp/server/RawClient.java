package klomp.server;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * A RESP2 client of the plainest kind. Replies come as String (bulk, ISO-8859-1), Long, null, List,
 * {@link Status} or {@link Failure}.
 */
final class RawClient implements AutoCloseable {

  record Status(String text) {
    @Override
    public String toString() {
      return "+" + text;
    }
  }

  record Failure(String text) {
    String code() {
      return text.substring(0, text.indexOf(' '));
    }

    @Override
    public String toString() {
      return "-" + text;
    }
  }

  static final Status OK = new Status("OK");
  static final Status QUEUED = new Status("QUEUED");

  private final Socket socket = new Socket();
  private final InputStream in;
  private final OutputStream out;

  RawClient(InetSocketAddress address) throws IOException {
    socket.connect(address, 5_000);
    socket.setSoTimeout(20_000);
    socket.setTcpNoDelay(true);
    in = new BufferedInputStream(socket.getInputStream());
    out = socket.getOutputStream();
  }

  /** Sends a command, given as words separated by blanks, and reads the reply. */
  Object ask(String line) throws IOException {
    return call(line.split(" "));
  }

  Object call(String... words) throws IOException {
    send(words);
    return read();
  }

  void send(String... words) throws IOException {
    raw(encode(words));
  }

  static byte[] encode(String... words) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    bytes.writeBytes(latin("*" + words.length + "\r\n"));
    for (String word : words) {
      bytes.writeBytes(latin("$" + word.length() + "\r\n" + word + "\r\n"));
    }
    return bytes.toByteArray();
  }

  void raw(byte[] bytes) throws IOException {
    out.write(bytes);
    out.flush();
  }

  void raw(String text) throws IOException {
    raw(latin(text));
  }

  private static byte[] latin(String text) {
    return text.getBytes(StandardCharsets.ISO_8859_1);
  }

  Object read() throws IOException {
    String line = line();
    String rest = line.substring(1);
    switch (line.charAt(0)) {
      case '+':
        return new Status(rest);
      case '-':
        return new Failure(rest);
      case ':':
        return Long.parseLong(rest);
      case '$':
        int length = Integer.parseInt(rest);
        if (length < 0) {
          return null;
        }
        byte[] bytes = in.readNBytes(length);
        if (bytes.length < length || in.read() != '\r' || in.read() != '\n') {
          throw new EOFException("the reply ends early");
        }
        return new String(bytes, StandardCharsets.ISO_8859_1);
      case '*':
        int count = Integer.parseInt(rest);
        if (count < 0) {
          return null;
        }
        List<Object> elements = new ArrayList<>();
        for (int i = 0; i < count; i++) {
          elements.add(read());
        }
        return elements;
      default:
        throw new IOException("not a reply: " + line);
    }
  }

  private String line() throws IOException {
    StringBuilder line = new StringBuilder();
    for (int b; (b = in.read()) != '\r'; ) {
      if (b < 0) {
        throw new EOFException("the connection was closed after '" + line + "'");
      }
      line.append((char) b);
    }
    in.read();
    return line.toString();
  }

  /** Whether the server has closed the connection and nothing is left to read. */
  boolean isAtEnd() throws IOException {
    return in.read() < 0;
  }

  /** Sends no more, and still reads. */
  void endInput() throws IOException {
    socket.shutdownOutput();
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
