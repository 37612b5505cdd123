package io.headwaiter.front;

import io.headwaiter.rules.ModuleRules;

class FrontRulesTest extends ModuleRules {}
