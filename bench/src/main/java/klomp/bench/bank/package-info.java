/**
 * Transfers between accounts: a load whose result can be checked. The sum never changes, and each
 * worker counts its transfers in the store, so that after a crash it shows whether an acknowledged
 * one is missing.
 */
package klomp.bench.bank;
