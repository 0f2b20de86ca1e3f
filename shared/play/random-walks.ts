/**
 * Random walks through a story: which elements are reached, and which never. Half of the steps go at random, half the way least gone, so that
 * a walk does not stay in the busy middle. A generator: whoever runs it rests between two slices and may stop at any time.
 */

import type { Environment } from '../environment.ts';
import type { Project } from '../model/project.ts';
import { resolveLocalizedText } from '../model/resolve-localized-text.ts';
import { createMemory } from './play-memory.ts';
import { createScriptCache, runContent } from './run-content.ts';
import { findPathsFrom, listConditions, type PlayDiagnostic, type StoryPath } from './story-paths.ts';

export interface WalkCoverage {
  /** By element, how often it was entered. */
  readonly visitCounts: ReadonlyMap<string, number>;
  /** Elements where a walk could not go on. */
  readonly deadEnds: ReadonlySet<string>;
  /** Each once. */
  readonly diagnostics: readonly PlayDiagnostic[];
  readonly walks: number;
  readonly steps: number;
}

export interface RandomWalkOptions {
  readonly startElementId: string;
  /** Steps altogether, and in one walk. */
  readonly maxSteps: number;
  readonly maxWalkLength?: number;
  /** Steps between two turns of the screen. */
  readonly stepsPerSlice?: number;
}

/** Gives the same object again and again, as it fills. */
export function* walkStoryRandomly(
  project: Project,
  world: Environment,
  { startElementId, maxSteps, maxWalkLength = 400, stepsPerSlice = 200 }: RandomWalkOptions,
): Generator<WalkCoverage> {
  const visitCounts = new Map<string, number>();
  const deadEnds = new Set<string>();
  const faults = new Map<string, PlayDiagnostic>();
  const scriptCache = createScriptCache();
  const report = (fault: PlayDiagnostic) => {
    const key = `${fault.recordId} ${fault.field} ${fault.block} ${fault.line} ${fault.column} ${fault.message}`;
    if (!faults.has(key)) faults.set(key, fault);
  };
  let told: readonly PlayDiagnostic[] = [];
  let done = 0;
  let walks = 0;
  const walked = (): WalkCoverage => {
    if (faults.size !== told.length) told = [...faults.values()];
    return { visitCounts, deadEnds, diagnostics: told, walks, steps: done };
  };
  while (done < maxSteps) {
    walks++;
    const memory = createMemory();
    let at: string | undefined = startElementId;
    for (let length = 0; at !== undefined && length < maxWalkLength && done < maxSteps; length++) {
      const element: string = at;
      done++;
      visitCounts.set(element, (visitCounts.get(element) ?? 0) + 1);
      memory.visits.set(element, (memory.visits.get(element) ?? 0) + 1);
      const evaluation = { project, memory, elementId: element, random: world.random };
      const run = (recordId: string, field: 'content' | 'label') => {
        const text = field === 'content' ? project.find('element', recordId)?.content : project.find('connection', recordId)?.label;
        const { html, iso } = resolveLocalizedText(text ?? {}, project.mainLocale, project.projectRecord.locales);
        if (html?.includes('<code'))
          runContent(html, {
            evaluation,
            scriptCache,
            output: null,
            report: (fault) => report({ ...fault, recordId, field, locale: iso }),
          });
      };
      run(element, 'content');
      const ways = findPathsFrom(element, { evaluation, scriptCache, report });
      const way = pickPath(ways, visitCounts, world);
      if (!way) deadEnds.add(element);
      for (const id of way?.connectionIds ?? []) run(id, 'label');
      at = way?.targetElementId;
      if (done % stepsPerSlice === 0) yield walked();
    }
  }
  yield walked();
}

function pickPath(ways: readonly StoryPath[], entered: ReadonlyMap<string, number>, { random }: Environment): StoryPath | undefined {
  if (ways.length < 2) return ways[0];
  if (random() < 0.5) return ways[Math.floor(random() * ways.length)];
  const times = ({ targetElementId }: StoryPath) => entered.get(targetElementId) ?? 0;
  return ways.reduce((least, way) => (times(way) < times(least) ? way : least));
}

/** The elements that any way leads to, whatever the conditions say. */
export function findReachableElements(project: Project, from: string): Set<string> {
  const reached = new Set<string>();
  const waiting = [from];
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    if (reached.has(at)) continue;
    reached.add(at);
    const jumper = project.find('jumper', at);
    if (jumper) waiting.push(...(jumper.elementId === null ? [] : [jumper.elementId]));
    else if (project.find('branch', at)) for (const { id } of listConditions(project, at)) waiting.push(...outputTargets(project, id));
    else waiting.push(...outputTargets(project, at));
  }
  return new Set([...reached].filter((id) => project.find('element', id)));
}

const outputTargets = (project: Project, id: string): string[] =>
  project.childIds(id, 'outputs').flatMap((each) => project.find('connection', each)?.targetid ?? []);
