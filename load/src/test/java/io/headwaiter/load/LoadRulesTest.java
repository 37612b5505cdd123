package io.headwaiter.load;

import io.headwaiter.rules.ModuleRules;

class LoadRulesTest extends ModuleRules {}
