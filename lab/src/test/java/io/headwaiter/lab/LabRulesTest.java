package io.headwaiter.lab;

import io.headwaiter.rules.ModuleRules;

class LabRulesTest extends ModuleRules {}
