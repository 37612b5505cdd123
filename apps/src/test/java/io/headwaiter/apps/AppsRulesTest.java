package io.headwaiter.apps;

import io.headwaiter.rules.ModuleRules;

class AppsRulesTest extends ModuleRules {}
