/** Puts back what went, and the fields that changed, when a step is taken back. */
import { same } from '../../shared/changes.ts';
import { generateCustomId } from '../../shared/identifiers.ts';
import { type AnyRecord, isKindName, kindNamed } from '../../shared/kinds/all.ts';
import type { JournalEntry } from './journal.ts';
import type { Stage } from './stage.ts';

export function bringBack(record: AnyRecord, stage: Stage, left: string[]): void {
  if (stage.at(record.id)) left.push(`${nameOfRecord(record)} is there already.`);
  else stage.put(record);
}

/** A board or component whose customId has been taken meanwhile comes back with another one: better than not at all. */
export function freeCustomIds(stage: Stage, left: string[]): void {
  const taken = (id: string) => stage.at(stage.project.holderOf(`scope:${id}`) ?? '')?.customId === id;
  const own = new Set([...stage.puts()].map(({ customId }) => customId));
  for (const record of [...stage.puts()]) {
    const { customId } = record;
    if (stage.project.has(record.id) || !scoped.includes(record.kind) || typeof customId !== 'string' || !taken(customId)) continue;
    const free = generateCustomId(customId, (id) => own.has(id) || taken(id));
    own.add(free);
    left.push(`${nameOfRecord(record)} comes back as ${free}: ${customId} has been taken since.`);
    stage.put({ ...record, customId: free });
  }
}

/** Kinds that share one set of customIds. */
const scoped: readonly string[] = ['board', 'component'];

export function reset({ id, kind, was, now }: Extract<JournalEntry, { was: unknown }>, stage: Stage, left: string[]): void {
  const current = stage.at(id);
  if (!current) {
    if (stage.project.at(id) === undefined)
      left.push(`A ${isKindName(kind) ? kindNamed(kind).label : kind} that was changed is no longer there.`);
    return;
  }
  const after: Record<string, unknown> = { ...current };
  for (const field of new Set([...Object.keys(was), ...Object.keys(now)])) {
    const result = resetValue(current[field], was[field], now[field], isByLanguage(current, field));
    if (result.left && field !== 'translatedFrom') left.push(`${nameOfRecord(current)}: ${field} has been changed since and stays.`);
    if (result.value === undefined) delete after[field];
    else after[field] = result.value;
  }
  stage.put(after as AnyRecord);
}

const isByLanguage = (record: AnyRecord, field: string): boolean =>
  field === 'status' || field === 'translatedFrom' || kindNamed(record.kind).texts[field]?.localized === true;

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

export const nameOfRecord = (record: AnyRecord): string => `The ${kindNamed(record.kind).label}`;
