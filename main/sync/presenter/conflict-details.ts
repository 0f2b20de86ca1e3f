/** Presents a conflict: what it is about, what each side did, and what each choice would do. */
import { isDeepStrictEqual } from 'node:util';
import type { Conflict, ConflictDetails, ConflictReason, ConflictValues } from '../../../shared/contracts/sync.ts';
import { joinMessages, languageName, type Message, message, verbatim } from '../../../shared/messages/message.ts';
import { fieldLabel, namedRecord } from '../../../shared/model/kind-messages.ts';
import { type AnyRecord, getKind, type KindName } from '../../../shared/model/kinds/kinds.ts';
import type { Project } from '../../../shared/model/project.ts';
import { recordLocation, recordTitle } from '../../../shared/model/record-title.ts';
import { toReadableText } from '../../../shared/rich-text/plain-text.ts';
import { parseConditionSource } from '../../../shared/rich-text/script-source.ts';
import { CooperativeYielder } from '../../platform/cooperative-yielder.ts';
import { type Place, readPlace } from '../plan/conflict-place.ts';
import { fieldNameOf, isReadOnly, localeOf } from '../plan/field-paths.ts';
import { heldTextAt } from '../plan/held-texts.ts';
import type { MergeConflict } from '../plan/merge-conflict.ts';
import { proposeMergedText } from '../plan/propose-merge.ts';
import { hasLossOf, lossSorts } from '../plan/read-losses.ts';
import { conflictText, isChoicePossible, isRemoteChoiceUndoable } from '../plan/resolve-conflict.ts';
import { conflictMark } from './conflict-mark.ts';

export type OpenConflict = MergeConflict & { readonly reason: ConflictReason };

/** A renamed record is only reported and needs no resolution. */
export const isOpenConflict = (conflict: MergeConflict): conflict is OpenConflict => conflict.reason !== 'renamed';

export interface DescribedConflict extends Conflict, ConflictValues {
  /** Takes milliseconds for long texts. */
  readonly summarize: () => ConflictSummaries;
}

export const withoutValues = ({ base, local, remote, summarize, ...conflict }: DescribedConflict): Conflict => conflict;

/** Reading and comparing the words of long texts takes time, so it is done in slices, and only for those conflicts that a caller shows. */
export async function readInSlices(conflicts: readonly DescribedConflict[]): Promise<ConflictDetails[]> {
  const yielder = new CooperativeYielder();
  const details: ConflictDetails[] = [];
  for (const { summarize, ...conflict } of conflicts) {
    await yielder.yieldIfNeeded();
    details.push({ ...conflict, summaries: summarize(), merged: proposeMergedText(conflict) });
  }
  return details;
}

/** `remote`: the name of the other side. */
export function describeConflict(conflict: OpenConflict, hash: string, remote: string | Message, project: Project): DescribedConflict {
  const { id, kind, recordId, field: path, reason } = conflict;
  const record = project.get(recordId) ?? [conflict.local, conflict.remote, conflict.base].find(isWholeRecord);
  const title = recordTitle(record, project);
  const isField = path !== null && path !== 'place';
  const field = isField ? fieldNameOf(path) : null;
  const locale = isField ? localeOf(path) : null;
  const subject = conflictSubject(namedRecord(kind, title), field, locale);
  return {
    id: `${hash}/${id}`,
    hash,
    kind,
    record: recordId,
    title,
    location: recordLocation(record, project),
    field,
    locale,
    reason,
    otherSide: remote,
    isPostponed: conflict.isPostponed === true,
    mark: conflictMark(conflict),
    message: conflictMessage(conflict, subject, remote),
    base: conflict.base,
    local: conflict.local,
    remote: conflict.remote,
    summarize: () => summarizeConflict(conflict, project),
    choices: choicesFor(conflict, remote, project),
  };
}

/** What the user can choose. */
export function choicesFor(conflict: OpenConflict, remote: string | Message, project: Project): Conflict['choices'] {
  const { recordId, field: path, reason } = conflict;
  const record = project.get(recordId) ?? [conflict.local, conflict.remote, conflict.base].find(isWholeRecord);
  const isField = reason === 'bothChanged' && path !== null && path !== 'place' && project.has(recordId);
  const isText = reason === 'bothChanged' && conflictText(conflict) !== undefined;
  const isHeld = isField && record !== undefined && heldTextAt(record, path) !== undefined;
  return {
    ...choicesByReason[reason](remote, conflict),
    // (G30) Nothing is sent, but the text then counts as held and not as a conflict.
    ...(isHeld && { local: message('conflicts.choice.bothChanged.localHeld', { remote }) }),
    // (I37) A choice that cannot be executed is not offered.
    ...(!isChoicePossible(conflict, 'local', project) && { local: null }),
    // The user has already made this choice.
    ...(conflict.isPostponed === true && { remote: null }),
    // [Comments, Assets] these records cannot be created on the remote, so the conflict remains until the user gives the record up or the
    // remote has it again.
    ...(reason === 'deletedRemotely' && record && isReadOnly(record) && { local: null }),
    text: isText,
    undoable: {
      local: isText && project.has(recordId) && typeof conflict.remote === 'string',
      remote: isRemoteChoiceUndoable(conflict, project),
    },
  };
}

function disappearedMessage(sorts: unknown, count: number, remote: string | Message): Message {
  const lost = lossSorts.filter((sort) => hasLossOf(sorts, sort));
  if (lost.every((sort) => sort === 'records')) return message('conflicts.message.disappeared', { remote, count });
  const what = joinMessages(
    lost.map((sort) => message(`conflicts.lossSort.${sort}`)),
    (first, second) => message('problem.twoFaults', { first, second }),
  );
  return message(hasLossOf(sorts, 'removedLanguages') ? 'conflicts.message.languageRemoved' : 'conflicts.message.emptied', {
    remote,
    count,
    what,
  });
}

function conflictMessage(
  { reason, base, local, remote: changed, isPostponed, isTouched }: OpenConflict,
  subject: Message,
  remote: string | Message,
): Message {
  if (isPostponed === true) return message('conflicts.message.postponedCreate', { subject, remote });
  if (isTouched === true) return message('conflicts.message.touchedDuplicate', { subject, remote });
  if (reason === 'disappeared') return disappearedMessage(base, Number(local), remote);
  if (reason === 'deletedRemotely') return message('conflicts.message.deletedRemotely', { subject, remote, how: changeOf(base, local) });
  if (reason === 'deletedLocally') return message('conflicts.message.deletedLocally', { subject, remote, how: changeOf(base, changed) });
  return message(`conflicts.message.${reason}`, { subject, remote });
}

/** What was done to a record that the other side has deleted. `needed`: nothing, but other changes use it or are part of it. */
function changeOf(base: unknown, record: unknown): 'renamed' | 'moved' | 'commented' | 'changed' | 'needed' {
  if (!isWholeRecord(base) || !isWholeRecord(record)) return 'changed';
  const { localComments: commentsBefore, ...before } = base;
  const { localComments: comments, ...after } = record;
  const fields = Object.keys({ ...before, ...after }).filter((field) => !isDeepStrictEqual(before[field], after[field]));
  if (fields.length === 0) return isDeepStrictEqual(commentsBefore, comments) ? 'needed' : 'commented';
  if (fields.every((field) => field === 'name' || field === 'title')) return 'renamed';
  return fields.every((field) => movingFields.has(field)) ? 'moved' : 'changed';
}

const movingFields: ReadonlySet<string> = new Set(['x', 'y', 'rank', 'boardId', 'parentId']);

function conflictSubject(record: Message, field: string | null, locale: string | null): Message {
  if (field === null) return record;
  const label = fieldLabel(field);
  return locale === null
    ? message('conflicts.subject.field', { field: label, record })
    : message('conflicts.subject.localizedField', { field: label, locale: languageName(locale), record });
}

/** The effect of each resolution; null if it is not possible. */
const choicesByReason: {
  readonly [R in ConflictReason]: (
    remote: string | Message,
    conflict: OpenConflict,
  ) => { readonly local: Message | null; readonly remote: Message | null };
} = {
  bothChanged: (remote) => ({
    local: message('conflicts.choice.bothChanged.local', { remote }),
    remote: message('conflicts.choice.bothChanged.remote', { remote }),
  }),
  deletedRemotely: (remote) => ({
    local: message('conflicts.choice.deletedRemotely.local', { remote }),
    remote: message('conflicts.choice.deletedRemotely.remote'),
  }),
  deletedLocally: (remote) => ({
    local: message('conflicts.choice.deletedLocally.local', { remote }),
    remote: message('conflicts.choice.deletedLocally.remote'),
  }),
  movedDifferently: (remote) => ({
    local: message('conflicts.choice.movedDifferently.local'),
    remote: message('conflicts.choice.movedDifferently.remote', { remote }),
  }),
  displaced: (remote) => ({ local: null, remote: message('conflicts.choice.displaced.remote', { remote }) }),
  lastBoard: () => ({ local: null, remote: message('conflicts.choice.lastBoard.remote') }),
  unconfirmedCreate: (remote) => ({
    local: message('conflicts.choice.unconfirmedCreate.local', { remote }),
    remote: message('conflicts.choice.unconfirmedCreate.remote'),
  }),
  duplicateCreate: (remote, { dependentIds = [] }) => ({
    local: message('conflicts.choice.duplicateCreate.local', { remote, count: dependentIds.length }),
    remote: message('conflicts.choice.duplicateCreate.remote'),
  }),
  disappeared: (remote) => ({
    local: message('conflicts.choice.disappeared.local', { remote }),
    remote: message('conflicts.choice.disappeared.remote'),
  }),
};

type ConflictSummaries = Readonly<Record<'base' | 'local' | 'remote', Message>>;

/** Describes what each side of a conflict has: the title of a record or a position, and the values of a field. */
function summarizeConflict(conflict: MergeConflict, project: Project): ConflictSummaries {
  if (conflict.reason === 'movedDifferently') return summarizePlaces(conflict, project);
  const { base, local, remote, reason, field, kind } = conflict;
  const readable = (value: unknown) => (field === null ? value : readableValue(kind, fieldNameOf(field), value));
  // Where only the formatting differs, the words would show no difference.
  const isFormattingOnly = local !== remote && readable(local) === readable(remote);
  const summarize = (value: unknown): Message => {
    const [record] = Array.isArray(value) ? value : [value];
    if (isWholeRecord(record)) return namedRecord(record.kind, recordTitle(record, project));
    return verbatim(fieldText(isFormattingOnly ? value : readable(value), project));
  };
  const isDeleted = (value: unknown): boolean => value === null && (reason === 'deletedLocally' || reason === 'deletedRemotely');
  const summarizeSide = (value: unknown): Message => (isDeleted(value) ? message('conflicts.deletedValue') : summarize(value));
  return {
    base: summarize(base),
    local: summarizeSide(local),
    remote: reason === 'unconfirmedCreate' ? message('conflicts.unknownValue') : summarizeSide(remote),
  };
}

/** A text as its words, and a script as its code; every other value as it is. */
export function readableValue(kind: KindName, field: string, value: unknown): unknown {
  if (typeof value !== 'string' || value === '') return value;
  const format = getKind(kind).texts[field]?.format;
  if (format === 'rich' || format === 'note') return toReadableText(value);
  return format === 'script' ? parseConditionSource(value).text : value;
}

/** What contains the record; where both sides have it in the same list, what it follows there. */
function summarizePlaces({ recordId, base, local, remote }: MergeConflict, project: Project): ConflictSummaries {
  const record = project.get(recordId);
  const [before, ours, theirs] = [base, local, remote].map((value) => (record ? readPlace(value, record, project) : undefined));
  const isReordered = ours?.list === theirs?.list && ours?.parent === theirs?.parent;
  const summarize = (place: Place | undefined): Message => {
    const id = isReordered ? place?.after : place?.parent;
    if (isReordered && id === null) return message('conflicts.place.first');
    // The variables of a story have no parent.
    if (id === undefined || id === null) return message('conflicts.unknownValue');
    const named = project.get(id);
    if (!named) return message('conflicts.deletedValue');
    if (isReordered) return message('conflicts.place.after', { sibling: namedRecord(named.kind, recordTitle(named, project)) });
    // The name of the root folder is never shown.
    return named.parentId === null ? message('conflicts.topLevel') : verbatim(recordTitle(named, project));
  };
  return { base: summarize(before), local: summarize(ours), remote: summarize(theirs) };
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
