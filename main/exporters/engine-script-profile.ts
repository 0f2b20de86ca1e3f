/** The script profile of grammar version 1 as the interpreters in C# read it (exports.md, "What the published interpreters do at run time"). */
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
  floatVariables: 'calculate',
  resetVariables: 'calculate',
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
