package io.headwaiter.jetty;

import io.headwaiter.rules.ModuleRules;

class JettyRulesTest extends ModuleRules {}
