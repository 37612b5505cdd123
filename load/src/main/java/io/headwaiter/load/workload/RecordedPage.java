package io.headwaiter.load.workload;

/**
 * A kind of page of a site that is not one of our shops.
 *
 * @param label name in tables, logs and results
 * @param path path of the kind of page, not of one address
 * @param number place among the pages of its site, from 0
 * @param method method of the HTTP request
 */
public record RecordedPage(String label, String path, int number, String method)
    implements Interaction {}
