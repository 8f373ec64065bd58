/**
 * The contention bench: what each strategy of the commit log costs as clients are added, as the
 * table that database engineers post on a mailing list.
 */
package klomp.bench.contention;
