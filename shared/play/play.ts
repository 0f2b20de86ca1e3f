/**
 * Plays a story step by step: what an element says, and where it can go on. Each step is a value; going back is taking the one before.
 *   enter: visits + 1 → content runs → ways are looked for.    choose: the labels on the way run → enter.
 * [Exports, G18] As the published interpreters do it, but that a label's scripts take effect when it is chosen, not when it is shown.
 */
import type { Project } from '../project.ts';
import type { ScriptFault } from '../script/fault.ts';
import { textIn } from '../text-in.ts';
import type { World } from '../world.ts';
import { copyOf, emptyMemory, type Memory } from './memory.ts';
import { Output } from './output.ts';
import { parsedScripts, runContent, type Scripts } from './run.ts';
import type { Value } from './values.ts';
import { type PlayFault, type Way, waysFrom } from './ways.ts';

export interface Choice extends Way {
  /** null where no label on the way says anything. */
  readonly label: string | null;
}

export interface PlayState {
  readonly project: Project;
  readonly world: World;
  readonly scripts: Scripts;
  readonly locale: string;
  /** The element that is played. */
  readonly element: string;
  /** What its content said, in the story dialect. */
  readonly html: string;
  readonly choices: readonly Choice[];
  readonly faults: readonly PlayFault[];
  /** After its content ran. Not to be written to. */
  readonly memory: Memory;
  /** The step before; null where the play began. */
  readonly before: PlayState | null;
  /** As it was when the element was entered, and the dice that were thrown since: with them a step can be played again. */
  readonly entry: { readonly memory: Memory; readonly faults: readonly PlayFault[]; readonly dice: readonly number[] };
}

type Start = Pick<PlayState, 'project' | 'world' | 'scripts' | 'locale'>;

/** Begins at an element, with every variable as the story has it. */
export function startPlay(project: Project, at: string, world: World, locale: string = project.mainLocale): PlayState {
  return enter({ project, world, scripts: parsedScripts(), locale }, at, emptyMemory(), [], null);
}

/** Goes on by one of the choices of the step; there must be one with this connection. */
export function choose(state: PlayState, connectionId: string): PlayState {
  const choice = state.choices.find(({ id }) => id === connectionId);
  if (!choice) throw new Error(`${connectionId} is no choice here`);
  const memory = copyOf(state.memory);
  const faults: PlayFault[] = [];
  for (const id of choice.connections) runLabel(id, { ...state, memory, tell: (fault) => faults.push(fault) });
  return enter(state, choice.target, memory, faults, state);
}

/** The step before; null where the play began. */
export const back = (state: PlayState): PlayState | null => state.before;

/** The same step, after the story was changed or in another language: the same dice, nothing counted twice. */
export function playAgain(state: PlayState, locale: string = state.locale): PlayState {
  return step({ ...state, locale }, state.element, state.entry, state.before);
}

/** The same step with a variable set by hand; `null` gives it the value the story begins with. */
export function withValue(state: PlayState, variableId: string, value: Value | null): PlayState {
  const memory = copyOf(state.memory);
  if (value === null) memory.values.delete(variableId);
  else memory.values.set(variableId, value);
  return withMemory(state, memory);
}

/** The same step with the visits of an element set by hand. */
export function withVisits(state: PlayState, elementId: string, count: number): PlayState {
  const memory = copyOf(state.memory);
  memory.visits.set(elementId, count);
  return withMemory(state, memory);
}

function enter(start: Start, element: string, memory: Memory, faults: readonly PlayFault[], before: PlayState | null): PlayState {
  memory.visits.set(element, (memory.visits.get(element) ?? 0) + 1);
  return step(start, element, { memory, faults, dice: [] }, before);
}

/** Plays an element that was entered. Dice that are known fall again as they did. */
function step({ project, world, scripts, locale }: Start, element: string, entry: PlayState['entry'], before: PlayState | null): PlayState {
  const dice: number[] = [];
  const random = () => {
    const die = entry.dice[dice.length] ?? world.random();
    dice.push(die);
    return die;
  };
  const memory = copyOf(entry.memory);
  const faults: PlayFault[] = [...entry.faults];
  const tell = (fault: PlayFault) => void faults.push(fault);
  const running = { project, scripts, locale, memory, element, random, tell };
  const output = new Output();
  runText(element, 'content', running, output);
  const choices = choicesOf(running);
  return { project, world, scripts, locale, element, html: output.html(), choices, faults, memory, before, entry: { ...entry, dice } };
}

function withMemory(state: PlayState, memory: Memory): PlayState {
  const faults: PlayFault[] = [];
  const choices = choicesOf({ ...state, memory, random: state.world.random, tell: (fault) => faults.push(fault) });
  return { ...state, memory, choices, faults: [...state.faults.filter(({ field }) => field === 'content'), ...faults] };
}

interface Running extends Omit<Start, 'world'> {
  readonly memory: Memory;
  readonly element: string;
  readonly random: () => number;
  readonly tell: (fault: PlayFault) => void;
}

function choicesOf(running: Running): Choice[] {
  const ways = waysFrom(running.element, { around: running, scripts: running.scripts, tell: running.tell });
  return ways.map((way) => ({ ...way, label: labelOf(way, running) }));
}

/** [Exports] The last label on the way that says anything; what its scripts change stays without effect until it is chosen. */
function labelOf({ connections }: Way, running: Running): string | null {
  const trial = { ...running, memory: copyOf(running.memory) };
  let label: string | null = null;
  for (const id of connections) {
    const output = new Output();
    runText(id, 'label', trial, output);
    label = output.isEmpty ? label : output.html();
  }
  return label;
}

type Labelled = Pick<PlayState, 'project' | 'scripts' | 'locale' | 'element' | 'world' | 'memory'> & Pick<Running, 'tell'>;
const runLabel = (id: string, state: Labelled): void => runText(id, 'label', { ...state, random: state.world.random }, null);

function runText(id: string, field: 'content' | 'label', running: Running, output: Output | null): void {
  const { project, scripts, tell } = running;
  const text = field === 'content' ? project.find('element', id)?.content : project.find('connection', id)?.label;
  const { html, iso } = textIn(text ?? {}, running.locale, project.root.locales);
  if (html === null) return;
  const here = (fault: ScriptFault) => tell({ ...fault, id, field, locale: iso });
  runContent(html, { around: running, scripts, output, tell: here });
}
