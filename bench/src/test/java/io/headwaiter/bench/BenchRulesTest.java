package io.headwaiter.bench;

import io.headwaiter.rules.ModuleRules;

class BenchRulesTest extends ModuleRules {}
