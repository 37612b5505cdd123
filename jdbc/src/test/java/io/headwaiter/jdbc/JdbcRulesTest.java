package io.headwaiter.jdbc;

import io.headwaiter.rules.ModuleRules;

class JdbcRulesTest extends ModuleRules {}
