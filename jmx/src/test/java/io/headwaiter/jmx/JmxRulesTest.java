package io.headwaiter.jmx;

import io.headwaiter.rules.ModuleRules;

class JmxRulesTest extends ModuleRules {}
