package io.headwaiter.baseline;

import io.headwaiter.rules.ModuleRules;

class BaselineRulesTest extends ModuleRules {}
