package klomp.bench.report;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

/**
 * A headless Chromium with one page, driven through its DevTools protocol. Whatever the page says
 * on the console, throws or asks the network for is kept.
 */
public final class Browser implements AutoCloseable {

  public static final Path BINARY = Path.of("/usr/bin/chromium");

  private static final String LISTENING = "DevTools listening on ";
  private static final long PATIENCE_SECONDS = 20;
  private static final ObjectMapper JSON = new ObjectMapper();

  private final Path profile;
  private final Process process;
  private final WebSocket socket;
  private final AtomicInteger ids = new AtomicInteger();
  private final Map<Integer, CompletableFuture<JsonNode>> answers = new ConcurrentHashMap<>();
  private final List<JsonNode> events = new CopyOnWriteArrayList<>();
  private final Map<String, CompletableFuture<JsonNode>> awaited = new ConcurrentHashMap<>();
  private String session;

  public Browser() throws IOException {
    profile = Files.createTempDirectory("klomp-chromium");
    process =
        new ProcessBuilder(
                BINARY.toString(),
                "--headless",
                "--no-sandbox",
                "--disable-gpu",
                "--disable-quic",
                "--disable-dev-shm-usage",
                "--no-first-run",
                "--disable-background-networking",
                "--disable-component-update",
                "--disable-sync",
                "--host-resolver-rules=MAP * ~NOTFOUND",
                "--remote-debugging-port=0",
                "--user-data-dir=" + profile,
                "about:blank")
            .redirectErrorStream(true)
            .start();
    String address = address();
    socket =
        HttpClient.newHttpClient()
            .newWebSocketBuilder()
            .buildAsync(URI.create(address), new Listener())
            .join();
    JsonNode target = call("Target.createTarget", Map.of("url", "about:blank"));
    session =
        call(
                "Target.attachToTarget",
                Map.of("targetId", target.get("targetId").asText(), "flatten", true))
            .get("sessionId")
            .asText();
    for (String domain : List.of("Page", "Runtime", "Network", "Log")) {
      call(domain + ".enable", Map.of());
    }
  }

  private String address() throws IOException {
    BufferedReader out =
        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    StringBuilder said = new StringBuilder();
    for (String line = out.readLine(); line != null; line = out.readLine()) {
      if (line.startsWith(LISTENING)) {
        Thread reader = new Thread(() -> out.lines().forEach(rest -> {}), "chromium-output");
        reader.setDaemon(true);
        reader.start();
        return line.substring(LISTENING.length());
      }
      said.append(line).append('\n');
    }
    throw new IOException("Chromium did not start:\n" + said);
  }

  private final class Listener implements WebSocket.Listener {
    private final StringBuilder text = new StringBuilder();

    @Override
    public CompletionStage<?> onText(WebSocket from, CharSequence part, boolean last) {
      text.append(part);
      if (last) {
        try {
          receive(JSON.readTree(text.toString()));
        } catch (IOException e) {
          onError(from, e);
        }
        text.setLength(0);
      }
      from.request(1);
      return null;
    }

    @Override
    public void onError(WebSocket from, Throwable error) {
      answers.values().forEach(answer -> answer.completeExceptionally(error));
    }
  }

  private void receive(JsonNode message) {
    if (!message.has("id")) {
      events.add(message);
      CompletableFuture<JsonNode> waiter = awaited.remove(message.get("method").asText());
      if (waiter != null) {
        waiter.complete(message);
      }
      return;
    }
    CompletableFuture<JsonNode> answer = answers.remove(message.get("id").asInt());
    if (message.has("error")) {
      answer.completeExceptionally(new IllegalStateException(message.get("error").toString()));
    } else {
      answer.complete(message.get("result"));
    }
  }

  /** Calls a method of the protocol and waits for its result. */
  public JsonNode call(String method, Map<String, ?> parameters) {
    int id = ids.incrementAndGet();
    ObjectNode message = JSON.createObjectNode().put("id", id).put("method", method);
    if (session != null) {
      message.put("sessionId", session);
    }
    message.set("params", JSON.valueToTree(parameters));
    CompletableFuture<JsonNode> answer = new CompletableFuture<>();
    answers.put(id, answer);
    socket.sendText(message.toString(), true).join();
    return answer.orTimeout(PATIENCE_SECONDS, TimeUnit.SECONDS).join();
  }

  /** Opens a file and waits until it is loaded. */
  public void open(Path file) {
    events.clear();
    CompletableFuture<JsonNode> loaded = new CompletableFuture<>();
    awaited.put("Page.loadEventFired", loaded);
    call("Page.navigate", Map.of("url", file.toUri().toString()));
    loaded.orTimeout(PATIENCE_SECONDS, TimeUnit.SECONDS).join();
  }

  /**
   * The value of an expression, once it is settled if it is a promise.
   *
   * @throws AssertionError if it throws
   */
  public JsonNode evaluate(String expression) {
    JsonNode result =
        call(
            "Runtime.evaluate",
            Map.of("expression", expression, "awaitPromise", true, "returnByValue", true));
    if (result.has("exceptionDetails")) {
      throw new AssertionError(result.get("exceptionDetails").toPrettyString());
    }
    return result.get("result").path("value");
  }

  /** Shows the page in a window of that width, and lets it draw. */
  public void resize(int width, int height) {
    call(
        "Emulation.setDeviceMetricsOverride",
        Map.of("width", width, "height", height, "deviceScaleFactor", 1, "mobile", false));
    settle();
  }

  /**
   * Pretends to be another medium, and lets the page draw.
   *
   * @param media {@code screen} or {@code print}
   * @param scheme {@code light} or {@code dark}
   */
  public void emulate(String media, String scheme) {
    call(
        "Emulation.setEmulatedMedia",
        Map.of(
            "media",
            media,
            "features",
            List.of(Map.of("name", "prefers-color-scheme", "value", scheme))));
    settle();
  }

  private void settle() {
    evaluate("new Promise(r => requestAnimationFrame(() => requestAnimationFrame(() => r(1))))");
  }

  /** Presses and releases a key. */
  public void press(String key) {
    String text = key.equals("Enter") ? "\r" : "";
    int code = key.equals("Enter") ? 13 : 9;
    for (String type : List.of(text.isEmpty() ? "rawKeyDown" : "keyDown", "keyUp")) {
      call(
          "Input.dispatchKeyEvent",
          Map.of(
              "type", type, "key", key, "code", key, "windowsVirtualKeyCode", code, "text", text));
    }
  }

  /** Everything that went wrong or went out since {@link #open}. */
  public List<String> complaints() {
    return events.stream()
        .filter(event -> isComplaint(event.get("method").asText(), event.get("params")))
        .map(JsonNode::toString)
        .toList();
  }

  private static boolean isComplaint(String method, JsonNode parameters) {
    return switch (method) {
      case "Runtime.exceptionThrown", "Runtime.consoleAPICalled", "Log.entryAdded" -> true;
      case "Network.requestWillBeSent" ->
          !parameters.get("type").asText().equals("Document")
              || !parameters.get("request").get("url").asText().startsWith("file:");
      default -> false;
    };
  }

  /** Writes a picture of what the window shows. */
  public void picture(Path file) throws IOException {
    JsonNode picture =
        call("Page.captureScreenshot", Map.of("format", "png", "optimizeForSpeed", true));
    Files.createDirectories(file.getParent());
    Files.write(file, Base64.getDecoder().decode(picture.get("data").asText()));
  }

  @Override
  public void close() {
    try {
      socket.sendText("{\"id\": 0, \"method\": \"Browser.close\"}", true).join();
      if (!process.waitFor(10, TimeUnit.SECONDS)) {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly().waitFor();
      }
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
    try (Stream<Path> files = Files.walk(profile)) {
      files.sorted(Comparator.reverseOrder()).forEach(file -> file.toFile().delete());
    } catch (IOException | RuntimeException e) {
      // What its last children still write is left to the system's own cleaning.
    }
  }
}
