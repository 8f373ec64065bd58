/**
 * A discrete-event simulation of the strategies of the commit log, for machines that are not at
 * hand. Its assumptions are on one page, docs/MODEL.md; every result is labelled as modelled.
 */
package klomp.bench.model;
