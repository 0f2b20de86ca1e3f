/** Describes what each side of a conflict has: the title of a record or a position, and the values of a field. */

import { type Message, message, verbatim } from '../../../shared/messages/message.ts';
import { namedRecord } from '../../../shared/model/kind-messages.ts';
import type { AnyRecord } from '../../../shared/model/kinds/kinds.ts';
import type { Project } from '../../../shared/model/project.ts';
import { recordTitle } from '../../../shared/model/record-title.ts';
import type { MergeConflict } from '../plan/merge-conflict.ts';

type ConflictSummaries = Readonly<Record<'base' | 'local' | 'remote', Message>>;

export function summarizeConflict(conflict: MergeConflict, project: Project): ConflictSummaries {
  const { base, local, remote, reason, field } = conflict;
  const summarize = (value: unknown): Message => {
    if (field === 'place') return placeName(value, project);
    const [record] = Array.isArray(value) ? value : [value];
    return isWholeRecord(record) ? namedRecord(record.kind, recordTitle(record, project)) : verbatim(fieldText(value, project));
  };
  const isDeleted = (value: unknown): boolean => value === null && (reason === 'deletedLocally' || reason === 'deletedRemotely');
  const summarizeSide = (value: unknown): Message => (isDeleted(value) ? message('conflicts.deletedValue') : summarize(value));
  return {
    base: summarize(base),
    local: summarizeSide(local),
    remote: reason === 'unconfirmedCreate' ? message('conflicts.unknownValue') : summarizeSide(remote),
  };
}

/** The name of the root folder is never shown. */
function placeName(id: unknown, project: Project): Message {
  const parent = project.get(String(id));
  return parent === undefined || parent.parentId === null ? message('conflicts.topLevel') : verbatim(recordTitle(parent, project));
}

/** A value may consist of several fields, which are separated by commas. */
function fieldText(value: unknown, project: Project): string {
  if (value === null || value === undefined || value === '') return '–';
  if (Array.isArray(value)) return value.map((each) => fieldText(each, project)).join(', ');
  if (typeof value !== 'string') return JSON.stringify(value);
  return project.has(value) ? recordTitle(project.get(value), project) : value;
}

/** The values of a conflict about a whole record are records. */
export const isWholeRecord = (value: unknown): value is AnyRecord => typeof value === 'object' && value !== null && 'kind' in value;
