package io.headwaiter.cli;

import io.headwaiter.rules.ModuleRules;

class CliRulesTest extends ModuleRules {}
