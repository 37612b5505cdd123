package io.headwaiter.e2e.rules.badhouse.tomcat;

import io.headwaiter.e2e.rules.badhouse.apps.BadShop;

/** Imports apps. */
public record BadConnector(BadShop other) {}
