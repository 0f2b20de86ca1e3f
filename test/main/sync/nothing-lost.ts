/** What must be found again after two sides have come together: every edit of either, on the other side or in a question. */
import { type FieldPath, fieldPathsOf, fieldValue, hasSameContent, isSameField, isSendable } from '../../../main/sync/plan/field-paths.ts';
import type { MergeConflict } from '../../../main/sync/plan/merge-conflict.ts';
import { type AnyRecord, getKind } from '../../../shared/model/kinds/kinds.ts';
import { Project } from '../../../shared/model/project.ts';
import { referencedIds } from '../../../shared/model/references.ts';
import type { TwoSides } from './two-sides.ts';

/** A project as it is now: records never change. */
export const state = (project: Project): Project => new Project(project.records());

/** How the two differ, but for what the remote does not take and what needs that. */
export function differences({ here, theirs, refused }: Pick<TwoSides, 'here' | 'theirs' | 'refused'>): string[] {
  const found: string[] = [];
  const stuck = stuckIn(here, refused);
  const stuckThere = stuckIn(theirs, refused);
  for (const m of here.records()) {
    const t = theirs.get(m.id);
    if (!t) {
      if (!stuck.has(m.id)) found.push(`${m.kind} ${m.id} is here only`);
    } else if (!stuck.has(m.id))
      for (const cell of fieldPathsOf(m, t))
        if (!isSameField(m.kind, cell, m, t))
          found.push(`${m.kind} ${m.id} ${cell}: ${JSON.stringify([fieldValue(m, cell), fieldValue(t, cell)])}`);
  }
  for (const t of theirs.records()) if (!here.has(t.id) && !stuckThere.has(t.id)) found.push(`${t.kind} ${t.id} is there only`);
  for (const m of here.records())
    for (const { parentField, list } of getKind(m.kind).orders) {
      const parent = parentField === null ? null : String(m[parentField]);
      const [one, two] = [here, theirs].map((side) => side.childIds(parent, list).filter((id) => !stuck.has(id) && !stuckThere.has(id)));
      if (JSON.stringify(one) !== JSON.stringify(two)) found.push(`${list} of ${parent}: ${one} / ${two}`);
    }
  return found;
}

/** What was refused, and what refers to it. */
function stuckIn(here: Project, refused: ReadonlyMap<string, string>): Set<string> {
  const stuck = new Set(refused.keys());
  for (const id of stuck) for (const holder of here.referrersOf(id)) stuck.add(holder);
  return stuck;
}

/** [I10] Ids in a request that the remote does not have. */
export function unknownIds(request: string, theirs: Project): string[] {
  const { path, body } = JSON.parse(request.slice(request.indexOf('{'))) as { path: string; body?: unknown };
  const ids = `${path} ${JSON.stringify(body ?? {})}`.match(/[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}/g) ?? [];
  return ids.filter((id) => !theirs.has(id));
}

/** [I3] What we did and cannot be found there, nor in a question, nor waiting because the remote does not take it. */
export function lost(start: Project, mine: Project, sides: TwoSides, open: readonly MergeConflict[]): string[] {
  const found: string[] = [];
  const asked = [...open, ...sides.raised].map((each) => ({ ...each, recordId: sides.renamed.get(each.recordId) ?? each.recordId }));
  const stuck = stuckIn(sides.here, sides.refused);
  for (const m of mine.records()) {
    const id = sides.renamed.get(m.id) ?? m.id;
    const b = start.get(m.id);
    if ((b && hasSameContent(b, m)) || stuck.has(id) || isAsked(id, m.id, asked, sides)) continue;
    const t = sides.theirs.get(id);
    if (!t) {
      if (!b || !changed(b, m).every((cell) => isAskedFor(id, cell, asked)))
        found.push(`${b ? 'changed' : 'new'} ${m.kind} ${m.id} is nowhere`);
    } else
      for (const cell of changed(b, m))
        if (isSendable(m.kind, cell) && !sayTheSame(m, t, cell, sides.renamed) && !isAskedFor(id, cell, asked))
          found.push(`${m.kind} ${m.id} ${cell}: ${JSON.stringify([fieldValue(m, cell), fieldValue(t, cell)])}`);
  }
  for (const b of start.records())
    if (!mine.has(b.id) && sides.theirs.has(b.id) && !isAsked(b.id, b.id, asked, sides))
      found.push(`${b.kind} ${b.id}, removed here, is there`);
  return found;
}

/** [I4] What they did and is neither there any more nor in a question. */
export function overwritten(start: Project, theirs: Project, sides: TwoSides, open: readonly MergeConflict[]): string[] {
  const found: string[] = [];
  const asked = [...open, ...sides.raised];
  for (const before of theirs.records()) {
    const b = start.get(before.id);
    if (b && hasSameContent(b, before)) continue;
    const t = sides.theirs.get(before.id);
    if (!t) found.push(`${b ? 'changed' : 'new'} ${before.kind} ${before.id} was removed`);
    else
      for (const cell of changed(b, before))
        if (!sayTheSame(before, t, cell, new Map()))
          found.push(`${t.kind} ${t.id} ${cell}: ${JSON.stringify([fieldValue(before, cell), fieldValue(t, cell)])}`);
  }
  for (const b of start.records())
    if (!theirs.has(b.id) && sides.here.has(b.id) && !isAsked(b.id, b.id, asked, sides))
      found.push(`${b.kind} ${b.id}, removed there, is here`);
  return found;
}

const changed = (b: AnyRecord | undefined, now: AnyRecord): FieldPath[] =>
  [...fieldPathsOf(b, now)].filter((cell) => (b ? !isSameField(now.kind, cell, b, now) : (fieldValue(now, cell) ?? null) !== null));

/** Ids may be others by now, and what a mention named may be gone. */
function sayTheSame(one: AnyRecord, two: AnyRecord, cell: FieldPath, renamed: ReadonlyMap<string, string>): boolean {
  if (isSameField(one.kind, cell, one, two)) return true;
  const text = (value: unknown): string => {
    let json = JSON.stringify(value ?? null).replace(/<span [^>]*>([^<]*)<\/span>/g, '$1');
    for (const [from, to] of renamed) json = json.replaceAll(from, to);
    return json === '""' ? 'null' : json;
  };
  return text(fieldValue(one, cell)) === text(fieldValue(two, cell));
}

const isAskedFor = (id: string, cell: FieldPath, asked: readonly MergeConflict[]): boolean =>
  asked.some((question) => question.recordId === id && (question.field === cell || question.field === null));

/** Whether a question is about the record, or about what it stands on or refers to. */
function isAsked(id: string, old: string, asked: readonly MergeConflict[], { here, theirs, base }: TwoSides): boolean {
  const whole = asked.filter(({ field }) => field === null);
  const kept = whole.flatMap(({ local }) => (Array.isArray(local) ? (local as AnyRecord[]) : []));
  const about = new Set([...whole.map(({ recordId }) => recordId), ...kept.map((record) => record.id)]);
  const reached = new Set([id, old]);
  for (const each of reached) {
    if (about.has(each)) return true;
    for (const record of [here.get(each), theirs.get(each), base.get(each)])
      if (record) for (const target of referencedIds(record)) reached.add(target);
  }
  return false;
}
