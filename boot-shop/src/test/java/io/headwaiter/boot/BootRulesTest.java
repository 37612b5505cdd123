package io.headwaiter.boot;

import io.headwaiter.rules.ModuleRules;

class BootRulesTest extends ModuleRules {}
