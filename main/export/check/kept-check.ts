/**
 * What a check of a large story has found, kept for the next one, so that a small change does not look at everything again. What is said is what a check
 * from scratch says. Names of boards, components and variables may stand in any sentence: a change of one of those starts from scratch.
 */
import { type Change, same } from '../../../shared/changes.ts';
import type { Finding } from '../../../shared/findings.ts';
import type { AnyRecord } from '../../../shared/kinds/all.ts';
import type { Project } from '../../../shared/project.ts';
import { movesBetweenBoards } from '../kept-story.ts';

export interface KeptCheck {
  /** Changes of the project that it has seen. */
  seen: number;
  /** What was found of each record by itself, where anything was. */
  readonly found: Map<string, readonly Finding[]>;
  /** All of that in order. */
  list: readonly Finding[];
  names: readonly Finding[];
  reached: ReadonlySet<string> | null;
  /** Everything: that list, and what is not found of a record by itself. */
  all: { readonly list: readonly Finding[]; readonly others: readonly Finding[]; readonly findings: readonly Finding[] } | null;
}

/** What has to be looked at again. */
export interface Again {
  readonly records: ReadonlySet<string>;
  readonly names: boolean;
  readonly reach: boolean;
}

/** A check for each engine and choice of languages that is asked for in turn. */
const MOST = 6;
const kept = new WeakMap<Project, Map<string, KeptCheck>>();

/** `isWhole`: no boards are left out. */
export function keptCheck(project: Project, name: string, isWhole: boolean): { known: KeptCheck; again: Again } | undefined {
  const known = kept.get(project)?.get(name);
  const changes = known && project.recent.since(known.seen);
  if (!changes || (!isWhole && changes.some(movesBetweenBoards))) return undefined;
  const again = againAfter(project, changes);
  return again && { known, again };
}

/** `seen`: changes of the project when the check was begun; what has changed since is looked at again next time. */
export function keepCheck(project: Project, name: string, check: KeptCheck, seen: number): void {
  const checks = kept.get(project) ?? new Map<string, KeptCheck>();
  kept.set(project, checks);
  check.seen = seen;
  checks.delete(name);
  checks.set(name, check);
  for (const oldest of [...checks.keys()].slice(0, -MOST)) checks.delete(oldest);
}

/** Undefined: everything. */
function againAfter(project: Project, changes: readonly Change[]): Again | undefined {
  const records = new Set<string>();
  let names = false;
  let reach = false;
  for (const change of changes) {
    const { before, after } = change;
    if (concernsAll(change)) return undefined;
    names ||= before?.kind === 'asset' || after?.kind === 'asset';
    reach ||= leadsElsewhere(change);
    for (const record of [before, after]) if (record) addAround(project, records, record);
    const { id, kind } = after ?? before;
    // Its name stands in what is said of those around it; what is gone or back makes references to it wrong or right.
    if (kind === 'element' || !before || !after) for (const holder of project.holdersOf(id)) records.add(holder);
  }
  return { records, names, reach };
}

function concernsAll({ before, after }: Change): boolean {
  const kinds = [before?.kind, after?.kind];
  if (kinds.includes('board') || kinds.includes('component') || kinds.includes('variable')) return true;
  if (kinds.includes('attribute')) return (before?.customId ?? null) !== null || (after?.customId ?? null) !== null;
  return kinds.includes('project') && !(same(before?.locales, after?.locales) && same(before?.roots, after?.roots));
}

/** The record itself, and the branch whose way out it is. */
function addAround(project: Project, records: Set<string>, record: AnyRecord): void {
  records.add(record.id);
  const condition = record.kind === 'condition' ? record : project.at(String(record.sourceid));
  if (typeof condition?.branchId === 'string') records.add(condition.branchId);
}

const ways: Partial<Record<AnyRecord['kind'], readonly string[]>> = {
  project: ['startingElement'],
  element: ['boardId', 'linkedBoard'],
  jumper: ['elementId'],
  branch: [],
  condition: ['branchId'],
  connection: ['sourceid', 'targetid'],
};

/** Whether the story may go another way after the change. */
function leadsElsewhere({ before, after }: Change): boolean {
  const fields = ways[(after ?? before).kind];
  if (!fields) return false;
  return !before || !after || fields.some((field) => before[field] !== after[field]);
}
