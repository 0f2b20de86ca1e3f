/** Puts back what went, and the fields that changed, when a step is taken back. */
import { jsonEquals } from '../../../shared/model/change-set.ts';
import { generateCustomId } from '../../../shared/model/identifiers.ts';
import { type AnyRecord, getKind, isKindName } from '../../../shared/model/kinds/kinds.ts';
import type { ProjectDraft } from '../decide/project-draft.ts';
import type { JournalEntry } from './journal-entry.ts';

export function restoreRemovedRecord(record: AnyRecord, stage: ProjectDraft, left: string[]): void {
  if (stage.get(record.id)) left.push(`${describeRecord(record)} is there already.`);
  else stage.put(record);
}

/** A board or component whose customId has been taken meanwhile comes back with another one: better than not at all. */
export function resolveCustomIdConflicts(stage: ProjectDraft, left: string[]): void {
  const taken = (id: string) => stage.get(stage.project.recordIdByUniqueKey(`scope:${id}`) ?? '')?.customId === id;
  const own = new Set([...stage.writtenRecords()].map(({ customId }) => customId));
  for (const record of [...stage.writtenRecords()]) {
    const { customId } = record;
    if (stage.project.has(record.id) || !kindsWithSharedCustomIds.includes(record.kind) || typeof customId !== 'string' || !taken(customId))
      continue;
    const free = generateCustomId(customId, (id) => own.has(id) || taken(id));
    own.add(free);
    left.push(`${describeRecord(record)} comes back as ${free}: ${customId} has been taken since.`);
    stage.put({ ...record, customId: free });
  }
}

/** Kinds that share one set of customIds. */
const kindsWithSharedCustomIds: readonly string[] = ['board', 'component'];

export function revertFields(
  { id, kind, before, after }: Extract<JournalEntry, { before: unknown }>,
  stage: ProjectDraft,
  left: string[],
): void {
  const current = stage.get(id);
  if (!current) {
    if (stage.project.get(id) === undefined)
      left.push(`A ${isKindName(kind) ? getKind(kind).label : kind} that was changed is no longer there.`);
    return;
  }
  const reverted: Record<string, unknown> = { ...current };
  for (const field of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const result = revertValue(current[field], before[field], after[field], isLocalizedField(current, field));
    if (result.left && field !== 'translatedFrom') left.push(`${describeRecord(current)}: ${field} has been changed since and stays.`);
    if (result.value === undefined) delete reverted[field];
    else reverted[field] = result.value;
  }
  // Every field is one that this very record has, or had when the step was made.
  stage.put(reverted as AnyRecord);
}

const isLocalizedField = (record: AnyRecord, field: string): boolean =>
  field === 'status' || field === 'translatedFrom' || getKind(record.kind).texts[field]?.localized === true;

function revertValue(current: unknown, before: unknown, after: unknown, byLanguage: boolean): { value: unknown; left: boolean } {
  if (!byLanguage)
    return jsonEquals(current, after) ? { value: before, left: false } : { value: current, left: !jsonEquals(current, before) };
  const [have, old, set] = [toFieldMap(current), toFieldMap(before), toFieldMap(after)];
  const value: Record<string, unknown> = { ...have };
  let left = false;
  for (const locale of new Set([...Object.keys(old), ...Object.keys(set)])) {
    if (jsonEquals(old[locale], set[locale])) continue;
    if (!jsonEquals(have[locale], set[locale])) left ||= !jsonEquals(have[locale], old[locale]);
    else if (old[locale] === undefined) delete value[locale];
    else value[locale] = old[locale];
  }
  return { value: Object.keys(value).length === 0 && before === null ? null : value, left };
}

const toFieldMap = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};

export const describeRecord = (record: AnyRecord): string => `The ${getKind(record.kind).label}`;
