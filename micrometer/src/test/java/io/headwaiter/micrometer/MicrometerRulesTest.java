package io.headwaiter.micrometer;

import io.headwaiter.rules.ModuleRules;

class MicrometerRulesTest extends ModuleRules {}
