/** Where a variable is used, in words. */
import type { Project } from '../../shared/project.ts';
import type { Told } from '../assets/use-list.tsx';
import { whoIs } from '../state/who-is.ts';
import { scriptsWords } from '../words/en/scripts.ts';
import type { ScriptUses } from './script-uses.ts';

const hows: Readonly<Record<string, string>> = {
  element: scriptsWords.inAScript,
  connection: scriptsWords.inAScriptOf,
  condition: scriptsWords.inACondition,
};

/** Who uses the variable; for a name that ends with a dot (`maren.`) who uses any of that owner. */
export function usersOf(project: Project, uses: ScriptUses, name: string): Told[] {
  const ids = new Set(
    name.endsWith('.') ? [...uses].flatMap(([each, users]) => (each.startsWith(name) ? users : [])) : (uses.get(name) ?? []),
  );
  return [...ids].flatMap((id) => {
    const kind = project.at(id)?.kind;
    return kind === undefined ? [] : [{ id, who: whoIs(project, id), how: hows[kind] ?? '' }];
  });
}
