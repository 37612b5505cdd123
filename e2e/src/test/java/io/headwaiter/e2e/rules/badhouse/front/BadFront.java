package io.headwaiter.e2e.rules.badhouse.front;

import io.headwaiter.e2e.rules.badhouse.apps.BadShop;

/** Imports apps. */
public record BadFront(BadShop other) {}
