/**
 * (I28) Lists everything that exists only on this computer: changes that wait or were rejected, the local side of open conflicts,
 * unconfirmed creates, held texts, files that are not uploaded, local comments, and frames. Derived from the difference between the project
 * and the state on which both sides last agreed, so that no change can be missing.
 */
import { countedLocalOnlyChanges, type LocalOnlyReason } from '../../../shared/contracts/local-only-changes.ts';
import type { HeldChange, LocalOnlyChange } from '../../../shared/contracts/sync.ts';
import { type Message, message } from '../../../shared/messages/message.ts';
import { namedRecord, namedRecordAsSubject } from '../../../shared/model/kind-messages.ts';
import type { AnyRecord } from '../../../shared/model/kinds/kinds.ts';
import type { Project } from '../../../shared/model/project.ts';
import { recordLocation, recordTitle } from '../../../shared/model/record-title.ts';
import { Problem } from '../../../shared/problem.ts';
import { simplifyRichText, unsupportedFormatting } from '../../../shared/rich-text/simplify-rich-text.ts';
import { fieldNameOf, localeOf } from '../plan/field-paths.ts';
import { apiDialectOf, type HeldText, textAt } from '../plan/held-texts.ts';
import type { MergeConflict } from '../plan/merge-conflict.ts';
import type { SyncOperation } from '../plan/plan-sync.ts';
import type { SyncedProject } from '../project/synced-project.ts';
import type { SyncedProjectRow } from '../store/remote-store.ts';
import type { SyncEngine } from '../store/sync-engine.ts';

/** The part of a synced project that the list needs. */
interface LocalOnlySource
  extends Pick<
    SyncedProject,
    'base' | 'listConflicts' | 'localChanges' | 'rejectedIds' | 'unconfirmedIds' | 'disappearance' | 'localOnlyFiles'
  > {
  readonly row: Pick<SyncedProjectRow, 'hash' | 'isFetched'>;
}

/** A change that has no title yet. A record is listed once per reason. */
type Finding = Pick<LocalOnlyChange, 'reason' | 'change' | 'record'>;

const changeOfOperation = { create: 'created', change: 'changed', move: 'moved', remove: 'deleted', lookup: 'changed' } as const;

export function findLocalOnlyChanges(engine: Pick<SyncEngine, 'getProject'>, project: LocalOnlySource): LocalOnlyChange[] {
  if (!project.row.isFetched) return [];
  const { hash } = project.row;
  const local = engine.getProject(hash);
  const base = project.base();
  const conflicts = project.listConflicts().filter(hasLocalSide);
  const records = new Map(conflicts.map((conflict) => [conflict.recordId, recordOfConflict(conflict)]));
  return [
    ...conflicts.map((conflict) => conflictFinding(conflict, local)),
    ...disappearanceFindings(project, local),
    ...unsentFindings(project),
    ...fileFindings(project),
    ...commentFindings(local),
    ...frameFindings(local),
  ].map((finding): LocalOnlyChange => {
    const { record: id, reason, change } = finding;
    const side = local.has(id) ? local : base;
    const record = side.get(id) ?? records.get(id);
    const kind = record?.kind ?? 'element';
    const title = recordTitle(record, side);
    return { ...finding, hash, kind, title, location: recordLocation(record, side), message: changeMessage(reason, change, kind, title) };
  });
}

/** Whether the local side of the conflict would be lost. The remote has both records of a duplicate, and it keeps its own last board. */
const hasLocalSide = ({ reason }: MergeConflict): boolean => !['renamed', 'duplicateCreate', 'lastBoard', 'disappeared'].includes(reason);

function conflictFinding({ recordId, reason }: MergeConflict, local: Project): Finding {
  if (reason === 'unconfirmedCreate') return { reason: 'unconfirmed', change: 'created', record: recordId };
  if (reason === 'movedDifferently') return { reason: 'conflict', change: 'moved', record: recordId };
  return { reason: 'conflict', change: local.has(recordId) || reason === 'displaced' ? 'changed' : 'deleted', record: recordId };
}

/**
 * Changes that are not sent, and held ones. Each record is listed once with the first of its operations; creates and removals have no
 * others.
 */
function unsentFindings(project: LocalOnlySource): Finding[] {
  const askedIds = new Set(project.listConflicts().flatMap(({ reason, recordId }) => (reason === 'unconfirmedCreate' ? [recordId] : [])));
  const unconfirmed = project.unconfirmedIds();
  const rejected = project.rejectedIds();
  const reasonOf = (id: string): LocalOnlyReason => {
    if (unconfirmed.has(id)) return 'unconfirmed';
    return rejected.has(id) ? 'rejected' : 'waiting';
  };
  const first = new Map<string, SyncOperation>();
  const { operations, held } = project.localChanges();
  for (const operation of operations) if (!first.has(operation.id) && !askedIds.has(operation.id)) first.set(operation.id, operation);
  return [
    ...[...first.values()].map(({ id, type }) => ({ reason: reasonOf(id), change: changeOfOperation[type], record: id })),
    ...[...new Set(held.map(({ recordId }) => recordId))].map((record) => ({
      reason: 'held' as const,
      change: 'changed' as const,
      record,
    })),
  ];
}

/**
 * (I32) Records that the workspace does not show any more: they are in conflict until the user decides, and those that the user keeps wait
 * to be created again.
 */
function disappearanceFindings(project: LocalOnlySource, local: Project): Finding[] {
  const disappearance = project.disappearance();
  const base = project.base();
  if (!disappearance || disappearance.decision === 'remote') return [];
  const reason = disappearance.decision === 'local' ? 'waiting' : 'conflict';
  // A record that is not in the base is a create that waits, and is listed as one.
  const listed = [...disappearance.ids, ...(disappearance.fields ?? []).map((field) => field.slice(0, field.indexOf('#')))];
  const ids = [...new Set(listed)].filter((id) => local.has(id) && base.has(id));
  return ids.map((record) => ({ reason, change: 'disappeared', record }));
}

const fileFindings = (project: LocalOnlySource): Finding[] =>
  project.localOnlyFiles().map((record) => ({ reason: 'file' as const, change: 'changed' as const, record }));

/** Records with comments that stay on this computer. */
const commentFindings = (local: Project): Finding[] =>
  [...local.commentedRecords()].map(({ id }) => ({ reason: 'comment' as const, change: 'changed' as const, record: id }));

/** Notes that are frames on this computer and plain notes in the workspace. */
const frameFindings = (local: Project): Finding[] =>
  [...local.recordsOfKind('note')].flatMap(({ id, isFrame }) =>
    isFrame ? [{ reason: 'frame' as const, change: 'changed' as const, record: id }] : [],
  );

function changeMessage(reason: LocalOnlyReason, change: LocalOnlyChange['change'], kind: AnyRecord['kind'], title: string): Message {
  if (reason === 'comment' || reason === 'frame')
    return message(`sync.localOnly.change.${reason}`, { record: namedRecordAsSubject(kind, title) });
  if (reason === 'file') return message('sync.localOnly.change.file', { record: namedRecord(kind, title) });
  return message(`sync.localOnly.change.${change}`, { record: namedRecordAsSubject(kind, title) });
}

/** The record of a conflict. The values of a conflict about a whole record are records, or a list that begins with the record. */
function recordOfConflict({ local, base }: MergeConflict): AnyRecord | undefined {
  const values: unknown[] = [Array.isArray(local) ? local[0] : local, base];
  // Whole records in a conflict are records of the engine.
  return values.find((value): value is AnyRecord => typeof value === 'object' && value !== null && 'kind' in value && 'id' in value);
}

/** Throws a Problem `conflict` with the number of changes of each kind that exist only on this computer, and a fault for each. */
export function assertNoLocalOnlyChanges(remote: string, changes: readonly LocalOnlyChange[]): void {
  if (changes.length === 0) return;
  const faults = changes.map(({ reason, record, message: fault }, at) => [`${reason}.${record}.${at}`, fault] as const);
  throw new Problem('conflict', message('problem.sync.localOnly', { remote, list: countedLocalOnlyChanges(changes) }), {
    conflictType: 'stale',
    errors: Object.fromEntries(faults),
  });
}

/** Unique within the project, and stable as long as the text is held. */
export const heldChangeId = ({ recordId, field }: HeldText): string => `${recordId}#${field}`;

/** (G30) The texts that are held at the moment, in the order of their records: what the remote does not accept, and what would be sent instead. */
export function toHeldChanges({ deps }: { readonly deps: { readonly engine: SyncEngine } }, project: SyncedProject): HeldChange[] {
  const { hash, remote, isFetched } = project.row;
  if (!isFetched) return [];
  const local = deps.engine.getProject(hash);
  const base = project.base();
  return project.localChanges().held.flatMap((held): HeldChange[] => {
    const record = local.get(held.recordId);
    const text = record && textAt(record, held.field);
    const dialect = apiDialectOf(text?.rule);
    if (!record || !text || !dialect) return [];
    const baseRecord = base.get(record.id);
    return [
      {
        id: heldChangeId(held),
        hash,
        kind: record.kind,
        record: record.id,
        title: recordTitle(record, local),
        location: recordLocation(record, local),
        field: fieldNameOf(held.field),
        locale: localeOf(held.field),
        reason: message('sync.held.reason', { remote, what: unsupportedFormatting(text.text, dialect) }),
        local: text.text,
        remote: (baseRecord && textAt(baseRecord, held.field)?.text) ?? null,
        simplified: simplifyRichText(text.text, dialect),
      },
    ];
  });
}
