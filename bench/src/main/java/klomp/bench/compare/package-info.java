/**
 * One load on several stores, each through its own transactional interface. The stores beyond Klomp
 * itself are found by {@link java.util.ServiceLoader}: the product has none of them.
 */
package klomp.bench.compare;
