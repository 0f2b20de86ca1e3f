/**
 * The interpreter of the published Unreal plugin, in C++: what it parses and what it throws on. Division by zero and the root of a negative
 * number produce infinite and undefined numbers. Its public source calculates wrongly (1+2*3 is 3). The plugin that is shipped may not, so
 * results are those of grammar version 1.
 */
import type { ScriptProfile } from '../../../shared/script/script-profile.ts';
import { engineScriptProfile } from '../engine-script-profile.ts';

export const unrealScriptProfile: ScriptProfile = {
  ...engineScriptProfile,
  hasUnreliableResults: true,
  missingOperators: ['%', '%='],
  missingFunctions: ['resetVisits'],
  logicValue: 'boolean',
  resultTypes: { abs: 'argument', sqr: 'argument', extreme: 'float', round: 'float' },
  rounding: 'halfAwayFromZero',
  fatalHazards: [
    'literalAboveInt32',
    'rollOfFloat',
    'rollOfZero',
    'extremeOfOther',
    'equalityOfOtherTypes',
    'numberAppendedToText',
    'booleanAfterNumber',
  ],
};
