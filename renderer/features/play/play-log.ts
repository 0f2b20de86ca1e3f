/** The steps of a play from its first element to the current one, each with the variables that changed there. */
import type { PlayState } from '../../../shared/play/play.ts';
import { findVariableById, readVariable } from '../../../shared/play/play-memory.ts';
import { formatScriptValue } from '../../../shared/play/script-value.ts';

export interface PlayLogStep {
  readonly elementId: string;
  readonly changes: readonly { readonly name: string; readonly before: string; readonly after: string }[];
  readonly errorCount: number;
}

/** More steps are left out at the beginning. */
const maxSteps = 500;

export function listPlaySteps(state: PlayState): readonly PlayLogStep[] {
  const steps: PlayLogStep[] = [];
  for (let at: PlayState | null = state; at && steps.length < maxSteps; at = at.previous)
    steps.push({ elementId: at.elementId, changes: changesOf(at), errorCount: at.diagnostics.length });
  return steps.reverse();
}

/** Compared with the end of the previous step: changes by the label of the choice belong to the step that it leads to. */
function changesOf({ project, memory, profile, previous }: PlayState): PlayLogStep['changes'] {
  const before = previous?.memory ?? { values: new Map(), visits: new Map() };
  const ids = new Set([...before.values.keys(), ...memory.values.keys()]);
  return [...ids].flatMap((id) => {
    const variable = findVariableById(project, id);
    if (!variable) return [];
    const [old, now] = [before, memory].map((each) => formatScriptValue(readVariable(each, variable, profile), profile));
    return old === now || old === undefined || now === undefined ? [] : [{ name: variable.name, before: old, after: now }];
  });
}
