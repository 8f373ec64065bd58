/** What the load is put on: a store in this process, a server that runs, or one started for it. */
package klomp.bench.targets;
