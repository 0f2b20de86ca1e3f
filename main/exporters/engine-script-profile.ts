/** The script profile that the published interpreters of the engines have in common (exports.md, "What each importer throws on"). */
import type { ScriptProfile } from '../../shared/script/script-profile.ts';

export const engineScriptProfile: ScriptProfile = {
  grammar: 1,
  topLevelElements: ['p', 'blockquote', 'pre'],
  statementsPerBlock: 'one',
  emptyText: '<p></p>',
};
