/**
 * What a check of a large story has found, kept for the next one, so that a small change does not look at everything again. What is said is what a check
 * from scratch says. Names of boards, components and variables may stand in any sentence: a change of one of those starts from scratch.
 */

import type { Finding } from '../../../shared/contracts/findings.ts';
import { type Change, jsonEquals } from '../../../shared/model/change-set.ts';
import type { AnyRecord } from '../../../shared/model/kinds/kinds.ts';
import type { Project } from '../../../shared/model/project.ts';
import { movesBetweenBoards } from '../export-cache.ts';

export interface CachedCheck {
  /** Changes of the project that it has seen. */
  changeCount: number;
  /** What was found of each record by itself, where anything was. */
  readonly findingsByRecord: Map<string, readonly Finding[]>;
  /** All of that in order. */
  list: readonly Finding[];
  assetNameFindings: readonly Finding[];
  reachableElements: ReadonlySet<string> | null;
  /** Everything: that list, and what is not found of a record by itself. */
  combined: { readonly list: readonly Finding[]; readonly others: readonly Finding[]; readonly findings: readonly Finding[] } | null;
}

/** What has to be looked at again. */
export interface RecheckScope {
  readonly records: ReadonlySet<string>;
  readonly assetNames: boolean;
  readonly reachability: boolean;
}

/** A check for each engine and choice of languages that is asked for in turn. */
const MAX_CACHED_CHECKS = 6;
const cache = new WeakMap<Project, Map<string, CachedCheck>>();

/** `isWhole`: no boards are left out. */
export function findCachedCheck(project: Project, name: string, isWhole: boolean): { check: CachedCheck; scope: RecheckScope } | undefined {
  const known = cache.get(project)?.get(name);
  const changes = known && project.recentChanges.since(known.changeCount);
  if (!changes || (!isWhole && changes.some(movesBetweenBoards))) return undefined;
  const scope = recheckScopeAfter(project, changes);
  return scope && { check: known, scope };
}

/** `seen`: changes of the project when the check was begun; what has changed since is looked at again next time. */
export function cacheCheck(project: Project, name: string, check: CachedCheck, seen: number): void {
  const checks = cache.get(project) ?? new Map<string, CachedCheck>();
  cache.set(project, checks);
  check.changeCount = seen;
  checks.delete(name);
  checks.set(name, check);
  for (const oldest of [...checks.keys()].slice(0, -MAX_CACHED_CHECKS)) checks.delete(oldest);
}

/** Undefined: everything. */
function recheckScopeAfter(project: Project, changes: readonly Change[]): RecheckScope | undefined {
  const records = new Set<string>();
  let assetNames = false;
  let reachability = false;
  for (const change of changes) {
    const { before, after } = change;
    if (affectsAllRecords(change)) return undefined;
    assetNames ||= before?.kind === 'asset' || after?.kind === 'asset';
    reachability ||= changesStoryPaths(change);
    for (const record of [before, after]) if (record) addWithBranch(project, records, record);
    const { id, kind } = after ?? before;
    // Its name stands in what is said of those around it; what is gone or back makes references to it wrong or right.
    if (kind === 'element' || !before || !after) for (const holder of project.referrersOf(id)) records.add(holder);
  }
  return { records, assetNames, reachability };
}

function affectsAllRecords({ before, after }: Change): boolean {
  const kinds = [before?.kind, after?.kind];
  if (kinds.includes('board') || kinds.includes('component') || kinds.includes('variable')) return true;
  if (kinds.includes('attribute')) return (before?.customId ?? null) !== null || (after?.customId ?? null) !== null;
  return kinds.includes('project') && !(jsonEquals(before?.locales, after?.locales) && jsonEquals(before?.roots, after?.roots));
}

/** The record itself, and the branch whose way out it is. */
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

/** Whether the story may go another way after the change. */
function changesStoryPaths({ before, after }: Change): boolean {
  const fields = pathFields[(after ?? before).kind];
  if (!fields) return false;
  return !before || !after || fields.some((field) => before[field] !== after[field]);
}
