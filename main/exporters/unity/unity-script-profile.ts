/** The interpreter of the published Unity plugin: float variables have single precision, with which its operators cannot calculate. */
import type { ScriptProfile } from '../../../shared/script/script-profile.ts';
import { engineScriptProfile } from '../engine-script-profile.ts';

export const unityScriptProfile: ScriptProfile = { ...engineScriptProfile, floatVariables: 'inert' };
