package io.headwaiter.lab.workload;

/**
 * A kind of page of somebody's own site, as a record of its use names it.
 *
 * @param label name in tables, logs and results
 * @param path of the type, not of one address
 * @param number place among the pages of its site, from 0
 * @param method of the HTTP request
 */
public record RecordedPage(String label, String path, int number, String method)
    implements Interaction {}
