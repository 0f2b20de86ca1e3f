/** What is to be said of a story before it is exported. It never stops anything itself and changes nothing. */
import type { ExportFormat, Finding } from '../../shared/findings.ts';
import type { Project } from '../../shared/project.ts';
import { checkAssetNames } from './check/asset-names.ts';
import { Checking, type CheckOptions } from './check/checking.ts';
import { type KeptCheck, keepCheck, keptCheck } from './check/kept-check.ts';
import { checkRecord } from './check/record-rules.ts';
import { checkStart } from './check/start.ts';
import { checkReach, reachedFromStart } from './check/ways.ts';
import { isWorthKeeping } from './kept-story.ts';

/**
 * [Exports] An error is only what the engine's importer would throw on and the export cannot write around: no start, a script its grammar refuses.
 * Without an engine: what any of them would throw on. Errors come first; then by rule and id, so that the same story always says the same.
 */
export function checkStory(project: Project, engine?: ExportFormat, options: CheckOptions = {}): Finding[] {
  const checks = checkInSteps(project, engine, options);
  for (;;) {
    const step = checks.next();
    if (step.done) return step.value;
  }
}

/** The same with a rest now and then: from scratch a large story takes a while. Changed meanwhile, what comes out is to be thrown away. */
export function* checkInSteps(project: Project, engine?: ExportFormat, options: CheckOptions = {}): Generator<void, Finding[]> {
  const checking = new Checking(project, engine, options);
  const keeps = checking.boards.isWhole && isWorthKeeping(project);
  const name = [engine, options.fallbackContents ?? false, ...checking.languages].join('/');
  const kept = keeps ? keptCheck(project, name) : undefined;
  const check = kept?.known ?? { seen: 0, found: new Map(), list: [], names: [], reached: null };
  const { count } = project.recent;
  yield* checkRecords(checking, check, kept?.again.records ?? null);
  if (!kept || kept.again.names) check.names = told(checking, checkAssetNames);
  if (!kept || kept.again.reach) check.reached = reachedFromStart(checking);
  const story = told(checking, () => {
    checkStart(checking);
    checkReach(checking, check.reached);
  });
  if (keeps) keepCheck(project, name, check, count);
  return [...story, ...check.names, ...check.list].sort(inOrder);
}

/** Records looked at between two rests: some ten milliseconds, more with many languages. */
const SLICE = 200;

/** `again`: those to be looked at again; null for all of them. */
function* checkRecords(checking: Checking, check: KeptCheck, again: ReadonlySet<string> | null): Generator<void> {
  const { project } = checking;
  const looked = new Map<string, readonly Finding[]>();
  const look = (id: string): void => {
    const record = project.at(id);
    const found = record ? told(checking, () => checkRecord(checking, record)) : [];
    if (found.length > 0 || check.found.has(id)) looked.set(id, found);
  };
  const ids = again ?? [...project.records()].map(({ id }) => id);
  let count = 0;
  for (const id of ids) {
    look(id);
    if (++count % SLICE === 0) yield;
  }
  if (looked.size === 0) return;
  const old = new Set([...looked.keys()].flatMap((id) => check.found.get(id) ?? []));
  check.list = [...check.list.filter((finding) => !old.has(finding)), ...[...looked.values()].flat()].sort(inOrder);
  for (const [id, found] of looked) {
    if (found.length > 0) check.found.set(id, found);
    else check.found.delete(id);
  }
}

function told(checking: Checking, check: (checking: Checking) => void): readonly Finding[] {
  check(checking);
  return checking.take();
}

const severities: readonly Finding['severity'][] = ['error', 'warning', 'hint'];

function inOrder(one: Finding, two: Finding): number {
  const bySeverity = severities.indexOf(one.severity) - severities.indexOf(two.severity);
  if (bySeverity !== 0) return bySeverity;
  if (one.rule !== two.rule) return one.rule < two.rule ? -1 : 1;
  if (one.id !== two.id) return one.id < two.id ? -1 : 1;
  if (one.message !== two.message) return one.message < two.message ? -1 : 1;
  // Two attributes without a name, on one board: only what mends them differs.
  return JSON.stringify(one.fix ?? null) < JSON.stringify(two.fix ?? null) ? -1 : 1;
}
