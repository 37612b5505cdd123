package io.headwaiter.sim;

import io.headwaiter.rules.ModuleRules;

class SimRulesTest extends ModuleRules {}
