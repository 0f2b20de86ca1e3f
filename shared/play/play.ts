/**
 * Plays a story step by step: what an element says, and where it can go on. Each step is a value; going back is taking the one before.
 *   enter: visits + 1 → content runs → ways are looked for.    choose: the labels on the way run → enter.
 * [Exports, G18] As the published interpreters do it, but that a label's scripts take effect when it is chosen, not when it is shown.
 */

import type { Environment } from '../environment.ts';
import type { Project } from '../model/project.ts';
import { resolveLocalizedText } from '../model/resolve-localized-text.ts';
import type { ScriptDiagnostic } from '../script/script-diagnostic.ts';
import { copyMemory, createMemory, type PlayMemory } from './play-memory.ts';
import { PlayOutput } from './play-output.ts';
import { createScriptCache, runContent, type ScriptCache } from './run-content.ts';
import type { ScriptValue } from './script-value.ts';
import { findPathsFrom, type PlayDiagnostic, type StoryPath } from './story-paths.ts';

export interface PlayChoice extends StoryPath {
  /** null where no label on the way says anything. */
  readonly label: string | null;
}

export interface PlayState {
  readonly project: Project;
  readonly environment: Environment;
  readonly scriptCache: ScriptCache;
  readonly locale: string;
  /** The element that is played. */
  readonly elementId: string;
  /** What its content said, in the story dialect. */
  readonly html: string;
  readonly choices: readonly PlayChoice[];
  readonly diagnostics: readonly PlayDiagnostic[];
  /** After its content ran. Not to be written to. */
  readonly memory: PlayMemory;
  /** The step before; null where the play began. */
  readonly previous: PlayState | null;
  /** As it was when the element was entered, and the dice that were thrown since: with them a step can be played again. */
  readonly entry: { readonly memory: PlayMemory; readonly diagnostics: readonly PlayDiagnostic[]; readonly dice: readonly number[] };
}

type PlaySetup = Pick<PlayState, 'project' | 'environment' | 'scriptCache' | 'locale'>;

/** Begins at an element, with every variable as the story has it. */
export function startPlay(project: Project, at: string, environment: Environment, locale: string = project.mainLocale): PlayState {
  return enterElement({ project, environment, scriptCache: createScriptCache(), locale }, at, createMemory(), [], null);
}

/** Goes on by one of the choices of the step; there must be one with this connection. */
export function takeChoice(state: PlayState, connectionId: string): PlayState {
  const choice = state.choices.find(({ connectionId: id }) => id === connectionId);
  if (!choice) throw new Error(`${connectionId} is no choice here`);
  const memory = copyMemory(state.memory);
  const faults: PlayDiagnostic[] = [];
  for (const id of choice.connectionIds) runLabel(id, { ...state, memory, report: (fault) => faults.push(fault) });
  return enterElement(state, choice.targetElementId, memory, faults, state);
}

/** The step before; null where the play began. */
export const stepBack = (state: PlayState): PlayState | null => state.previous;

/** The same step, after the story was changed or in another language: the same dice, nothing counted twice. */
export function replayStep(state: PlayState, locale: string = state.locale): PlayState {
  return playElement({ ...state, locale }, state.elementId, state.entry, state.previous);
}

/** The same step with a variable set by hand; `null` gives it the value the story begins with. */
export function withVariableValue(state: PlayState, variableId: string, value: ScriptValue | null): PlayState {
  const memory = copyMemory(state.memory);
  if (value === null) memory.values.delete(variableId);
  else memory.values.set(variableId, value);
  return withMemory(state, memory);
}

/** The same step with the visits of an element set by hand. */
export function withVisitCount(state: PlayState, elementId: string, count: number): PlayState {
  const memory = copyMemory(state.memory);
  memory.visits.set(elementId, count);
  return withMemory(state, memory);
}

function enterElement(
  start: PlaySetup,
  element: string,
  memory: PlayMemory,
  diagnostics: readonly PlayDiagnostic[],
  before: PlayState | null,
): PlayState {
  memory.visits.set(element, (memory.visits.get(element) ?? 0) + 1);
  return playElement(start, element, { memory, diagnostics, dice: [] }, before);
}

/** Plays an element that was entered. Dice that are known fall again as they did. */
function playElement(
  { project, environment, scriptCache, locale }: PlaySetup,
  element: string,
  entry: PlayState['entry'],
  previous: PlayState | null,
): PlayState {
  const dice: number[] = [];
  const random = () => {
    const die = entry.dice[dice.length] ?? environment.random();
    dice.push(die);
    return die;
  };
  const memory = copyMemory(entry.memory);
  const diagnostics: PlayDiagnostic[] = [...entry.diagnostics];
  const report = (fault: PlayDiagnostic) => void diagnostics.push(fault);
  const running = { project, scriptCache, locale, memory, elementId: element, random, report };
  const output = new PlayOutput();
  runText(element, 'content', running, output);
  const choices = listChoices(running);
  return {
    project,
    environment,
    scriptCache,
    locale,
    elementId: element,
    html: output.toHtml(),
    choices,
    diagnostics,
    memory,
    previous,
    entry: { ...entry, dice },
  };
}

function withMemory(state: PlayState, memory: PlayMemory): PlayState {
  const faults: PlayDiagnostic[] = [];
  const choices = listChoices({ ...state, memory, random: state.environment.random, report: (fault) => faults.push(fault) });
  return { ...state, memory, choices, diagnostics: [...state.diagnostics.filter(({ field }) => field === 'content'), ...faults] };
}

interface PlayContext extends Omit<PlaySetup, 'environment'> {
  readonly memory: PlayMemory;
  readonly elementId: string;
  readonly random: () => number;
  readonly report: (fault: PlayDiagnostic) => void;
}

function listChoices(running: PlayContext): PlayChoice[] {
  const ways = findPathsFrom(running.elementId, { evaluation: running, scriptCache: running.scriptCache, report: running.report });
  return ways.map((way) => ({ ...way, label: resolveChoiceLabel(way, running) }));
}

/** [Exports] The last label on the way that says anything; what its scripts change stays without effect until it is chosen. */
function resolveChoiceLabel({ connectionIds }: StoryPath, running: PlayContext): string | null {
  const trial = { ...running, memory: copyMemory(running.memory) };
  let label: string | null = null;
  for (const id of connectionIds) {
    const output = new PlayOutput();
    runText(id, 'label', trial, output);
    label = output.isEmpty ? label : output.toHtml();
  }
  return label;
}

type LabelContext = Pick<PlayState, 'project' | 'scriptCache' | 'locale' | 'elementId' | 'environment' | 'memory'> &
  Pick<PlayContext, 'report'>;
const runLabel = (id: string, state: LabelContext): void => runText(id, 'label', { ...state, random: state.environment.random }, null);

function runText(recordId: string, field: 'content' | 'label', running: PlayContext, output: PlayOutput | null): void {
  const { project, scriptCache, report } = running;
  const text = field === 'content' ? project.find('element', recordId)?.content : project.find('connection', recordId)?.label;
  const { html, iso } = resolveLocalizedText(text ?? {}, running.locale, project.projectRecord.locales);
  if (html === null) return;
  const here = (fault: ScriptDiagnostic) => report({ ...fault, recordId, field, locale: iso });
  runContent(html, { evaluation: running, scriptCache, output, report: here });
}
