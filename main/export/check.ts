/** What is to be said of a story before it is exported. It never stops anything itself and changes nothing. */
import { same } from '../../shared/changes.ts';
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
    if (step.done) return [...step.value];
  }
}

/** The same with a rest now and then: from scratch a large story takes a while. Changed meanwhile, what comes out is to be thrown away. */
export function* checkInSteps(project: Project, engine?: ExportFormat, options: CheckOptions = {}): Generator<void, readonly Finding[]> {
  const checking = new Checking(project, engine, options);
  const { isWhole } = checking.boards;
  const keeps = isWorthKeeping(project);
  const name = [engine, options.fallbackContents ?? false, checking.boards.name, ...checking.languages].join('/');
  const kept = keeps ? keptCheck(project, name, isWhole) : undefined;
  const check = kept?.known ?? { seen: 0, found: new Map(), list: [], names: [], reached: null, all: null };
  const { count } = project.recent;
  yield* checkRecords(checking, check, kept?.again.records ?? null);
  if (!kept || kept.again.names) check.names = told(checking, checkAssetNames);
  yield;
  if (!kept || kept.again.reach) check.reached = reachedFromStart(checking);
  yield;
  const story = told(checking, () => {
    checkStart(checking);
    checkReach(checking, check.reached);
  });
  const others = [...story, ...check.names].sort(inOrder);
  const { list, all } = check;
  if (all?.list !== list || !same(all.others, others)) check.all = { others, list, findings: inOne(others, list) };
  if (keeps) keepCheck(project, name, check, count);
  return check.all?.findings ?? [];
}

/** Records looked at between two rests: a few milliseconds, more with many languages. */
const SLICE = 50;

/** `again`: those to be looked at again; null for all of them. */
function* checkRecords(checking: Checking, check: KeptCheck, again: ReadonlySet<string> | null): Generator<void> {
  const { project } = checking;
  const looked = new Map<string, readonly Finding[]>();
  const look = (id: string): void => {
    const record = project.at(id);
    const found = record ? told(checking, () => checkRecord(checking, record)) : [];
    if (!same(found, check.found.get(id) ?? [])) looked.set(id, found);
  };
  const ids = again ?? [...project.records()].map(({ id }) => id);
  let count = 0;
  for (const id of ids) {
    look(id);
    if (++count % SLICE === 0) yield;
  }
  if (looked.size === 0) return;
  const old = new Set([...looked.keys()].flatMap((id) => check.found.get(id) ?? []));
  const left = old.size > 0 ? check.list.filter((finding) => !old.has(finding)) : check.list;
  check.list = inOne(yield* inOrderSlowly([...looked.values()].flat()), left);
  for (const [id, found] of looked) {
    if (found.length > 0) check.found.set(id, found);
    else check.found.delete(id);
  }
}

/** Tens of thousands are put in order piece by piece: all at once would hold up everything else. */
function* inOrderSlowly(findings: readonly Finding[]): Generator<void, readonly Finding[]> {
  let lists: (readonly Finding[])[] = [];
  for (let at = 0; at < findings.length; at += RUN) {
    lists.push(findings.slice(at, at + RUN).sort(inOrder));
    yield;
  }
  while (lists.length > 1) {
    const pairs: (readonly Finding[])[] = [];
    for (let at = 0; at < lists.length; at += 2) {
      pairs.push(inOne(lists[at] ?? [], lists[at + 1] ?? []));
      yield;
    }
    lists = pairs;
  }
  return lists[0] ?? [];
}
const RUN = 2000;

/** Two lists in order as one. */
function inOne(one: readonly Finding[], two: readonly Finding[]): readonly Finding[] {
  if (one.length === 0) return two;
  const all: Finding[] = [];
  let at = 0;
  for (const finding of one) {
    for (let next = two[at]; next && inOrder(next, finding) < 0; next = two[at]) {
      all.push(next);
      at += 1;
    }
    all.push(finding);
  }
  return all.concat(two.slice(at));
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
