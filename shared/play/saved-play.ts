/**
 * Saves a play as text and resumes it. Each step is stored as it was entered, so a play survives a change of the story: steps whose
 * elements no longer exist are left out, as are the values of variables that no longer exist.
 */
import type { Randomness } from '../environment.ts';
import { parseJsonOrUndefined } from '../json.ts';
import type { Project } from '../model/project.ts';
import { type PlayState, restoreStep } from './play.ts';
import { findVariableById, type PlayMemory } from './play-memory.ts';
import type { ScriptValue } from './script-value.ts';

interface SavedStep {
  readonly element: string;
  readonly values: readonly (readonly [id: string, value: ScriptValue])[];
  readonly visits: readonly (readonly [id: string, count: number])[];
  readonly dice: readonly number[];
}

/** A long play is saved with its last steps only. A step counts as the number of values that it stores. */
const maxSavedValues = 4000;

export function savePlay(state: PlayState): string {
  const steps: SavedStep[] = [];
  let size = 0;
  for (let at: PlayState | null = state; at && (steps.length === 0 || size < maxSavedValues); at = at.previous) {
    const { memory, dice } = at.entry;
    steps.unshift({ element: at.elementId, values: [...memory.values], visits: [...memory.visits], dice });
    size += 1 + memory.values.size + memory.visits.size + dice.length;
  }
  return JSON.stringify(steps);
}

/** Null if nothing of it can be resumed. The text may come from anywhere: nothing but values of the right form is read from it. */
export function resumePlay(project: Project, saved: string, environment: Randomness, locale: string): PlayState | null {
  let state: PlayState | null = null;
  for (const { element: elementId, dice, ...step } of parseSteps(saved))
    if (project.find('element', elementId))
      state = restoreStep(project, { elementId, memory: toMemory(project, step), dice }, state, { environment, locale });
  return state;
}

function toMemory(project: Project, { values, visits }: Pick<SavedStep, 'values' | 'visits'>): PlayMemory {
  return {
    values: new Map(values.filter(([id]) => findVariableById(project, id))),
    visits: new Map(visits.filter(([id]) => project.find('element', id))),
  };
}

function parseSteps(saved: string): SavedStep[] {
  const steps = parseJsonOrUndefined(saved, { values: saved.length, depth: 16 });
  return Array.isArray(steps) && steps.every(isStep) ? steps : [];
}

function isStep(value: unknown): value is SavedStep {
  if (typeof value !== 'object' || value === null) return false;
  const { element, values, visits, dice }: { element?: unknown; values?: unknown; visits?: unknown; dice?: unknown } = value;
  return typeof element === 'string' && isPairs(values, isScriptValue) && isPairs(visits, isCount) && isList(dice, isNumber);
}

const isList = (value: unknown, isItem: (item: unknown) => boolean): boolean => Array.isArray(value) && value.every(isItem);
const isPairs = (value: unknown, isValue: (item: unknown) => boolean): boolean =>
  isList(value, (pair) => Array.isArray(pair) && pair.length === 2 && typeof pair[0] === 'string' && isValue(pair[1]));
const isNumber = (value: unknown): boolean => typeof value === 'number';
const isCount = (value: unknown): boolean => Number.isSafeInteger(value);

/** There are no single or inert values when a story is played as in Taleport. */
function isScriptValue(value: unknown): boolean {
  if (typeof value === 'string' || typeof value === 'boolean') return true;
  if (typeof value !== 'object' || value === null) return false;
  const { type, number }: { type?: unknown; number?: unknown } = value;
  return (type === 'integer' || type === 'float') && isNumber(number);
}
