/**
 * The interpreter of the Unity plugin that was published for version 2 of the grammar and then withdrawn. Its float variables start with
 * single precision: results may differ in the eighth digit, and `round`, `sqrt` and `roll` throw on such a value.
 */
import type { ScriptProfile } from '../../../shared/script/script-profile.ts';
import { engineScriptProfile } from '../engine-script-profile.ts';

export const unityV2ScriptProfile: ScriptProfile = {
  ...engineScriptProfile,
  grammar: 2,
  hasScopedVariables: true,
  rightSide: 'whenNeeded',
  logicValue: 'v2',
  floatVariables: 'single',
  textAfterElseIf: 'continuesParagraph',
  fatalHazards: engineScriptProfile.fatalHazards.filter((each) => each !== 'visitsOutsideContent' && each !== 'resetAllWithoutVariables'),
};
