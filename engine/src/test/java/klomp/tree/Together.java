package klomp.tree;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Runs tasks on a thread each and fails if one of them does. */
final class Together {

  /** What a thread does. */
  interface Task {
    void run() throws Exception;
  }

  private Together() {}

  static void run(List<Task> tasks) throws Exception {
    ExecutorService executor = Executors.newFixedThreadPool(tasks.size());
    try {
      List<Future<?>> futures = new ArrayList<>();
      for (Task task : tasks) {
        futures.add(
            executor.submit(
                () -> {
                  task.run();
                  return null;
                }));
      }
      for (Future<?> future : futures) {
        future.get();
      }
    } catch (ExecutionException e) {
      throw new AssertionError(e.getCause());
    } finally {
      executor.shutdownNow();
    }
  }
}
