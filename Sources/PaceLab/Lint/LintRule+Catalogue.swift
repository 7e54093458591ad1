extension LintRule {
  /// Every lint rule, in the order of the manual.
  public static let all: [LintRule] = [
    .unusedParam, .unusedDefine, .unusedStream, .unusedAttribute, .unusedEvent,
    .duplicateRule, .duplicatePreset, .redundantPresetValue, .sameInEveryPreset, .offGrid,
    .guardedLabel, .redundantGuardPhrase,
    .raiseToRest, .triggerWithoutEmit, .ruleWithoutEffect,
    .missingPresetDefault, .clockWithoutZone, .unknownZone,
    .impossibleCondition, .constantCondition, .unreachableRule, .unreachableLevel,
    .zeroDenominator, .remainderForPercent,
    .brokenOrder, .unprovedOrder,
    .cooldownCoversWindow, .unreachableLimit, .repeatWithinCooldown,
    .emptyQuiet, .endlessQuiet, .quietTrigger, .quietAlarm, .repeatAtDayStart, .noTick, .tickAtEnd,
    .endlessFor,
    .lowerLevelFirst, .bandGap, .bandOverlap, .dayBesideToday, .raiseWithUnless, .similarKind,
    .similarSetting, .hiddenBlock,
    .misquotedWindow, .unroundedRatio, .uncoveredRule, .emptyScenario, .backwardScenario, .nextDayEvent,
    .hiddenCharacter,
    .mixedScript,
    .uncheckedFragment, .unusedAllow, .expiredAllow,
  ]

  /// The rule with this code.
  public static func named(_ code: String) -> LintRule? { (all + ofData).first { $0.code == code } }
}
