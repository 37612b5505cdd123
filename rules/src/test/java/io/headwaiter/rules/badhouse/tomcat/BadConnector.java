package io.headwaiter.rules.badhouse.tomcat;

import io.headwaiter.rules.badhouse.apps.BadShop;

/** Imports apps. */
public record BadConnector(BadShop other) {}
