/** Names that only one may have: two new things of one name are one thing where the name is what it is, and else ours makes room. */
import { generateCustomId } from '../../../shared/identifiers.ts';
import { type AnyRecord, kindNamed } from '../../../shared/kinds/all.ts';
import type { Project } from '../../../shared/project.ts';
import type { Renaming } from '../../../shared/renaming.ts';
import { cellsOf, sameCell, withCell } from './cells.ts';
import { type Question, questionOf } from './question.ts';
import { fallsWith } from './removals.ts';
import { uniqueKeys } from './rename.ts';

/** A variable, an else, the if of a new branch: whoever made it, there can only be this one. */
const sameByName: readonly string[] = ['variable', 'condition', 'attribute'];

/** New on both sides under one name: ours takes the id that theirs has. */
export function namesakes(base: Project, mine: Project, theirs: Project): Renaming {
  const renaming: (readonly [string, string])[] = [];
  for (const m of mine.records()) {
    if (base.has(m.id) || theirs.has(m.id) || !sameByName.includes(m.kind)) continue;
    for (const key of uniqueKeys(m)) {
      const other = theirs.holderOf(key);
      if (other !== undefined && !mine.has(other) && !base.has(other) && theirs.at(other)?.kind === m.kind) renaming.push([m.id, other]);
    }
  }
  return renaming.sort(([one], [two]) => (one < two ? -1 : 1));
}

export interface Room {
  /** Ours that had to go out. */
  readonly out: ReadonlySet<string>;
  readonly questions: readonly Question[];
}

/** Lets theirs have the names that they have; `after` holds the records as they will be here, and is changed. */
export function withRoom(mine: Project, theirs: Project, after: Map<string, AnyRecord>, goHere: ReadonlySet<string>): Room {
  const out = new Set<string>();
  const questions: Question[] = [];
  const now = (id: string): AnyRecord | undefined => (goHere.has(id) || out.has(id) ? undefined : (after.get(id) ?? mine.at(id)));
  const inUse = (customId: string): boolean =>
    mine.holderOf(`scope:${customId}`) !== undefined || theirs.holderOf(`scope:${customId}`) !== undefined;
  const suspects = new Set([...after.values()].flatMap((record) => uniqueKeys(record)));
  const last = heldByTheLast(mine, theirs);
  for (const key of [...new Set([...suspects, ...last])].sort()) {
    const owner = theirs.holderOf(key);
    const ours = mine.holderOf(key);
    if (owner === undefined || ours === undefined || ours === owner) continue;
    const [record, other] = [now(ours), now(owner) ?? (last.includes(key) ? theirs.at(owner) : undefined)];
    if (!record || !other || !uniqueKeys(record).includes(key) || !uniqueKeys(other).includes(key)) continue;
    const t = theirs.at(ours);
    if (!t && key.startsWith('scope:')) {
      const customId = generateCustomId(String(record.customId), inUse);
      after.set(ours, { ...record, customId });
      questions.push(questionOf(record, 'customId', 'renamed', { base: null, mine: record.customId, theirs: customId }));
      continue;
    }
    if (t) {
      questions.push(questionOf(record, null, 'no room', { base: null, mine: [record], theirs: other }));
      after.set(ours, back(record, t, key));
      continue;
    }
    const falls = [...fallsWith(ours, mine, (each) => !theirs.has(each))];
    for (const id of falls) out.add(id);
    questions.push(questionOf(record, null, 'no room', { base: null, mine: falls.flatMap((id) => mine.at(id) ?? []), theirs: other }));
  }
  return { out, questions };
}

/** [Boards] the last boards there go only after another has come: it cannot have the name of one of them. */
function heldByTheLast(mine: Project, theirs: Project): string[] {
  for (const { id, type } of theirs.all('board')) if (type === 'board' && mine.has(id)) return [];
  return [...mine.records()].flatMap((m) => (m.kind === 'board' && !theirs.has(m.id) ? uniqueKeys(m) : []));
}

/** The record with those cells as they have them that give it the name. */
function back(record: AnyRecord, t: AnyRecord, key: string): AnyRecord {
  let given = record;
  for (const cell of cellsOf(record, t)) {
    if (sameCell(record.kind, cell, record, t)) continue;
    const tried = withCell(given, cell, t);
    if (
      !kindNamed(tried.kind)
        .unique(tried)
        .some((each) => each.key === key)
    )
      return tried;
    given = uniqueKeys(tried).includes(key) ? given : tried;
  }
  return { ...t, rank: record.rank };
}
