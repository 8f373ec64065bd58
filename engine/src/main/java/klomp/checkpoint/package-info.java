/** Makes checkpoints: one instant of log, pages and running transactions, made durable together. */
package klomp.checkpoint;
