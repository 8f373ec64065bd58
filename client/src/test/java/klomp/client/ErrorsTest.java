package klomp.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;

import klomp.api.InvalidRequestException;
import klomp.api.KlompException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ErrorsTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "CONFLICT",
        "DEADLOCK",
        "LOCKTIMEOUT",
        "FAILED",
        "NOTXN",
        "READONLY",
        "TOOLARGE",
        "TOOOLD",
        "ERR",
        "STORAGE",
        "CORRUPT",
        "FORMAT",
        "NOTASTORE",
        "INUSE",
        "CLOSED",
        "CONNECTION",
        "UNKNOWN"
      })
  void aWordOfTheWireIsTheCodeOfItsException(String code) {
    KlompException e = Errors.of(code, "because");
    assertEquals(code, e.code());
    assertEquals("because", e.getMessage());
  }

  @Test
  void anUnknownWordStaysReadable() {
    KlompException e = Errors.of("NOAUTH", "say AUTH first");
    assertSame(InvalidRequestException.class, e.getClass());
    assertEquals("NOAUTH say AUTH first", e.getMessage());
  }

  @Test
  void anErrorIsMadeAnewForTheThreadThatThrowsIt() {
    KlompException made = Errors.of("CONFLICT", "because");
    KlompException here = Errors.here(made);
    assertNotSame(made, here);
    assertSame(made.getClass(), here.getClass());
    assertEquals("anErrorIsMadeAnewForTheThreadThatThrowsIt", caller(here));
  }

  private static String caller(KlompException e) {
    for (StackTraceElement element : e.getStackTrace()) {
      if (element.getClassName().equals(ErrorsTest.class.getName())) {
        return element.getMethodName();
      }
    }
    return "";
  }
}
