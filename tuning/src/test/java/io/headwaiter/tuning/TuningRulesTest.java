package io.headwaiter.tuning;

import io.headwaiter.rules.ModuleRules;

class TuningRulesTest extends ModuleRules {}
