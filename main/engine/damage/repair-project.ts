/**
 * Repairs a project with damaged or missing records. The loss of a record may cost the records that cannot exist without it, but never the
 * whole project. An identical copy in a backup replaces the record. Without one, the record is left out, and references to it are removed
 * as if it had been deleted. A record that many others need is replaced by an older version instead, or kept with the fields that can be
 * read.
 */
import { createHash } from 'node:crypto';
import type { DamagedRecord, DamageOutcome } from '../../../shared/contracts/damage.ts';
import { formatIsoTime } from '../../../shared/environment.ts';
import { isJsonObject } from '../../../shared/json.ts';
import { type AnyRecord, getKind, isKindName, type KindName } from '../../../shared/model/kinds/kinds.ts';
import { isValidLocaleCode, type Locale, projectRecordId } from '../../../shared/model/kinds/project.ts';
import type { Project } from '../../../shared/model/project.ts';
import { referencesOf } from '../../../shared/model/references.ts';
import { richTextToPlainText } from '../../../shared/rich-text/plain-text.ts';
import { cascadeRemovals } from '../decide/decide.ts';
import { ProjectDraft } from '../decide/project-draft.ts';
import { validateRecord } from '../decide/validate-draft.ts';
import { type JournalEntry, toJournalEntries } from '../history/undo-history.ts';
import { parseRecordRow, type RecordRow } from '../storage/stored-rows.ts';

interface DamagedProject {
  readonly hash: string;
  /** The intact records of the project. They are changed. */
  readonly project: Project;
  readonly damaged: readonly RecordRow[];
  /** Ids of records that must have existed and are missing. */
  readonly missing: readonly string[];
}

interface RepairedProject {
  readonly records: readonly DamagedRecord[];
  /** The changes of other records. Restoring the lost records reverts them. */
  readonly dependents: readonly JournalEntry[];
}

export function repairProject({ hash, project, damaged, missing }: DamagedProject, copies: RecordCopies): RepairedProject {
  const rows = new Map(damaged.filter(({ id }) => !project.has(id)).map((row) => [row.id, row]));
  const absent = new Set([...rows.keys(), ...missing.filter((id) => !project.has(id)), ...absentTargets(project)]);
  if (!project.has(projectRecordId)) absent.add(projectRecordId);
  const found = copies.find(hash, absent, damaged);
  // A damaged id does not identify a record of its own: the record with the right id has been found by its checksum.
  const identified = new Set([...found].flatMap(([id, { isExact, row }]) => (isExact && !rows.has(id) ? [row.checksum] : [])));
  const records: DamagedRecord[] = [];
  // The project record comes first, because it names the roots that must exist.
  const ids = new Set([...absent, ...[...found.keys()].filter((id) => !project.has(id))]);
  for (const id of [...ids].sort((one) => (one === projectRecordId ? -1 : 1))) {
    const row = rows.get(id);
    if (row && identified.has(row.checksum)) continue;
    records.push(replaceRecord(id, row, found.get(id), project));
  }
  for (const record of addEssentials(project, hash)) {
    const { id, kind } = record;
    const known = records.findIndex((each) => each.id === id);
    const reported: DamagedRecord = { id, kind, title: titleOfRecord(record), board: '', outcome: 'unverified', backup: null };
    if (known === -1) records.push(reported);
    else records.splice(known, 1, { ...reported, backup: records[known]?.backup ?? null });
  }
  const dependents = detachAbsent(project, new Set(records.flatMap(({ id, outcome }) => (outcome === 'leftOut' ? [id] : []))));
  return { records, dependents };
}

/** Puts the best replacement into the project, if there is one. */
function replaceRecord(id: string, row: RecordRow | undefined, copy: RecordCopy | undefined, project: Project): DamagedRecord {
  const replacement = chooseReplacement(id, row, copy, project);
  const readable = (copy && parseRecordRow(copy.row)) ?? (row && parseRecordRow(row));
  if (replacement.record) project.apply([{ after: replacement.record }]);
  const kind = copy?.row.kind ?? row?.kind ?? '';
  return {
    id,
    kind: isKindName(kind) ? kind : null,
    title: readable ? titleOfRecord(readable) : '',
    board: boardNameOf({ boardId: readable?.boardId, parent: copy?.row.parent ?? row?.parent ?? null }, project),
    outcome: replacement.outcome,
    backup: copy ? { id: copy.backup, at: formatIsoTime(copy.at) } : null,
  };
}

interface Replacement {
  readonly outcome: DamageOutcome;
  readonly record?: AnyRecord | undefined;
}

function chooseReplacement(id: string, row: RecordRow | undefined, copy: RecordCopy | undefined, project: Project): Replacement {
  const copied = copy && parseRecordRow(copy.row);
  if (copied && copy.isExact) return { outcome: 'repaired', record: copied };
  if (!isNeeded(id, copy?.row.kind ?? row?.kind, project)) return { outcome: 'leftOut' };
  if (copied) return { outcome: 'olderCopy', record: copied };
  const read = row && parseRecordRow(row);
  if (read && validateRecord(read, new ProjectDraft(project), new Map()).count === 0) return { outcome: 'unverified', record: read };
  return { outcome: 'leftOut' };
}

/** Whether leaving the record out would also cost other records. */
function isNeeded(id: string, kind: string | undefined, project: Project): boolean {
  if (kind === 'board' || kind === 'condition' || id === projectRecordId) return true;
  if (Object.values(project.find('project', projectRecordId)?.roots ?? {}).includes(id)) return true;
  return [...project.referrersOf(id)].some((referrerId) => {
    const referrer = project.get(referrerId);
    return referrer && referencesOf(referrer).some(({ targetId, rule }) => targetId === id && rule.onTargetRemoved === 'cascade');
  });
}

function* absentTargets(project: Project): Generator<string> {
  for (const record of project.records()) for (const { targetId } of referencesOf(record)) if (!project.has(targetId)) yield targetId;
}

/** Removes references to records that do not exist, and the records that cannot exist without them. */
function detachAbsent(project: Project, leftOut: ReadonlySet<string>): JournalEntry[] {
  const draft = new ProjectDraft(project);
  for (const id of [...leftOut, ...absentTargets(project)]) draft.remove(id);
  cascadeRemovals(draft);
  // Every branch begins with an `if`.
  for (const branch of project.recordsOfKind('branch')) {
    const conditions = project.children('condition', branch.id, 'conditions').filter(({ id }) => draft.get(id));
    if (!conditions.some(({ role }) => role === 'if')) draft.remove(branch.id);
  }
  cascadeRemovals(draft);
  const changes = draft.toChangeSet();
  project.apply(changes);
  return toJournalEntries(changes);
}

/**
 * Creates the records that no project can be without and that have no copy: the project record, and the roots of its trees. So a single
 * record never costs all others. Returns the created records.
 */
function addEssentials(project: Project, hash: string): AnyRecord[] {
  const added: AnyRecord[] = [];
  const add = (record: AnyRecord): void => {
    project.apply([{ after: record }]);
    added.push(record);
  };
  const standIn = (kind: KindName, id: string): AnyRecord => ({ ...getKind(kind).defaults, kind, id, rank: 'a0' });
  if (!project.has(projectRecordId)) {
    const roots = Object.fromEntries(rootKinds.map((kind) => [kind, rootIdOf(project, kind) ?? idFor(hash, kind)]));
    const record = standIn('project', projectRecordId);
    add({ ...record, rank: '', name: hash, locales: localesOf(project) ?? record.locales, roots });
  }
  const { roots } = project.projectRecord;
  for (const kind of ['board', 'component', 'asset'] as const) {
    if (project.find(kind, roots[kind])) continue;
    const name = kind === 'component' ? { [project.mainLocale]: { text: 'Root' } } : 'Root';
    add({ ...standIn(kind, roots[kind]), parentId: null, type: 'folder', name });
  }
  return added;
}

const rootKinds = ['board', 'component', 'asset', 'variable'] as const;

/** The id of the root folder of this kind. The root of the variables is not a record. */
function rootIdOf(project: Project, kind: (typeof rootKinds)[number]): string | undefined {
  if (kind === 'variable') return undefined;
  for (const { id, parentId } of project.recordsOfKind(kind)) if (parentId === null) return id;
  return undefined;
}

/** Derives an id from the arguments, so that each opening of the project creates the same one. */
function idFor(hash: string, kind: string): string {
  const digits = createHash('sha256').update(`${hash} ${kind}`).digest('hex');
  return `${digits.slice(0, 8)}-${digits.slice(8, 12)}-4${digits.slice(13, 16)}-8${digits.slice(17, 20)}-${digits.slice(20, 32)}`;
}

/** The languages that have texts, the one with the most texts first, as the main one. */
function localesOf(project: Project): readonly Locale[] | undefined {
  const counts = new Map<string, number>();
  for (const record of project.records())
    for (const value of Object.values(record))
      if (isJsonObject(value))
        for (const [iso, text] of Object.entries(value))
          if (isValidLocaleCode(iso) && typeof text === 'object' && text !== null && 'text' in text)
            counts.set(iso, (counts.get(iso) ?? 0) + 1);
  const [main, ...others] = [...counts].sort(([, one], [, two]) => two - one).map(([iso]) => iso);
  if (main === undefined) return undefined;
  return [{ iso: main, name: main, base: null }, ...others.map((iso) => ({ iso, name: iso, base: main }))];
}

/** Where reports find the title of a record. */
const titleFields = ['title', 'name', 'label', 'text', 'content'];
const maxTitleLength = 80;

/** The title of the record in any language; empty if it has none. */
export function titleOfRecord(record: AnyRecord): string {
  for (const field of titleFields) {
    const text = firstText(record[field]);
    if (text !== '') return text.length > maxTitleLength ? `${text.slice(0, maxTitleLength - 1)}…` : text;
  }
  return '';
}

function firstText(value: unknown): string {
  if (typeof value === 'string') return richTextToPlainText(value);
  if (typeof value !== 'object' || value === null) return '';
  for (const each of Object.values(value))
    if (typeof each === 'object' && each !== null && 'text' in each && typeof each.text === 'string') return richTextToPlainText(each.text);
  return '';
}

/** The name of the board that contains the record, directly or through its parent; empty if there is none. */
function boardNameOf({ boardId, parent }: { readonly boardId?: unknown; readonly parent: string | null }, project: Project): string {
  const owner = parent === null ? undefined : project.get(parent);
  const ids = [boardId, owner?.boardId, owner?.kind === 'board' ? owner.id : undefined];
  const board = ids.map((id) => (typeof id === 'string' ? project.find('board', id) : undefined)).find((each) => each !== undefined);
  return board?.name ?? '';
}

/** A copy of a record whose stored row is damaged, from a backup. */
export interface RecordCopy {
  /** The checksum of the row has been verified if the backup has one. */
  readonly row: RecordRow;
  readonly backup: string;
  /** When the backup was made, in microseconds since 1970. */
  readonly at: number;
  /** Whether the copy is identical to the damaged record. */
  readonly isExact: boolean;
}

/** The backups, which are not part of the engine. */
export interface RecordCopies {
  /**
   * The newest copies of these records. `damaged` are the rows of the project as they were found. If the id of one is damaged itself, the
   * result contains the copy with the same checksum, under its own id.
   */
  find(hash: string, ids: ReadonlySet<string>, damaged: readonly RecordRow[]): ReadonlyMap<string, RecordCopy>;
  /** The ids of a project in the newest backup that contains it. */
  listIds(hash: string): readonly string[];
}

export const noRecordCopies: RecordCopies = { find: () => new Map(), listIds: () => [] };
