package io.headwaiter.e2e.rules.badhouse.front;

import io.headwaiter.e2e.rules.badhouse.apps.BadShop;

/** Uses a shop. */
public record BadFront(BadShop other) {}
