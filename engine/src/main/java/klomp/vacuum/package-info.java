/**
 * Gives back, in the background, what no snapshot can see; then what nobody needs of the commit
 * log.
 */
package klomp.vacuum;
