/**
 * The script profile for version 1 of the grammar as the interpreters in C# implement it (exports.md, “What the published interpreters do
 * at run time”).
 */
import type { ScriptProfile } from '../../shared/script/script-profile.ts';

export const engineScriptProfile: ScriptProfile = {
  hasUnreliableResults: false,
  grammar: 1,
  topLevelElements: ['p', 'blockquote', 'pre'],
  statementsPerBlock: 'one',
  emptyText: '<p></p>',
  missingOperators: [],
  missingFunctions: [],
  hasScopedVariables: false,
  rightSide: 'always',
  logicValue: 'v1',
  resultTypes: { abs: 'float', sqr: 'float', extreme: 'argument', round: 'integer' },
  rounding: 'halfToEven',
  numbers: { integerOverflow: 'minimum', shownDigits: { double: 15, single: 7 }, trueNumbers: 'aboveZero' },
  textOrder: 'allEqual',
  floatVariables: 'double',
  resetVariables: 'calculate',
  variablesBetweenElements: 'unchanged',
  textMarkup: 'shown',
  escapes: 'whenShown',
  textAfterElseIf: 'startsParagraph',
  fatalHazards: [
    'literalAboveInt32',
    'roundOfInteger',
    'rollOfFloat',
    'rollOfNegative',
    'equalityOfOtherTypes',
    'calculationWithText',
    'visitsOutsideContent',
    'resetAllWithoutVariables',
    'rootOfNegative',
    'divisionByZero',
  ],
  afterError: 'stop',
};
