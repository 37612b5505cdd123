package io.headwaiter.e2e.rules.badhouse.jetty;

import io.headwaiter.e2e.rules.badhouse.tomcat.BadConnector;

/** Imports the module of the other container. */
public record BadJetty(BadConnector other) {}
