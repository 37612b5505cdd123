package io.headwaiter.tomcat;

import io.headwaiter.rules.ModuleRules;

class TomcatRulesTest extends ModuleRules {}
