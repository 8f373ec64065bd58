/** Many records: single operations a second, and gigabytes against a small cache. */
package klomp.bench.bulk;
