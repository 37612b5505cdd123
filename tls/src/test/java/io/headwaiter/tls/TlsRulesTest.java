package io.headwaiter.tls;

import io.headwaiter.rules.ModuleRules;

class TlsRulesTest extends ModuleRules {}
