package io.headwaiter.telemetry;

import io.headwaiter.rules.ModuleRules;

class TelemetryRulesTest extends ModuleRules {}
