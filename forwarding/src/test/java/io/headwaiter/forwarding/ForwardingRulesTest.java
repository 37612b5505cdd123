package io.headwaiter.forwarding;

import io.headwaiter.rules.ModuleRules;

class ForwardingRulesTest extends ModuleRules {}
