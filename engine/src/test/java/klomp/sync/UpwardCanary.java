package klomp.sync;

import klomp.lock.LockOwner;

/** Code of a low package that uses a high one: the architecture test must find it. */
public record UpwardCanary(LockOwner owner) {}
