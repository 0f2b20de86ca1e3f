/** Finds the problems of a story before it is exported. Only reads the story; the caller decides what a finding prevents. */

import type { ExporterId } from '../../../shared/contracts/exporters.ts';
import { type Finding, findingSeverities } from '../../../shared/contracts/findings.ts';
import type { Message, MessageValue } from '../../../shared/messages/message.ts';
import { jsonEquals } from '../../../shared/model/change-set.ts';
import type { Project } from '../../../shared/model/project.ts';
import { sortInSteps } from '../../../shared/sort-in-steps.ts';
import { runSteps } from '../../platform/cooperative-yielder.ts';
import { getExporter } from '../exporters.ts';
import { isWorthCaching } from '../json/export-cache.ts';
import { checkAssetNames } from './check-asset-names.ts';
import { type CachedCheck, cacheCheck, findCachedCheck } from './check-cache.ts';
import { CheckContext, type CheckOptions, type ExporterRules } from './check-context.ts';
import { checkReachability, elementsReachableFromStart } from './check-paths.ts';
import { checkRecord } from './check-record.ts';
import { checkStart } from './check-start.ts';
import { readAssignments } from './story-variable-types.ts';

/**
 * [Exports] only what the engine's importer would throw on and the export cannot avoid is an error: no start, or a script that its grammar
 * rejects. Without an engine: what any importer would throw on. Errors come first, then findings are sorted by rule and id, so that the
 * result only depends on the story.
 */
export function checkStory(project: Project, exporterId?: ExporterId, options: CheckOptions = {}): Finding[] {
  return [...runSteps(checkStoryInSteps(project, exporterId, options))];
}

/** Like `checkStory` in steps, because a large story takes a while. The result is invalid if the story changes in between. */
export function* checkStoryInSteps(
  project: Project,
  exporterId?: ExporterId,
  options: CheckOptions = {},
): Generator<void, readonly Finding[]> {
  const context = new CheckContext(project, exporterId === undefined ? undefined : rulesOf(exporterId, options), options);
  const { includesAll } = context.boards;
  const keeps = isWorthCaching(project);
  const name = [
    exporterId,
    options.otherScriptProfile ?? '',
    options.fallbackContents ?? false,
    context.boards.key,
    ...context.languages,
  ].join('/');
  yield* readAssignments(project);
  const { key: variableTypes } = context.variableTypes;
  yield;
  const cached = keeps ? findCachedCheck(project, name, includesAll) : undefined;
  const reusable = cached?.check.variableTypes === variableTypes ? cached : undefined;
  const check = reusable?.check ?? {
    changeCount: 0,
    variableTypes,
    findingsByRecord: new Map(),
    list: [],
    assetNameFindings: [],
    reachableElements: null,
    combined: null,
  };
  const { count } = project.recentChanges;
  yield* checkRecords(context, check, reusable?.scope.records ?? null);
  if (!reusable || reusable.scope.assetNames) check.assetNameFindings = collectFindings(context, checkAssetNames);
  yield;
  if (!reusable || reusable.scope.reachability) check.reachableElements = elementsReachableFromStart(context);
  yield;
  const story = collectFindings(context, () => {
    checkStart(context);
    checkReachability(context, check.reachableElements);
  });
  const others = [...story, ...check.assetNameFindings].sort(compareFindings);
  const { list, combined } = check;
  if (combined?.list !== list || !jsonEquals(combined.others, others))
    check.combined = { others, list, findings: mergeSorted(others, list) };
  if (keeps) cacheCheck(project, name, check, count);
  return check.combined?.findings ?? [];
}

/** If the exporter no longer has the profile, that of the published plugin applies. */
function rulesOf(exporterId: ExporterId, { otherScriptProfile }: CheckOptions): ExporterRules {
  const exporter = getExporter(exporterId);
  return { ...exporter, scriptProfile: exporter.otherScriptProfiles[otherScriptProfile ?? ''] ?? exporter.scriptProfile };
}

/** Records that are checked in one step, which takes a few milliseconds, or longer with many languages. */
const recordsPerStep = 50;

/** `changedIds` are the records to check again; null for all of them. */
function* checkRecords(context: CheckContext, check: CachedCheck, changedIds: ReadonlySet<string> | null): Generator<void> {
  const { project } = context;
  const changedFindings = new Map<string, readonly Finding[]>();
  const checkOne = (id: string): void => {
    const record = project.get(id);
    const found = record ? collectFindings(context, () => checkRecord(context, record)) : [];
    if (!jsonEquals(found, check.findingsByRecord.get(id) ?? [])) changedFindings.set(id, found);
  };
  const ids = changedIds ?? [...project.records()].map(({ id }) => id);
  let count = 0;
  for (const id of ids) {
    checkOne(id);
    if (++count % recordsPerStep === 0) yield;
  }
  if (changedFindings.size === 0) return;
  const old = new Set([...changedFindings.keys()].flatMap((id) => check.findingsByRecord.get(id) ?? []));
  const left = old.size > 0 ? check.list.filter((finding) => !old.has(finding)) : check.list;
  check.list = mergeSorted(yield* sortInSteps([...changedFindings.values()].flat(), compareFindings), left);
  for (const [id, found] of changedFindings) {
    if (found.length > 0) check.findingsByRecord.set(id, found);
    else check.findingsByRecord.delete(id);
  }
}

/** Merges two sorted lists. */
function mergeSorted(one: readonly Finding[], two: readonly Finding[]): readonly Finding[] {
  if (one.length === 0) return two;
  const all: Finding[] = [];
  let at = 0;
  for (const finding of one) {
    for (let next = two[at]; next && compareFindings(next, finding) < 0; next = two[at]) {
      all.push(next);
      at += 1;
    }
    all.push(finding);
  }
  return all.concat(two.slice(at));
}

function collectFindings(context: CheckContext, check: (context: CheckContext) => void): readonly Finding[] {
  check(context);
  return context.takeFindings();
}

function compareFindings(one: Finding, two: Finding): number {
  const bySeverity = findingSeverities.indexOf(one.severity) - findingSeverities.indexOf(two.severity);
  if (bySeverity !== 0) return bySeverity;
  if (one.rule !== two.rule) return one.rule < two.rule ? -1 : 1;
  if (one.id !== two.id) return one.id < two.id ? -1 : 1;
  const byMessage = compareMessages(one.message, two.message);
  if (byMessage !== 0) return byMessage;
  // Two unnamed attributes on one board can only be distinguished by their fixes.
  return JSON.stringify(one.fix ?? null) < JSON.stringify(two.fix ?? null) ? -1 : 1;
}

/** Compares by key, then by parameters, so that the order is the same in every language. */
function compareMessages(one: Message, two: Message): number {
  if (one.key !== two.key) return one.key < two.key ? -1 : 1;
  for (const name of Object.keys(one.params ?? {})) {
    const order = compareParams(one.params?.[name], two.params?.[name]);
    if (order !== 0) return order;
  }
  return 0;
}

function compareParams(one: MessageValue | undefined, two: MessageValue | undefined): number {
  if (one === two) return 0;
  if (typeof one === 'number' && typeof two === 'number') return one - two;
  const [first = '', second = ''] = [JSON.stringify(one), JSON.stringify(two)];
  if (first === second) return 0;
  return first < second ? -1 : 1;
}
