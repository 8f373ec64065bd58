/**
 * What clients can ask for: one registry of commands, each with its name, its arity and what it
 * does. Nothing here knows the network.
 */
package klomp.server.command;
