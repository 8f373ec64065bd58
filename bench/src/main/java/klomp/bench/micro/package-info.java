/**
 * Microbenchmarks of a commit log alone, by JMH: no server, no WAL, no tree. With {@code model} the
 * only package of the bench that looks inside the engine.
 */
package klomp.bench.micro;
