/**
 * Random walks through a story: which elements are reached, and which never. Half of the steps are random, half take the path used least, so
 * that a walk explores more than the busiest part. A generator: the caller decides when to run the next slice and when to stop.
 */

import type { Randomness } from '../environment.ts';
import { resolveLocalizedText } from '../model/localized-text.ts';
import type { Project } from '../model/project.ts';
import { type ScriptProfile, taleportScriptProfile } from '../script/script-profile.ts';
import { createMemory } from './play-memory.ts';
import { createScriptCache, GameStoppedError, runContent } from './run-content.ts';
import { convertVariables, reloadVariables, restoreResetVariables } from './stored-variables.ts';
import { findPathsFrom, type PlayDiagnostic, type StoryPath } from './story-paths.ts';

export interface WalkCoverage {
  /** How often each element was entered, by id. */
  readonly visitCounts: ReadonlyMap<string, number>;
  /** Elements at which a walk ended. */
  readonly deadEnds: ReadonlySet<string>;
  /** Elements at which an error stopped the game, if the profile stops at errors. */
  readonly stops: ReadonlySet<string>;
  /** Each error once. */
  readonly diagnostics: readonly PlayDiagnostic[];
  readonly walks: number;
  readonly steps: number;
}

interface RandomWalkOptions {
  readonly startElementId: string;
  /** The maximum number of steps, of all walks and of a single one. */
  readonly maxSteps: number;
  readonly maxWalkLength?: number;
  /** Steps in a slice, short enough for the screen to stay responsive. */
  readonly stepsPerSlice?: number;
  readonly profile?: ScriptProfile;
}

/** Yields the same object each time, with updated counts. */
export function* walkStoryRandomly(
  project: Project,
  environment: Randomness,
  { startElementId, maxSteps, maxWalkLength = 400, stepsPerSlice = 200, profile = taleportScriptProfile }: RandomWalkOptions,
): Generator<WalkCoverage> {
  const visitCounts = new Map<string, number>();
  const deadEnds = new Set<string>();
  const stops = new Set<string>();
  const diagnosticByKey = new Map<string, PlayDiagnostic>();
  const scriptCache = createScriptCache(profile);
  const report = (diagnostic: PlayDiagnostic) => {
    const key = `${diagnostic.recordId} ${diagnostic.field} ${diagnostic.block} ${diagnostic.line} ${diagnostic.column} ${diagnostic.message.key}`;
    if (!diagnosticByKey.has(key)) diagnosticByKey.set(key, diagnostic);
  };
  let diagnostics: readonly PlayDiagnostic[] = [];
  let done = 0;
  let walks = 0;
  const walked = (): WalkCoverage => {
    if (diagnosticByKey.size !== diagnostics.length) diagnostics = [...diagnosticByKey.values()];
    return { visitCounts, deadEnds, stops, diagnostics, walks, steps: done };
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
      const evaluation = { project, profile, memory, elementId: element, random: environment.random };
      const run = (recordId: string, field: 'content' | 'label') => {
        const text = field === 'content' ? project.find('element', recordId)?.content : project.find('connection', recordId)?.label;
        const { html, iso } = resolveLocalizedText(text ?? {}, project.mainLocale, project.projectRecord.locales);
        if (html?.includes('<code'))
          runContent(html, {
            evaluation: { ...evaluation, field },
            scriptCache,
            output: null,
            report: (diagnostic) => report({ ...diagnostic, recordId, field, locale: iso }),
          });
      };
      try {
        restoreResetVariables(memory, profile);
        run(element, 'content');
        convertVariables(project, memory, profile);
        const paths = findPathsFrom(element, { evaluation, scriptCache, report });
        const fault = reloadVariables(project, memory, profile);
        if (fault) {
          report({ recordId: element, field: 'content', locale: null, block: 0, line: 1, column: 1, message: fault });
          throw new GameStoppedError();
        }
        const path = pickPath(paths, visitCounts, environment);
        if (!path) deadEnds.add(element);
        for (const id of path?.connectionIds ?? []) run(id, 'label');
        at = path?.targetElementId;
      } catch (error) {
        if (!(error instanceof GameStoppedError)) throw error;
        stops.add(element);
        at = undefined;
      }
      if (done % stepsPerSlice === 0) yield walked();
    }
  }
  yield walked();
}

function pickPath(paths: readonly StoryPath[], entered: ReadonlyMap<string, number>, { random }: Randomness): StoryPath | undefined {
  if (paths.length < 2) return paths[0];
  if (random() < 0.5) return paths[Math.floor(random() * paths.length)];
  const times = ({ targetElementId }: StoryPath) => entered.get(targetElementId) ?? 0;
  return paths.reduce((least, path) => (times(path) < times(least) ? path : least));
}
