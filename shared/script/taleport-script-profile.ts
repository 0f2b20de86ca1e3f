/** The scripting language itself: version 2. Taleport skips and reports a statement that fails. */
import type { ScriptProfile } from './script-profile.ts';

export const taleportScriptProfile: ScriptProfile = {
  hasUnreliableResults: false,
  grammar: 2,
  topLevelElements: ['p', 'blockquote', 'pre', 'code', 'ul', 'ol'],
  statementsPerBlock: 'any',
  emptyText: '',
  missingOperators: [],
  missingFunctions: [],
  hasScopedVariables: true,
  rightSide: 'whenNeeded',
  logicValue: 'v2',
  resultTypes: { abs: 'float', sqr: 'float', extreme: 'argument', round: 'integer' },
  rounding: 'halfToEven',
  numbers: { integerOverflow: 'minimum', shownDigits: { double: 15, single: 7 }, trueNumbers: 'aboveZero' },
  textOrder: 'allEqual',
  floatVariables: 'double',
  resetVariables: 'calculate',
  escapes: 'whenRead',
  textAfterElseIf: 'continuesParagraph',
  fatalHazards: ['calculationWithText', 'rollOfNegative', 'rootOfNegative', 'divisionByZero', 'zeroByZero'],
  afterError: 'continue',
};
