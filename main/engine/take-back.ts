/**
 * Takes back what a journal row did, on the project as it is now: field by field and language by language, and only
 * where it still holds what that row set. Others' work is left alone; what is left is said.
 */
import { type ChangeSet, same } from '../../shared/changes.ts';
import { type AnyRecord, isKindName, kindNamed } from '../../shared/kinds/all.ts';
import { Problem } from '../../shared/problem.ts';
import type { Project } from '../../shared/project.ts';
import { referencesOf } from '../../shared/references.ts';
import type { JournalEntry } from './journal.ts';
import { settleMentions } from './relabel.ts';
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
  const made = entries.flatMap((entry) => ('made' in entry ? [entry.made] : []));
  for (const record of removable(made, project, left)) stage.remove(record.id);
  for (const entry of entries) {
    if ('gone' in entry) bringBack(entry.gone, stage, left);
    else if ('was' in entry) reset(entry, stage, left);
  }
  dropInvalid(stage, left);
  settleMentions(stage);
  validate(stage);
  return { changes: stage.changes(), left };
}

/** Those of the made records that are still as they were made and that nobody else has come to need. */
function removable(made: readonly AnyRecord[], project: Project, left: string[]): AnyRecord[] {
  let going = new Map(made.flatMap((record) => (same(project.at(record.id), record) ? [[record.id, record] as const] : [])));
  for (const record of made) if (!going.has(record.id) && project.has(record.id)) left.push(`${named(record)} has been changed since and stays.`);
  for (;;) {
    const needed = [...going.values()].filter(({ id }) => [...project.holdersOf(id)].some((holder) => !going.has(holder)));
    if (needed.length === 0) return [...going.values()];
    for (const record of needed) left.push(`${named(record)} is used by something newer and stays.`);
    const staying = new Set(needed.map(({ id }) => id));
    going = new Map([...going].filter(([id]) => !staying.has(id)));
  }
}

function bringBack(record: AnyRecord, stage: Stage, left: string[]): void {
  if (stage.at(record.id)) left.push(`${named(record)} is there already.`);
  else stage.put(record);
}

function reset({ id, kind, was, now }: Extract<JournalEntry, { was: unknown }>, stage: Stage, left: string[]): void {
  const current = stage.at(id);
  if (!current) {
    if (stage.project.at(id) === undefined) left.push(`A ${isKindName(kind) ? kindNamed(kind).label : kind} that was changed is no longer there.`);
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

const isByLanguage = (record: AnyRecord, field: string): boolean => field === 'status' || kindNamed(record.kind).texts[field]?.localized === true;

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

const maybe = (value: unknown): Record<string, unknown> => (typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {});

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
