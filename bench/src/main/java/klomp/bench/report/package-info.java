/** What every result says about where it comes from, and its forms: text table, JSON, HTML page. */
package klomp.bench.report;
