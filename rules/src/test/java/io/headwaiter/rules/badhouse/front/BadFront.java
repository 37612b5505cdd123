package io.headwaiter.rules.badhouse.front;

import io.headwaiter.rules.badhouse.apps.BadShop;

/** Imports apps. */
public record BadFront(BadShop other) {}
