/** Other stores for the bench to compare with, each set as one who knows it would. */
package klomp.peers;
