/**
 * Caches the findings of a large story, so that a small change does not require everything to be checked again. The result equals that of a
 * complete check. Any message may contain the name of a board, component or variable, so a change of one of those causes a complete check.
 */

import { type Change, jsonEquals } from '../../../shared/model/change-set.ts';
import type { AnyRecord } from '../../../shared/model/kinds/kinds.ts';
import type { Project } from '../../../shared/model/project.ts';
import { movesBetweenBoards } from '../json/export-cache.ts';
import type { CheckFinding } from './check-context.ts';
import { recordsUpToNextElements } from './preceding-element.ts';

export interface CachedCheck {
  /** The number of changes of the project that are included. */
  changeCount: number;
  /** The variable types on which the findings depend. */
  variableTypes: string;
  /** The findings of each record that has any. */
  readonly findingsByRecord: Map<string, readonly CheckFinding[]>;
  /** All of them in order. */
  list: readonly CheckFinding[];
  assetNameFindings: readonly CheckFinding[];
  reachableElements: ReadonlySet<string> | null;
  /** The complete result: `list`, and the findings that are not about a single record. */
  combined: {
    readonly list: readonly CheckFinding[];
    readonly others: readonly CheckFinding[];
    readonly findings: readonly CheckFinding[];
  } | null;
}

/** The records that must be checked again. */
interface RecheckScope {
  readonly records: ReadonlySet<string>;
  readonly assetNames: boolean;
  readonly reachability: boolean;
}

/** One check for each combination of engine and languages that is repeated. */
const maxCachedChecks = 6;
const cache = new WeakMap<Project, Map<string, CachedCheck>>();

/** `isWhole`: whether all boards are exported. */
export function findCachedCheck(project: Project, name: string, isWhole: boolean): { check: CachedCheck; scope: RecheckScope } | undefined {
  const known = cache.get(project)?.get(name);
  const changes = known && project.recentChanges.since(known.changeCount);
  if (!changes || (!isWhole && changes.some(movesBetweenBoards))) return undefined;
  const scope = recheckScopeAfter(project, changes);
  return scope && { check: known, scope };
}

/** `seen` is the number of changes of the project when the check began. Later changes are checked next time. */
export function cacheCheck(project: Project, name: string, check: CachedCheck, seen: number): void {
  const checks = cache.get(project) ?? new Map<string, CachedCheck>();
  cache.set(project, checks);
  check.changeCount = seen;
  checks.delete(name);
  checks.set(name, check);
  for (const oldest of [...checks.keys()].slice(0, -maxCachedChecks)) checks.delete(oldest);
}

/** Returns undefined if everything must be checked again. */
function recheckScopeAfter(project: Project, changes: readonly Change[]): RecheckScope | undefined {
  const records = new Set<string>();
  const pathChanges = new Set<string>();
  let assetNames = false;
  let reachability = false;
  for (const change of changes) {
    const { before, after } = change;
    if (affectsAllRecords(change)) return undefined;
    assetNames ||= before?.kind === 'asset' || after?.kind === 'asset' || !jsonEquals(before?.cover ?? null, after?.cover ?? null);
    reachability ||= changesStoryPaths(change);
    if (kindsOnPaths.has((after ?? before).kind)) pathChanges.add((after ?? before).id);
    if (before?.kind === 'connection' && typeof before.targetid === 'string') pathChanges.add(before.targetid);
    for (const record of [before, after]) if (record) addWithBranch(project, records, record);
    const { id, kind } = after ?? before;
    // Messages about its neighbours contain its name, and references to a record become valid or invalid when the record is added or
    // removed.
    if (kind === 'element' || !before || !after) for (const holder of project.referrersOf(id)) records.add(holder);
  }
  // Fixes of labels and conditions depend on the element before them.
  for (const id of recordsUpToNextElements(project, pathChanges)) records.add(id);
  return { records, assetNames, reachability };
}

const kindsOnPaths: ReadonlySet<AnyRecord['kind']> = new Set<AnyRecord['kind']>(['element', 'connection', 'branch', 'condition']);

function affectsAllRecords({ before, after }: Change): boolean {
  const kinds = [before?.kind, after?.kind];
  if (kinds.includes('board') || kinds.includes('component') || kinds.includes('variable')) return true;
  if (kinds.includes('attribute')) return (before?.customId ?? null) !== null || (after?.customId ?? null) !== null;
  return kinds.includes('project') && !(jsonEquals(before?.locales, after?.locales) && jsonEquals(before?.roots, after?.roots));
}

/** Adds the record itself, and the branch that it is a path of. */
function addWithBranch(project: Project, records: Set<string>, record: AnyRecord): void {
  records.add(record.id);
  const condition = record.kind === 'condition' ? record : project.get(String(record.sourceid));
  if (typeof condition?.branchId === 'string') records.add(condition.branchId);
}

const pathFields: Partial<Record<AnyRecord['kind'], readonly string[]>> = {
  project: ['startingElement'],
  element: ['boardId', 'linkedBoard'],
  jumper: ['elementId'],
  branch: [],
  condition: ['branchId'],
  connection: ['sourceid', 'targetid'],
};

/** Whether the change may affect the paths through the story. */
function changesStoryPaths({ before, after }: Change): boolean {
  const fields = pathFields[(after ?? before).kind];
  if (!fields) return false;
  return !before || !after || fields.some((field) => before[field] !== after[field]);
}
