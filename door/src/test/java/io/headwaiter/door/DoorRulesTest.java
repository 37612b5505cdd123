package io.headwaiter.door;

import io.headwaiter.rules.ModuleRules;

class DoorRulesTest extends ModuleRules {}
