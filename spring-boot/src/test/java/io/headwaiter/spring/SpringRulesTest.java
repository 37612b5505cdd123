package io.headwaiter.spring;

import io.headwaiter.rules.ModuleRules;

class SpringRulesTest extends ModuleRules {}
