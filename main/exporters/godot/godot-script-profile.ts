/** The interpreter of the published Godot plugin for C#: `reset` assigns a Godot Variant, with which its operators cannot calculate. */
import type { ScriptProfile } from '../../../shared/script/script-profile.ts';
import { engineScriptProfile } from '../engine-script-profile.ts';

export const godotScriptProfile: ScriptProfile = { ...engineScriptProfile, resetVariables: 'inert' };
