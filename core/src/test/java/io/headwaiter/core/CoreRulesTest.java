package io.headwaiter.core;

import io.headwaiter.rules.ModuleRules;

class CoreRulesTest extends ModuleRules {}
