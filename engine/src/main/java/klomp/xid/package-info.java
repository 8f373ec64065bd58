/**
 * Transaction numbers: their allocation, the set of running transactions, snapshots of it, and the
 * horizon below which no snapshot can tell transactions apart.
 */
package klomp.xid;
