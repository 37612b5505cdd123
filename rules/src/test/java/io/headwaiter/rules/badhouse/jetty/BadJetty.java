package io.headwaiter.rules.badhouse.jetty;

import io.headwaiter.rules.badhouse.tomcat.BadConnector;

/** Imports the module of the other container. */
public record BadJetty(BadConnector other) {}
