/**
 * Random walks through a story: which elements are reached, and which never. Half of the steps go at random, half the way least gone, so that
 * a walk does not stay in the busy middle. A generator: whoever runs it rests between two slices and may stop at any time.
 */
import type { Project } from '../project.ts';
import { textIn } from '../text-in.ts';
import type { World } from '../world.ts';
import { emptyMemory } from './memory.ts';
import { parsedScripts, runContent } from './run.ts';
import { conditionsOf, type PlayFault, type Way, waysFrom } from './ways.ts';

export interface Walked {
  /** By element, how often it was entered. */
  readonly entered: ReadonlyMap<string, number>;
  /** Elements where a walk could not go on. */
  readonly ends: ReadonlySet<string>;
  /** Each once. */
  readonly faults: readonly PlayFault[];
  readonly walks: number;
  readonly steps: number;
}

export interface WalkOptions {
  readonly from: string;
  /** Steps altogether, and in one walk. */
  readonly steps: number;
  readonly longest?: number;
  /** Steps between two turns of the screen. */
  readonly slice?: number;
}

/** Gives the same object again and again, as it fills. */
export function* walkStory(project: Project, world: World, { from, steps, longest = 400, slice = 200 }: WalkOptions): Generator<Walked> {
  const entered = new Map<string, number>();
  const ends = new Set<string>();
  const faults = new Map<string, PlayFault>();
  const scripts = parsedScripts();
  const tell = (fault: PlayFault) => {
    const key = `${fault.id} ${fault.field} ${fault.block} ${fault.line} ${fault.column} ${fault.message}`;
    if (!faults.has(key)) faults.set(key, fault);
  };
  let told: readonly PlayFault[] = [];
  let done = 0;
  let walks = 0;
  const walked = (): Walked => {
    if (faults.size !== told.length) told = [...faults.values()];
    return { entered, ends, faults: told, walks, steps: done };
  };
  while (done < steps) {
    walks++;
    const memory = emptyMemory();
    let at: string | undefined = from;
    for (let length = 0; at !== undefined && length < longest && done < steps; length++) {
      const element: string = at;
      done++;
      entered.set(element, (entered.get(element) ?? 0) + 1);
      memory.visits.set(element, (memory.visits.get(element) ?? 0) + 1);
      const around = { project, memory, element, random: world.random };
      const run = (id: string, field: 'content' | 'label') => {
        const text = field === 'content' ? project.find('element', id)?.content : project.find('connection', id)?.label;
        const { html, iso } = textIn(text ?? {}, project.mainLocale, project.root.locales);
        if (html?.includes('<code'))
          runContent(html, { around, scripts, output: null, tell: (fault) => tell({ ...fault, id, field, locale: iso }) });
      };
      run(element, 'content');
      const ways = waysFrom(element, { around, scripts, tell });
      const way = pick(ways, entered, world);
      if (!way) ends.add(element);
      for (const id of way?.connections ?? []) run(id, 'label');
      at = way?.target;
      if (done % slice === 0) yield walked();
    }
  }
  yield walked();
}

function pick(ways: readonly Way[], entered: ReadonlyMap<string, number>, { random }: World): Way | undefined {
  if (ways.length < 2) return ways[0];
  if (random() < 0.5) return ways[Math.floor(random() * ways.length)];
  const times = ({ target }: Way) => entered.get(target) ?? 0;
  return ways.reduce((least, way) => (times(way) < times(least) ? way : least));
}

/** The elements that any way leads to, whatever the conditions say. */
export function reachable(project: Project, from: string): Set<string> {
  const reached = new Set<string>();
  const waiting = [from];
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    if (reached.has(at)) continue;
    reached.add(at);
    const jumper = project.find('jumper', at);
    if (jumper) waiting.push(...(jumper.elementId === null ? [] : [jumper.elementId]));
    else if (project.find('branch', at)) for (const { id } of conditionsOf(project, at)) waiting.push(...targetsOf(project, id));
    else waiting.push(...targetsOf(project, at));
  }
  return new Set([...reached].filter((id) => project.find('element', id)));
}

const targetsOf = (project: Project, id: string): string[] =>
  project.list(id, 'outputs').flatMap((each) => project.find('connection', each)?.targetid ?? []);
