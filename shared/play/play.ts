/**
 * Plays a story step by step: the text of an element and the choices that follow it. Each step is immutable; going back returns the previous step.
 * enter: visits + 1 → run the content → find the open paths.    choose: run the labels on the path → enter.
 * A profile says whose interpreter it is played as; one that stops at errors shows nothing after it.
 * [Exports, G18] Like the published interpreters, except that the scripts of a label take effect when it is chosen, not when it is shown.
 */

import type { Randomness } from '../environment.ts';
import { resolveLocalizedText } from '../model/localized-text.ts';
import type { Project } from '../model/project.ts';
import type { ScriptDiagnostic } from '../script/script-diagnostic.ts';
import { type ScriptProfile, taleportScriptProfile } from '../script/script-profile.ts';
import { copyMemory, createMemory, findVariableById, type PlayMemory } from './play-memory.ts';
import { PlayOutput } from './play-output.ts';
import { createScriptCache, GameStoppedError, runContent, type ScriptCache } from './run-content.ts';
import { fromPlainValue, type PlainValue } from './script-value.ts';
import { convertVariables, reloadVariables, restoreResetVariables } from './stored-variables.ts';
import { findPathsFrom, type PlayDiagnostic, type StoryPath } from './story-paths.ts';

interface PlayChoice extends StoryPath {
  /** null if no label on the path has text. */
  readonly label: string | null;
}

export interface PlayState {
  readonly project: Project;
  readonly environment: Randomness;
  readonly profile: ScriptProfile;
  readonly scriptCache: ScriptCache;
  readonly locale: string;
  /** The element that is played. */
  readonly elementId: string;
  /** The output of its content, in the story dialect. */
  readonly html: string;
  /** Empty if an error stopped the game. */
  readonly choices: readonly PlayChoice[];
  readonly diagnostics: readonly PlayDiagnostic[];
  /** Where an error stopped the game: in the content, or where the choices are listed. */
  readonly stopped: 'content' | 'choices' | null;
  /** The state after its content ran. Read-only. */
  readonly memory: PlayMemory;
  /** The previous step; null at the beginning of the play. */
  readonly previous: PlayState | null;
  /** The state when the element was entered, and the random numbers drawn since: they make the step repeatable. */
  readonly entry: { readonly memory: PlayMemory; readonly diagnostics: readonly PlayDiagnostic[]; readonly dice: readonly number[] };
}

type PlaySetup = Pick<PlayState, 'project' | 'environment' | 'profile' | 'scriptCache' | 'locale'>;

/** Starts at an element, with the initial value of every variable. */
export function startPlay(
  project: Project,
  at: string,
  environment: Randomness,
  { locale = project.mainLocale, profile = taleportScriptProfile }: Partial<Pick<PlayState, 'locale' | 'profile'>> = {},
): PlayState {
  return enterElement({ project, environment, profile, scriptCache: createScriptCache(profile), locale }, at, createMemory(), [], null);
}

/** The same play after records have got other ids. The choices of a step have the new ones once it is replayed. `names`: the new ids, by the old ones. */
export function withRenamedRecords(state: PlayState, names: ReadonlyMap<string, string>): PlayState {
  const current = (id: string): string => names.get(id) ?? id;
  const byCurrentId = <T>(byId: ReadonlyMap<string, T>): Map<string, T> => new Map([...byId].map(([id, value]) => [current(id), value]));
  const renamed = ({ values, visits }: PlayMemory): PlayMemory => ({ values: byCurrentId(values), visits: byCurrentId(visits) });
  const before: PlayState[] = [];
  for (let step = state.previous; step; step = step.previous) before.push(step);
  const rename = (step: PlayState, previous: PlayState | null): PlayState => ({
    ...step,
    elementId: current(step.elementId),
    memory: renamed(step.memory),
    entry: { ...step.entry, memory: renamed(step.entry.memory) },
    previous,
  });
  return rename(
    state,
    before.reduceRight<PlayState | null>((earlier, step) => rename(step, earlier), null),
  );
}

/** Continues with one of the choices of the step; one with this connection must exist. */
export function takeChoice(state: PlayState, connectionId: string): PlayState {
  const choice = state.choices.find(({ connectionId: id }) => id === connectionId);
  if (!choice) throw new Error(`${connectionId} is no choice here`);
  const memory = copyMemory(state.memory);
  const diagnostics: PlayDiagnostic[] = [];
  const report = (diagnostic: PlayDiagnostic) => void diagnostics.push(diagnostic);
  // A label that stops the game has stopped it when the choices were listed.
  for (const id of choice.connectionIds) {
    runUntilStopped(() => runLabel(id, { ...state, memory, report }));
    convertVariables(state.project, memory, state.profile);
  }
  return enterElement(state, choice.targetElementId, memory, diagnostics, state);
}

/** The same play in another instance of its story, which was loaded again. To be replayed, as after any change of the story. */
export function withProject(state: PlayState, project: Project): PlayState {
  const before: PlayState[] = [];
  for (let at = state.previous; at; at = at.previous) before.push(at);
  const previous = before.reduceRight<PlayState | null>((earlier, step) => ({ ...step, project, previous: earlier }), null);
  return { ...state, project, previous };
}

/** The previous step; null at the beginning of the play. */
export const stepBack = (state: PlayState): PlayState | null => state.previous;

/**
 * Plays the same step again after the story, the language or the profile has changed: with the same random numbers, and without counting the visit
 * twice. Earlier steps stay as they are.
 */
export function replayStep(state: PlayState, change: Partial<Pick<PlayState, 'locale' | 'profile'>> = {}): PlayState {
  const scriptCache = change.profile && change.profile !== state.profile ? createScriptCache(change.profile) : state.scriptCache;
  return playElement({ ...state, ...change, scriptCache }, state.elementId, state.entry, state.previous);
}

/** A step of an earlier play, as it was entered: its element plays again with the same random numbers. The element must exist. */
export function restoreStep(
  project: Project,
  { elementId, memory, dice }: { readonly elementId: string; readonly memory: PlayMemory; readonly dice: readonly number[] },
  previous: PlayState | null,
  { environment, locale = project.mainLocale }: Pick<PlayState, 'environment'> & Partial<Pick<PlayState, 'locale'>>,
): PlayState {
  const profile = previous?.profile ?? taleportScriptProfile;
  const scriptCache = previous?.scriptCache ?? createScriptCache(profile);
  return playElement({ project, environment, profile, scriptCache, locale }, elementId, { memory, diagnostics: [], dice }, previous);
}

/** The same step with a variable set by hand; `null` restores its initial value. */
export function withVariableValue(state: PlayState, variableId: string, value: PlainValue | null): PlayState {
  const memory = copyMemory(state.memory);
  if (value === null) memory.values.delete(variableId);
  else memory.values.set(variableId, fromPlainValue(value, findVariableById(state.project, variableId)?.type));
  return withMemory(state, memory);
}

/** The same step with the number of visits of an element set by hand. */
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
  restoreResetVariables(memory, start.profile);
  return playElement(start, element, { memory, diagnostics, dice: [] }, before);
}

/** Plays an element that was entered. Recorded random numbers are used again, in the same order. */
function playElement(
  { project, environment, profile, scriptCache, locale }: PlaySetup,
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
  let memory = copyMemory(entry.memory);
  const diagnostics: PlayDiagnostic[] = [...entry.diagnostics];
  const report = (diagnostic: PlayDiagnostic) => void diagnostics.push(diagnostic);
  const context = { project, profile, scriptCache, locale, memory, elementId: element, random, report };
  let output = new PlayOutput(profile);
  const hasRun = runUntilStopped(() => runText(element, 'content', context, output));
  if (!hasRun) {
    // The game stops at the element, without its text and its changes.
    output = new PlayOutput(profile);
    memory = copyMemory(entry.memory);
  }
  convertVariables(project, memory, profile);
  const choices = hasRun ? listChoicesAndReload(context) : [];
  return {
    project,
    environment,
    profile,
    scriptCache,
    locale,
    elementId: element,
    html: output.toHtml(),
    choices: choices ?? [],
    stopped: toStop(hasRun, choices),
    diagnostics,
    memory,
    previous,
    entry: { ...entry, dice },
  };
}

function withMemory(state: PlayState, memory: PlayMemory): PlayState {
  const diagnostics: PlayDiagnostic[] = [];
  const report = (diagnostic: PlayDiagnostic) => void diagnostics.push(diagnostic);
  const choices = state.stopped === 'content' ? [] : listChoicesAndReload({ ...state, memory, random: state.environment.random, report });
  const hasRun = state.stopped !== 'content';
  return {
    ...state,
    memory,
    choices: choices ?? [],
    stopped: toStop(hasRun, choices),
    diagnostics: [...state.diagnostics.filter(({ field }) => field === 'content'), ...diagnostics],
  };
}

interface PlayContext extends Omit<PlaySetup, 'environment'> {
  readonly memory: PlayMemory;
  readonly elementId: string;
  readonly random: () => number;
  readonly report: (diagnostic: PlayDiagnostic) => void;
}

/** Undefined: an error stopped the game, while the choices were listed or when the variables were loaded after that. */
function listChoicesAndReload(context: PlayContext): PlayChoice[] | undefined {
  const choices = listChoices(context);
  const fault = choices && reloadVariables(context.project, context.memory, context.profile);
  if (!fault) return choices;
  context.report({ recordId: context.elementId, field: 'content', locale: null, block: 0, line: 1, column: 1, message: fault });
  return undefined;
}

/** Undefined: an error stopped the game. */
function listChoices(context: PlayContext): PlayChoice[] | undefined {
  let choices: PlayChoice[] | undefined;
  runUntilStopped(() => {
    const paths = findPathsFrom(context.elementId, { evaluation: context, scriptCache: context.scriptCache, report: context.report });
    choices = paths.map((path) => ({ ...path, label: resolveChoiceLabel(path, context) }));
  });
  return choices;
}

/** Whether nothing stopped the game. */
function runUntilStopped(run: () => void): boolean {
  try {
    run();
    return true;
  } catch (error) {
    if (!(error instanceof GameStoppedError)) throw error;
    return false;
  }
}

function toStop(hasRun: boolean, choices: readonly PlayChoice[] | undefined): PlayState['stopped'] {
  if (!hasRun) return 'content';
  return choices ? null : 'choices';
}

/** [Exports] The last label on the path that has text. The changes its scripts make are dropped here; they apply only when it is chosen. */
function resolveChoiceLabel({ connectionIds }: StoryPath, context: PlayContext): string | null {
  const trial = { ...context, memory: copyMemory(context.memory) };
  let label: string | null = null;
  for (const id of connectionIds) {
    const output = new PlayOutput(context.profile);
    runText(id, 'label', trial, output);
    label = output.isEmpty ? label : output.toHtml();
  }
  return label;
}

type LabelContext = Pick<PlayState, 'project' | 'profile' | 'scriptCache' | 'locale' | 'elementId' | 'environment' | 'memory'> &
  Pick<PlayContext, 'report'>;
const runLabel = (id: string, state: LabelContext): void => runText(id, 'label', { ...state, random: state.environment.random }, null);

function runText(recordId: string, field: 'content' | 'label', context: PlayContext, output: PlayOutput | null): void {
  const { project, scriptCache, report } = context;
  const text = field === 'content' ? project.find('element', recordId)?.content : project.find('connection', recordId)?.label;
  const { html, iso } = resolveLocalizedText(text ?? {}, context.locale, project.projectRecord.locales);
  if (html === null) return;
  const reportHere = (diagnostic: ScriptDiagnostic) => report({ ...diagnostic, recordId, field, locale: iso });
  runContent(html, { evaluation: { ...context, field }, scriptCache, output, report: reportHere });
}
