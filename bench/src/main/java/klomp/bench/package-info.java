/**
 * The bench: commands that put a store under load and say what it did. A store is seen only through
 * {@link klomp.api.Store}, embedded or remote.
 */
package klomp.bench;
