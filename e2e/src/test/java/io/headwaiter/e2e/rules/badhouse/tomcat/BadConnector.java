package io.headwaiter.e2e.rules.badhouse.tomcat;

import io.headwaiter.e2e.rules.badhouse.apps.BadShop;

/** Uses a shop. */
public record BadConnector(BadShop other) {}
