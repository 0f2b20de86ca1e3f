/**
 * Takes back what a journal row did, on the project as it is now: field by field and language by language, and only
 * where it still holds what that row set. Others' work is left alone; what is left is said.
 */
import { type ChangeSet, same } from '../../shared/changes.ts';
import { type AnyRecord, isKindName, kindNamed } from '../../shared/kinds/all.ts';
import { PROJECT } from '../../shared/kinds/project.ts';
import { Problem } from '../../shared/problem.ts';
import { type Project, parentOf } from '../../shared/project.ts';
import { rankBetween } from '../../shared/rank.ts';
import { referencesOf, targetsOf } from '../../shared/references.ts';
import type { JournalEntry } from './journal.ts';
import { languageFields, usesLanguage, withoutLanguage } from './languages.ts';
import { settleMentionsTakenBack } from './relabel.ts';
import { Stage } from './stage.ts';
import { faultsOf, validate } from './validate.ts';

export interface TakenBack {
  readonly changes: ChangeSet;
  /** Sentences on what could not be taken back. */
  readonly left: readonly string[];
}

export function takeBack(entries: readonly JournalEntry[], project: Project): TakenBack {
  const stage = new Stage(project);
  const left: string[] = [];
  for (const entry of entries) {
    if ('gone' in entry) bringBack(entry.gone, stage, left);
    else if ('was' in entry) reset(entry, stage, left);
  }
  const made = entries.flatMap((entry) => ('made' in entry ? [entry.made] : []));
  for (const record of removable(made, stage, left)) stage.remove(record.id);
  keepLanguagesInUse(stage, left);
  for (const record of [...stage.puts()]) stage.put(inKnownLanguages(record, stage));
  dropInvalid(stage, left);
  makeRoom(stage);
  elseStandsLast(stage);
  settleMentionsTakenBack(stage);
  validate(stage);
  return { changes: stage.changes(), left };
}

/**
 * Those of the made records that are still as they were made and that nobody else has come to need. What was made inside
 * of one that stays, stays with it (a branch keeps its conditions).
 */
function removable(made: readonly AnyRecord[], stage: Stage, left: string[]): AnyRecord[] {
  const { project } = stage;
  let going = new Map(made.flatMap((record) => (same(project.at(record.id), record) ? [[record.id, record] as const] : [])));
  for (const record of made)
    if (!going.has(record.id) && project.has(record.id)) left.push(`${named(record)} has been changed since and stays.`);
  const all = new Set(made.map(({ id }) => id));
  for (;;) {
    const lastBoard = lastPlayable(going, stage);
    const staying = [...going.values()].filter(
      (record) => record.id === lastBoard || isNeeded(record.id, going, stage) || stays(homeOf(record), all, going, stage),
    );
    if (staying.length === 0) return [...going.values()];
    for (const record of staying) left.push(`${named(record)} is used by something newer and stays.`);
    const ids = new Set(staying.map(({ id }) => id));
    going = new Map([...going].filter(([id]) => !ids.has(id)));
  }
}

/** A board that may not go because no other playable one would be left ([Boards] the last playable board stays). */
function lastPlayable(going: ReadonlyMap<string, AnyRecord>, stage: Stage): string | undefined {
  const playable = (record: AnyRecord | undefined) => record?.kind === 'board' && record.type === 'board';
  const candidate = [...going.values()].find(playable);
  if (!candidate) return undefined;
  for (const { id } of stage.project.all('board')) if (!going.has(id) && playable(stage.at(id))) return undefined;
  for (const record of stage.puts()) if (!going.has(record.id) && playable(record)) return undefined;
  return candidate.id;
}

/** Whether something that stays refers to it, as it will be after this. */
function isNeeded(id: string, going: ReadonlyMap<string, unknown>, stage: Stage): boolean {
  for (const holderId of stage.project.holdersOf(id)) {
    const holder = going.has(holderId) ? undefined : stage.at(holderId);
    if (holder) for (const target of targetsOf(holder)) if (target === id) return true;
  }
  return false;
}

const stays = (parent: string | null, made: ReadonlySet<string>, going: ReadonlyMap<string, unknown>, stage: Stage): boolean =>
  parent !== null && made.has(parent) && !going.has(parent) && stage.at(parent) !== undefined;

const homeOf = (record: AnyRecord): string | null => parentOf(record, kindNamed(record.kind).orders[0]?.by ?? null);

function bringBack(record: AnyRecord, stage: Stage, left: string[]): void {
  if (stage.at(record.id)) left.push(`${named(record)} is there already.`);
  else stage.put(record);
}

function reset({ id, kind, was, now }: Extract<JournalEntry, { was: unknown }>, stage: Stage, left: string[]): void {
  const current = stage.at(id);
  if (!current) {
    if (stage.project.at(id) === undefined)
      left.push(`A ${isKindName(kind) ? kindNamed(kind).label : kind} that was changed is no longer there.`);
    return;
  }
  const after: Record<string, unknown> = { ...current };
  for (const field of new Set([...Object.keys(was), ...Object.keys(now)])) {
    const result = resetValue(current[field], was[field], now[field], isByLanguage(current, field));
    if (result.left) left.push(`${named(current)}: ${field} has been changed since and stays.`);
    if (result.value === undefined) delete after[field];
    else after[field] = result.value;
  }
  stage.put(after as AnyRecord);
}

const isByLanguage = (record: AnyRecord, field: string): boolean =>
  field === 'status' || kindNamed(record.kind).texts[field]?.localized === true;

function resetValue(current: unknown, was: unknown, now: unknown, byLanguage: boolean): { value: unknown; left: boolean } {
  if (!byLanguage) return same(current, now) ? { value: was, left: false } : { value: current, left: !same(current, was) };
  const [have, old, set] = [maybe(current), maybe(was), maybe(now)];
  const value: Record<string, unknown> = { ...have };
  let left = false;
  for (const locale of new Set([...Object.keys(old), ...Object.keys(set)])) {
    if (same(old[locale], set[locale])) continue;
    if (!same(have[locale], set[locale])) left ||= !same(have[locale], old[locale]);
    else if (old[locale] === undefined) delete value[locale];
    else value[locale] = old[locale];
  }
  return { value: Object.keys(value).length === 0 && was === null ? null : value, left };
}

const maybe = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};

/** What cannot stand again (its parent is gone, its name is taken) stays as it is, and so does what needs it. */
function dropInvalid(stage: Stage, left: string[]): void {
  for (let again = true; again; ) {
    again = false;
    const taken = new Map<string, string>();
    for (const record of [...stage.puts()]) {
      const why = whyNot(record, stage, taken);
      if (why === undefined) continue;
      left.push(`${named(record)} cannot come back: ${why}.`);
      const before = stage.project.at(record.id);
      if (before) stage.put(before);
      else stage.remove(record.id);
      again = true;
    }
  }
}

/** A language that others have written in since it was added stays. */
function keepLanguagesInUse(stage: Stage, left: string[]): void {
  const now = stage.project.root;
  const after = stage.find('project', now.id);
  const lost = now.locales.filter(({ iso }) => !after?.locales.some((each) => each.iso === iso));
  const used =
    lost.length > 0 && [...stage.project.records()].some((record) => lost.some(({ iso }) => usesLanguage(stage.at(record.id), iso)));
  if (!used || !after) return;
  left.push('A language is in use and stays.');
  stage.put({ ...after, locales: now.locales });
}

/** Without texts in languages that the project does not have (any more). */
function inKnownLanguages(record: AnyRecord, stage: Stage): AnyRecord {
  const isos = stage.find('project', PROJECT)?.locales.map(({ iso }) => iso) ?? [];
  let kept = record;
  for (const field of languageFields(record))
    for (const iso of Object.keys(maybe(record[field]))) if (!isos.includes(iso)) kept = withoutLanguage(kept, iso);
  return kept;
}

/** The else of a branch stands behind all else-ifs, also behind those that came in between. */
function elseStandsLast(stage: Stage): void {
  const branches = new Set([...stage.puts()].flatMap((record) => (record.kind === 'condition' ? [String(record.branchId)] : [])));
  for (const branch of branches) {
    const ids = new Set(stage.project.list(branch, 'conditions'));
    for (const record of stage.puts()) if (record.branchId === branch) ids.add(record.id);
    const conditions = [...ids].flatMap((id) => stage.find('condition', id) ?? []);
    const last = conditions.find(({ role }) => role === 'else');
    const highest = conditions.filter((each) => each !== last).reduce((top, { rank }) => (rank > top ? rank : top), '');
    if (last && last.rank <= highest) stage.put({ ...last, rank: rankBetween(highest, null) });
  }
}

/** Whose old place among its siblings has been taken since goes right behind who is there now. */
function makeRoom(stage: Stage): void {
  for (const record of [...stage.puts()])
    for (const order of kindNamed(record.kind).orders) {
      const parent = parentOf(record, order.by);
      const rank = record[order.rank] ?? '';
      const { project } = stage;
      let at = project.firstNotBelow(parent, order.list, rank);
      const there = project.rankAt(parent, order.list, at) === rank ? stage.at(project.list(parent, order.list)[at] ?? '') : undefined;
      if (!there || there.id === record.id || there[order.rank] !== rank || parentOf(there, order.by) !== parent) continue;
      while ((project.rankAt(parent, order.list, at) ?? '') === rank) at++;
      stage.put({ ...(stage.at(record.id) ?? record), [order.rank]: rankBetween(rank, project.rankAt(parent, order.list, at) ?? null) });
    }
}

function whyNot(record: AnyRecord, stage: Stage, taken: Map<string, string>): string | undefined {
  if (record === stage.project.at(record.id)) return undefined;
  const lost = [...referencesOf(record)].find(({ id, rule }) => !rule.to.includes(stage.at(id)?.kind ?? ''));
  if (lost) return `its ${lost.at} is gone`;
  try {
    const [fault] = Object.entries(faultsOf(record, stage, taken));
    return fault?.join(' ');
  } catch (error) {
    if (error instanceof Problem) return error.message.replace(/\.$/, '');
    throw error;
  }
}

const named = (record: AnyRecord): string => `The ${kindNamed(record.kind).label}`;
