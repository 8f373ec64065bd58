/** The one entry point, {@code klomp}: its subcommands, and the shell that talks to a server. */
package klomp.cli;
