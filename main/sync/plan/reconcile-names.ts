/**
 * Unique names: two new records with the same name are merged if the name identifies them; otherwise the local one is renamed or removed.
 */

import { isJsonObject } from '../../../shared/json.ts';
import { applyIdMapping, type IdMapping } from '../../../shared/model/id-mapping.ts';
import { type AnyRecord, getKind } from '../../../shared/model/kinds/kinds.ts';
import { Project } from '../../../shared/model/project.ts';
import { replaceText, textsOfRecord } from '../../../shared/model/references.ts';
import { replaceElements } from '../../../shared/rich-text/replace-elements.ts';
import { generateCustomId } from '../../../shared/script/identifiers.ts';
import { fieldPathsOf, isSameField, withFieldFrom } from './field-paths.ts';
import { createMergeConflict, type MergeConflict } from './merge-conflict.ts';
import { cascadeIds } from './merge-removals.ts';

/**
 * Kinds whose name identifies a record, so that two with the same name are the same record: a variable, an `else`, the `if` of a new
 * branch.
 */
const kindsIdentifiedByName: readonly string[] = ['variable', 'condition', 'attribute'];

/**
 * Records that are new on both sides with the same name: the local one gets the id of the remote one. So does the `if` of a branch that an
 * undo has restored with an earlier id, because no request creates or removes an `if` individually ([Branch and conditions]).
 */
export function matchByUniqueName(base: Project, local: Project, remote: Project): IdMapping {
  const renaming: (readonly [string, string])[] = [];
  for (const localRecord of local.records()) {
    if (base.has(localRecord.id) || remote.has(localRecord.id) || !kindsIdentifiedByName.includes(localRecord.kind)) continue;
    for (const key of uniqueKeysOf(localRecord)) {
      const other = remote.recordIdByUniqueKey(key);
      if (other === undefined || local.has(other) || remote.get(other)?.kind !== localRecord.kind) continue;
      if (!base.has(other) || localRecord.role === 'if') renaming.push([localRecord.id, other]);
    }
  }
  return renaming.sort(([one], [two]) => (one < two ? -1 : 1));
}

interface NameReconciliation {
  /** Local records that must be removed. */
  readonly evicted: ReadonlySet<string>;
  readonly conflicts: readonly MergeConflict[];
}

/**
 * Only the remote assigns customIds of components. A component that was removed locally and restored while another one had its customId has
 * received another, which no request can send, so it gets the remote one. Changes `after`, the local records after the merge.
 */
function adoptCustomIds(local: Project, remote: Project, after: Map<string, AnyRecord>, removedLocally: ReadonlySet<string>): void {
  for (const { id, customId } of remote.recordsOfKind('component')) {
    const record = after.get(id) ?? local.get(id);
    // null if it has not been looked up yet.
    if (customId === null || record === undefined || record.customId === customId || removedLocally.has(id)) continue;
    after.set(id, { ...record, customId });
  }
}

/** A name that both sides use belongs to the remote record. Changes `after`, the local records after the merge. */
export function reconcileNames(
  local: Project,
  remote: Project,
  after: Map<string, AnyRecord>,
  removedLocally: ReadonlySet<string>,
): NameReconciliation {
  const evicted = new Set<string>();
  const conflicts: MergeConflict[] = [];
  const now = (id: string): AnyRecord | undefined =>
    removedLocally.has(id) || evicted.has(id) ? undefined : (after.get(id) ?? local.get(id));
  adoptCustomIds(local, remote, after, removedLocally);
  const inUse = (customId: string): boolean => {
    const key = `scope:${customId}`;
    const holder = now(local.recordIdByUniqueKey(key) ?? '');
    return (holder !== undefined && uniqueKeysOf(holder).includes(key)) || remote.recordIdByUniqueKey(key) !== undefined;
  };
  const suspects = new Set([...after.values()].flatMap((record) => uniqueKeysOf(record)));
  const last = namesOfLastBoards(local, remote);
  for (const key of [...new Set([...suspects, ...last])].sort()) {
    const owner = remote.recordIdByUniqueKey(key);
    const ours = local.recordIdByUniqueKey(key);
    if (owner === undefined || ours === undefined || ours === owner) continue;
    const [record, other] = [now(ours), now(owner) ?? (last.includes(key) ? remote.get(owner) : undefined)];
    if (!record || !other || !uniqueKeysOf(record).includes(key) || !uniqueKeysOf(other).includes(key)) continue;
    const remoteRecord = remote.get(ours);
    if (!remoteRecord && key.startsWith('scope:')) {
      const customId = generateCustomId(String(record.customId), inUse);
      after.set(ours, { ...record, customId });
      conflicts.push(createMergeConflict(record, 'customId', 'renamed', { base: null, local: record.customId, remote: customId }));
      continue;
    }
    if (remoteRecord) {
      conflicts.push(createMergeConflict(record, null, 'displaced', { base: null, local: [record], remote: other }));
      after.set(ours, withRemoteName(record, remoteRecord, key));
      continue;
    }
    const dependents = [...cascadeIds(ours, local, (each) => !remote.has(each))];
    for (const id of dependents) evicted.add(id);
    conflicts.push(
      createMergeConflict(record, null, 'displaced', { base: null, local: dependents.flatMap((id) => local.get(id) ?? []), remote: other }),
    );
  }
  return { evicted, conflicts };
}

/** [Boards] the last boards of the remote are only removed after another was created, which must not have the name of one of them. */
function namesOfLastBoards(local: Project, remote: Project): string[] {
  for (const { id, type } of remote.recordsOfKind('board')) if (type === 'board' && local.has(id)) return [];
  return [...local.records()].flatMap((localRecord) =>
    localRecord.kind === 'board' && !remote.has(localRecord.id) ? uniqueKeysOf(localRecord) : [],
  );
}

/** The record with the remote values of the fields from which its name is derived. */
function withRemoteName(record: AnyRecord, remoteRecord: AnyRecord, key: string): AnyRecord {
  let merged = record;
  for (const fieldPath of fieldPathsOf(record, remoteRecord)) {
    if (isSameField(record.kind, fieldPath, record, remoteRecord)) continue;
    const tried = withFieldFrom(merged, fieldPath, remoteRecord);
    if (
      !getKind(tried.kind)
        .uniqueKeys(tried)
        .some((each) => each.key === key)
    )
      return tried;
    if (!uniqueKeysOf(tried).includes(key)) merged = tried;
  }
  return { ...remoteRecord, rank: record.rank };
}

/** Renames ids in a copy, because plans must not change their input. */
export function withRenamedIds(project: Project, renaming: IdMapping): Project {
  const { put, removedIds } = applyIdMapping(project, renaming);
  const records = new Map([...project.records()].map((record) => [record.id, record]));
  for (const id of removedIds) records.delete(id);
  for (const record of put) records.set(record.id, record);
  return new Project(records.values());
}

/** The unique names of the record, which no other record may have. */
export const uniqueKeysOf = (record: AnyRecord): readonly string[] =>
  getKind(record.kind)
    .uniqueKeys(record)
    .map(({ key }) => key);

/**
 * Replaces a customId that changes in a merge in the local scripts that use it and that the remote does not have. Scripts that exist on
 * both sides remain unchanged. Changes `after`, the local records after the merge. Returns the changed names as conflicts to report.
 */
export function renameInScripts(base: Project, local: Project, after: Map<string, AnyRecord>): MergeConflict[] {
  const names = new Map<string, string>();
  const conflicts: MergeConflict[] = [];
  for (const { id, customId } of after.values()) {
    const localRecord = local.get(id);
    if (
      !localRecord ||
      localRecord.kind === 'attribute' ||
      typeof localRecord.customId !== 'string' ||
      typeof customId !== 'string' ||
      localRecord.customId === customId
    )
      continue;
    names.set(localRecord.customId, customId);
    if (base.has(id))
      conflicts.push(
        createMergeConflict(localRecord, 'customId', 'renamed', { base: null, local: localRecord.customId, remote: customId }),
      );
  }
  if (names.size === 0) return [];
  for (const localRecord of local.records()) {
    if (!canContainScripts(localRecord)) continue;
    const now = after.get(localRecord.id) ?? localRecord;
    let updated = now;
    for (const text of textsOfRecord(now)) {
      const fieldPath = text.locale === null ? text.field : `${text.field}/${text.locale}`;
      const isLocalChange =
        isSameField(localRecord.kind, fieldPath, now, localRecord) &&
        !isSameField(localRecord.kind, fieldPath, base.get(localRecord.id), localRecord);
      if (!isLocalChange || text.rule.format === 'plain') continue;
      const renamed = text.rule.format === 'script' ? renameInScript(text.text, names) : renameInCode(text.text, names);
      if (renamed !== text.text) updated = replaceText(updated, text, renamed);
    }
    if (updated !== now) after.set(localRecord.id, updated);
  }
  return conflicts;
}

const canContainScripts = ({ kind }: AnyRecord): boolean =>
  Object.values(getKind(kind).texts).some(({ format }) => format === 'script' || format === 'rich');

const renameInCode = (html: string, names: ReadonlyMap<string, string>): string =>
  replaceElements(html, 'code', (openingTag, code) => `${openingTag}${renameInScript(code, names)}</code>`);

/** Tags, entities and quoted strings contain no names. A name before a `.` is a customId. */
const scriptTokenPattern =
  /<[^<>]*>|&(?:quot|#34);.*?&(?:quot|#34);|&[a-z0-9#]+;|"(?:[^"\\\n]|\\.)*"?|'(?:[^'\\\n]|\\.)*'?|(?<name>(?<![\w$])[A-Za-z$_][0-9A-Za-z$_]*)(?=\s*\.\s*[A-Za-z$_])/g;

const renameInScript = (script: string, names: ReadonlyMap<string, string>): string =>
  script.replace(scriptTokenPattern, (match: string, ...more: unknown[]) => {
    // The last argument of a replacer contains the named groups.
    const groups = more.at(-1);
    return (isJsonObject(groups) && typeof groups.name === 'string' && names.get(groups.name)) || match;
  });
