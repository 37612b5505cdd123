package io.headwaiter.trace;

import io.headwaiter.rules.ModuleRules;

class TraceRulesTest extends ModuleRules {}
