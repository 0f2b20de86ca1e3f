/** Checks after a sync: every edit of either side has reached the other side or is part of a conflict. */
import { type FieldPath, fieldPathsOf, fieldValue, hasSameContent, isSameField, isSendable } from '../../../main/sync/plan/field-paths.ts';
import type { MergeConflict } from '../../../main/sync/plan/merge-conflict.ts';
import { requiredIds } from '../../../main/sync/plan/merge-trees.ts';
import { type AnyRecord, getKind } from '../../../shared/model/kinds/kinds.ts';
import { Project } from '../../../shared/model/project.ts';
import { referencedIds } from '../../../shared/model/references.ts';
import type { TwoSides } from './two-sides.ts';

/** A snapshot of the project; records are immutable. */
export const copyOf = (project: Project): Project => new Project(project.records());

/** Differences between both sides, except held texts, records that the remote rejects, and records that depend on them. */
export function differences({
  localProject,
  remoteProject,
  refused,
  held,
}: Pick<TwoSides, 'localProject' | 'remoteProject' | 'refused' | 'held'>): string[] {
  const found = [...held].filter((cell) => !isRich(localProject, cell)).map((cell) => `${cell} is held without a reason`);
  const isHeldCreate = (id: string) => !remoteProject.has(id) && held.has(`${id}#value`);
  const blocked = blockedRecords(localProject, refused);
  const remoteBlocked = blockedRecords(remoteProject, new Map([...refused, ...waitingRemovals(blocked, localProject, remoteProject)]));
  for (const m of localProject.records()) {
    const t = remoteProject.get(m.id);
    if (!t) {
      if (!blocked.has(m.id) && !isHeldCreate(m.id)) found.push(`${m.kind} ${m.id} exists only locally`);
    } else if (!blocked.has(m.id))
      for (const cell of fieldPathsOf(m, t))
        if (!isSameField(m.kind, cell, m, t) && !held.has(`${m.id}#${cell}`))
          found.push(`${m.kind} ${m.id} ${cell}: ${JSON.stringify([fieldValue(m, cell), fieldValue(t, cell)])}`);
  }
  for (const t of remoteProject.records())
    if (!localProject.has(t.id) && !remoteBlocked.has(t.id)) found.push(`${t.kind} ${t.id} exists only on the remote`);
  for (const m of localProject.records())
    for (const { parentField, list } of getKind(m.kind).orders) {
      const parent = parentField === null ? null : String(m[parentField]);
      const [one, two] = [localProject, remoteProject].map((side) =>
        side.childIds(parent, list).filter((id) => !blocked.has(id) && !remoteBlocked.has(id) && !isHeldCreate(id)),
      );
      if (JSON.stringify(one) !== JSON.stringify(two)) found.push(`${list} of ${parent}: ${one} / ${two}`);
    }
  return found;
}

/** [G30] Compared directly, without the functions of sync: whether the text contains something else than paragraphs, bold and scripts. */
function isRich(project: Project, cell: string): boolean {
  const [id = '', field = ''] = cell.split('#');
  return /<(?!\/?(p|b|strong|code|pre)\b)/.test(String(JSON.stringify(fieldValue(project.get(id), field))));
}

/** [I27] Texts that are equal but for the labels of their mentions. */
export function labelDifferences(localProject: Project, remoteProject: Project): string[] {
  return [...localProject.records()].flatMap((record) => {
    const other = remoteProject.get(record.id);
    if (!other) return [];
    return [...fieldPathsOf(record, other)]
      .filter((cell) => isSameField(record.kind, cell, record, other) && shownLabels(record, cell) !== shownLabels(other, cell))
      .map((cell) => `${record.kind} ${record.id} ${cell} shows ${shownLabels(record, cell)} / ${shownLabels(other, cell)}`);
  });
}

/** Compared directly, without the functions of sync. */
const shownLabels = (record: AnyRecord, cell: FieldPath): string =>
  [...JSON.stringify(fieldValue(record, cell) ?? null).matchAll(/<span[^>]*?(?:data-label=\\"([^"]*)\\"[^>]*)?>([^<]*)</g)]
    .map(([, label = '', text]) => `${label} ${text}`)
    .join(', ');

/** Rejected records and everything that refers to them. */
function blockedRecords(localProject: Project, refused: ReadonlyMap<string, string>): Set<string> {
  const blocked = new Set(refused.keys());
  for (const id of blocked) for (const holder of localProject.referrersOf(id)) blocked.add(holder);
  return blocked;
}

/** Removals that wait, because records that were moved out of what was removed cannot be moved yet. */
function waitingRemovals(blocked: ReadonlySet<string>, localProject: Project, remoteProject: Project): [id: string, why: string][] {
  const above = new Set([...blocked].filter((id) => localProject.has(id) && remoteProject.has(id)));
  for (const id of above) for (const required of requiredIds(remoteProject.get(id))) if (!localProject.has(required)) above.add(required);
  return [...above].flatMap((id): [string, string][] => (localProject.has(id) ? [] : [[id, 'waiting']]));
}

/** [I10] Ids in a request that do not exist on the remote. */
export function unknownIds(request: string, remoteProject: Project): string[] {
  const { path, body } = JSON.parse(request.slice(request.indexOf('{'))) as { path: string; body?: unknown };
  const ids = `${path} ${JSON.stringify(body ?? {})}`.match(/[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}/g) ?? [];
  return ids.filter((id) => !remoteProject.has(id));
}

/** [I3] Local edits that are neither on the remote, nor in a conflict, nor held because the remote rejects them. */
export function lostEdits(start: Project, localBefore: Project, sides: TwoSides, open: readonly MergeConflict[]): string[] {
  const found: string[] = [];
  const conflicts = [...open, ...sides.raised].map((each) => ({ ...each, recordId: sides.renamed.get(each.recordId) ?? each.recordId }));
  const blocked = blockedRecords(sides.localProject, sides.refused);
  for (const m of localBefore.records()) {
    const id = sides.renamed.get(m.id) ?? m.id;
    const b = start.get(m.id);
    if ((b && hasSameContent(b, m)) || blocked.has(id) || isInConflict(id, m.id, conflicts, sides)) continue;
    const t = sides.remoteProject.get(id);
    if (!t) {
      if (sides.held.has(`${id}#value`)) continue;
      if (!b || !changed(b, m).every((cell) => isFieldInConflict(id, cell, conflicts)))
        found.push(`${b ? 'changed' : 'new'} ${m.kind} ${m.id} is lost`);
    } else
      for (const cell of changed(b, m))
        if (
          isSendable(m.kind, cell) &&
          !sides.held.has(`${id}#${cell}`) &&
          !haveSameText(m, t, cell, sides.renamed) &&
          !isFieldInConflict(id, cell, conflicts)
        )
          found.push(`${m.kind} ${m.id} ${cell}: ${JSON.stringify([fieldValue(m, cell), fieldValue(t, cell)])}`);
  }
  for (const b of start.records())
    if (!localBefore.has(b.id) && sides.remoteProject.has(b.id) && !isInConflict(b.id, b.id, conflicts, sides))
      found.push(`${b.kind} ${b.id}, removed locally, is on the remote`);
  return found;
}

/** [I4] Remote edits that are neither on the remote any more nor in a conflict. */
export function overwrittenEdits(start: Project, remoteProject: Project, sides: TwoSides, open: readonly MergeConflict[]): string[] {
  const found: string[] = [];
  const conflicts = [...open, ...sides.raised];
  for (const before of remoteProject.records()) {
    const b = start.get(before.id);
    if (b && hasSameContent(b, before)) continue;
    const t = sides.remoteProject.get(before.id);
    if (!t) found.push(`${b ? 'changed' : 'new'} ${before.kind} ${before.id} was removed`);
    else
      for (const cell of changed(b, before))
        if (!haveSameText(before, t, cell, new Map()))
          found.push(`${t.kind} ${t.id} ${cell}: ${JSON.stringify([fieldValue(before, cell), fieldValue(t, cell)])}`);
  }
  for (const b of start.records())
    if (!remoteProject.has(b.id) && sides.localProject.has(b.id) && !isInConflict(b.id, b.id, conflicts, sides))
      found.push(`${b.kind} ${b.id}, removed on the remote, is still local`);
  return found;
}

const changed = (b: AnyRecord | undefined, now: AnyRecord): FieldPath[] =>
  [...fieldPathsOf(b, now)].filter((cell) => (b ? !isSameField(now.kind, cell, b, now) : (fieldValue(now, cell) ?? null) !== null));

/** Ids may have been replaced since, and the target of a mention may have been removed. */
function haveSameText(one: AnyRecord, two: AnyRecord, cell: FieldPath, renamed: ReadonlyMap<string, string>): boolean {
  if (isSameField(one.kind, cell, one, two)) return true;
  const text = (value: unknown): string => {
    let json = JSON.stringify(value ?? null).replace(/<span [^>]*>([^<]*)<\/span>/g, '$1');
    for (const [from, to] of renamed) json = json.replaceAll(from, to);
    return json === '""' ? 'null' : json;
  };
  return text(fieldValue(one, cell)) === text(fieldValue(two, cell));
}

const isFieldInConflict = (id: string, cell: FieldPath, conflicts: readonly MergeConflict[]): boolean =>
  conflicts.some((conflict) => conflict.recordId === id && (conflict.field === cell || conflict.field === null));

/** Whether a conflict concerns the record, its parents or anything it refers to. */
function isInConflict(
  id: string,
  old: string,
  conflicts: readonly MergeConflict[],
  { localProject, remoteProject, base }: TwoSides,
): boolean {
  const whole = conflicts.filter(({ field }) => field === null);
  const kept = whole.flatMap(({ local }) => (Array.isArray(local) ? (local as AnyRecord[]) : []));
  const about = new Set([...whole.map(({ recordId }) => recordId), ...kept.map((record) => record.id)]);
  const reached = new Set([id, old]);
  for (const each of reached) {
    if (about.has(each)) return true;
    for (const record of [localProject.get(each), remoteProject.get(each), base.get(each)])
      if (record) for (const target of referencedIds(record)) reached.add(target);
  }
  return false;
}
