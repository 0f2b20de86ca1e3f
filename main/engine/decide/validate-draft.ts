/** Validates the records of a draft: shape, rules, references, uniqueness. All errors of all records are collected (ValidationErrors). */

import { parseWithFaults, safeParseJson } from '../../../shared/contracts/schema-issues.ts';
import { isJsonObject } from '../../../shared/json.ts';
import { type Message, message } from '../../../shared/messages/message.ts';
import { anyKindOf } from '../../../shared/model/kind-messages.ts';
import type { MissingTargetError } from '../../../shared/model/kinds/define-kind.ts';
import { maxTreeDepth } from '../../../shared/model/kinds/field-schemas.ts';
import { getRecordSchema, localCommentsSchema } from '../../../shared/model/kinds/kind-schemas.ts';
import {
  type AnyRecord,
  getKind,
  isItemKind,
  type KindName,
  kindOfCollection,
  type StoryRecord,
} from '../../../shared/model/kinds/kinds.ts';
import { projectRecordId } from '../../../shared/model/kinds/project.ts';
import { fieldsOfRecord } from '../../../shared/model/kinds/record-envelope.ts';
import { parentIdOf } from '../../../shared/model/project.ts';
import { referencesOf } from '../../../shared/model/references.ts';
import { conflictFault, notFoundFault, type StateFault } from '../../../shared/problem.ts';
import { findUseConflict } from './asset-rules.ts';
import { type ProjectDraft, ValidationErrors } from './project-draft.ts';

/**
 * Adds the errors of the written records, except in fields that were invalid before, in steps of one record each, between which the draft must not change.
 * `prefix` returns the beginning of the paths of a record.
 */
export function* validateDraftInSteps(
  draft: ProjectDraft,
  errors: ValidationErrors,
  prefix?: (record: AnyRecord) => string,
): Generator<void, void> {
  const keyHolders = new Map<string, string>();
  const depths: TreeDepths = new Map();
  const known = errors.listInvalidFields();
  for (const record of draft.writtenRecords()) {
    const found = validateRecord(record, draft, keyHolders, depths);
    if (found.count > 0) errors.addAll(found, prefix?.(record) ?? '', known);
    yield;
  }
}

/**
 * The errors of one record. `keyHolders` maps the unique keys of records validated earlier to their ids, and receives those of this record.
 * `depths` may be shared between calls as long as the draft does not change.
 */
export function validateRecord(
  record: AnyRecord,
  draft: ProjectDraft,
  keyHolders: Map<string, string>,
  depths: TreeDepths = new Map(),
): ValidationErrors {
  const errors = new ValidationErrors();
  const kind = getKind(record.kind);
  const { localComments } = record;
  const parsed = parseWithFaults(getRecordSchema(kind.kind), fieldsOfRecord(record));
  if (!parsed.success) {
    for (const [path, fault, field] of parsed.faults) errors.addInvalidField(path, fault, field);
    return errors;
  }
  if (localComments !== undefined && !safeParseJson(localCommentsSchema, localComments).success)
    errors.addInvalidField('localComments', message('fault.invalidValue'));
  for (const rule of kind.recordRules) for (const [path, fault] of Object.entries(rule(record) ?? {})) errors.addInvalidField(path, fault);
  for (const { valuePath: path, targetId, rule } of referencesOf(record)) {
    const target = draft.get(targetId);
    if (target && rule.targetKinds.includes(target.kind)) continue;
    if (rule.missingTargetError === 'invalid')
      errors.addInvalidField(path, message('fault.unknownRecord', { kind: anyKindOf(rule.targetKinds), id: targetId }));
    else errors.addState(path, missingReferenceFault(rule.missingTargetError, rule.targetKinds, targetId, path));
  }
  for (const unique of kind.uniqueKeys(record)) {
    const { key, field } = unique;
    const holder = keyHolders.get(key) ?? findUniqueKeyHolder(key, draft);
    if (holder !== undefined && holder !== record.id) {
      if (unique.status === 'duplicate')
        errors.addState(field, conflictFault('duplicate', unique.conflict, { kind: record.kind, id: holder }));
      else errors.addInvalidField(field, unique.fault);
    }
    keyHolders.set(key, record.id);
  }
  validateContext(record, draft, errors, depths);
  return errors;
}

/** The record that has a unique key in the project, unless the draft removes that record or its key. */
function findUniqueKeyHolder(key: string, draft: ProjectDraft): string | undefined {
  const holder = draft.project.recordIdByUniqueKey(key);
  const record = holder === undefined ? undefined : draft.get(holder);
  return record &&
    getKind(record.kind)
      .uniqueKeys(record)
      .some((unique) => unique.key === key)
    ? record.id
    : undefined;
}

function missingReferenceFault(error: Exclude<MissingTargetError, 'invalid'>, to: readonly string[], id: string, at: string): StateFault {
  if (error === 'notFound') return notFoundFault(anyKindOf(to), id);
  const text = message('problem.missingTarget', { kind: anyKindOf(to), id, field: at });
  return conflictFault(error === 'missingParent' ? 'missing_parent' : 'invalid_target', text, { kind: to[0] ?? '', id });
}

/** The localized texts of the record's kind, and `status`, the translation status. */
export function localizedFieldsOf(record: AnyRecord): readonly string[] {
  const { localizedFields, fields } = getKind(record.kind);
  return 'status' in fields ? [...localizedFields, 'status'] : localizedFields;
}

export const usesLanguage = (record: AnyRecord | undefined, iso: string): boolean =>
  record !== undefined && localizedFieldsOf(record).some((field) => isJsonObject(record[field]) && Object.hasOwn(record[field], iso));

/** The record without its values in one language; the same object if it has none. */
export function removeLanguage(record: AnyRecord, iso: string): AnyRecord {
  const found = localizedFieldsOf(record).filter((field) => isJsonObject(record[field]) && Object.hasOwn(record[field], iso));
  if (found.length === 0) return record;
  const remaining = found.map((field) => [
    field,
    Object.fromEntries(Object.entries(record[field] ?? {}).filter(([locale]) => locale !== iso)),
  ]);
  return { ...record, ...Object.fromEntries(remaining) };
}

/** By field path: a message for a 400, a fault of the state where service.md specifies another status. */
type RuleErrors = Readonly<Record<string, Message | StateFault>> | undefined;
/**
 * The levels of records below the root of their tree. Shared between records, so that validating a whole story follows each path to the
 * root only once.
 */
type TreeDepths = Map<string, number>;
type ContextRule<R> = (record: R, draft: ProjectDraft, depths: TreeDepths) => RuleErrors;
/**
 * Rules that depend on other records: where a record may be placed, and which connections are valid (G5, G6). Referenced records may be missing or of another
 * kind, which has been reported: what a rule finds at the same path is not.
 */
type ContextRules = { readonly [K in KindName]?: ContextRule<StoryRecord<K>> };

const contextRules: ContextRules = {
  board: validateParentFolder,
  component: validateParentFolder,
  asset: (record, draft, depths) => ({ ...validateParentFolder(record, draft, depths), ...validateAssetTypeChange(record, draft) }),
  element: ({ boardId, linkedBoard }, draft) => ({
    ...validateBoard(boardId, draft),
    ...(linkedBoard !== null && draft.find('board', linkedBoard)?.type === 'folder' && { linkedBoard: message('fault.folder.isFolder') }),
  }),
  comment: ({ boardId }, draft) => validateBoard(boardId, draft),
  connection: validateConnection,
  attribute: validateAttribute,
  componentAttachment: ({ componentId }, draft) =>
    draft.find('component', componentId)?.type === 'folder' ? { componentId: message('fault.folder.isFolder') } : undefined,
  audioAttachment: ({ assetId }, draft) =>
    draft.find('asset', assetId)?.type.endsWith('audio') ? undefined : { assetId: message('fault.audioAsset') },
};

const validateItem: ContextRule<AnyRecord> = ({ boardId }, draft) => validateBoard(String(boardId), draft);

/** Adds the errors of a record that is valid in shape. */
function validateContext(record: AnyRecord, draft: ProjectDraft, errors: ValidationErrors, depths: TreeDepths): void {
  // The rule was looked up by the record's own kind, so it accepts this record.
  const rule = (contextRules[record.kind] as ContextRule<AnyRecord> | undefined) ?? (isItemKind(record.kind) ? validateItem : undefined);
  const found = { ...findUnknownLanguages(record, draft), ...rule?.(record, draft, depths) };
  for (const [path, error] of Object.entries(found)) {
    if (errors.hasAt(path)) continue;
    if ('code' in error) errors.addState(path, error);
    else errors.addInvalidField(path, error);
  }
}

/** [Localized content] texts may only be in languages of the project. */
function findUnknownLanguages(record: AnyRecord, draft: ProjectDraft): RuleErrors {
  const known = draft.find('project', projectRecordId)?.locales ?? [];
  const found: Record<string, Message> = {};
  for (const field of localizedFieldsOf(record))
    for (const iso of Object.keys(record[field] ?? {}))
      if (!known.some((each) => each.iso === iso)) found[`${field}.${iso}`] = message('fault.unknownLanguage');
  return found;
}

/**
 * [Boards, G33] a parent is a folder, no record is moved into itself or a descendant, and no tree becomes too deep. Only the root has no
 * parent.
 */
function validateParentFolder(record: StoryRecord<'board' | 'component' | 'asset'>, draft: ProjectDraft, depths: TreeDepths): RuleErrors {
  if (record.parentId === null) return draft.isRoot(record.id) ? undefined : { parentId: message('fault.required') };
  const parent = draft.get(record.parentId);
  if (parent && parent.type !== 'folder') return { parentId: message('fault.folder.needed') };
  const path = new Set([record.id]);
  let ancestor = parent;
  for (; ancestor && !depths.has(ancestor.id); ancestor = parentRecord(ancestor, draft)) {
    if (path.has(ancestor.id)) return { parentId: message('fault.folder.inItself') };
    path.add(ancestor.id);
  }
  const above = ancestor ? (depths.get(ancestor.id) ?? 0) : -1;
  const depth = above + path.size;
  for (const [index, id] of [...path].entries()) depths.set(id, depth - index);
  return depth + heightBelow(record, draft) > maxTreeDepth
    ? { parentId: message('fault.folder.tooDeep', { maximum: maxTreeDepth }) }
    : undefined;
}

/** The number of levels below a moved record; 0 for any other record, because its descendants were validated when they were placed. */
function heightBelow({ kind, id, parentId }: StoryRecord<'board' | 'component' | 'asset'>, { project }: ProjectDraft): number {
  const before = project.find(kind, id);
  if (!before || before.parentId === parentId) return 0;
  const list = getKind(kind).orders[0]?.list ?? '';
  let height = 0;
  for (let level = project.childIds(id, list); level.length > 0; level = level.flatMap((child) => project.childIds(child, list))) height++;
  return height;
}

/** The type of an asset cannot change while the asset is used as audio or as a cover. */
function validateAssetTypeChange({ id, type }: StoryRecord<'asset'>, draft: ProjectDraft): RuleErrors {
  const before = draft.project.find('asset', id);
  if (!before || before.type === type) return undefined;
  const conflict = findUseConflict(before, draft);
  return conflict && { type: conflict };
}

function parentRecord(record: AnyRecord, draft: ProjectDraft): AnyRecord | undefined {
  const parent = parentIdOf(record, 'parentId');
  return parent === null ? undefined : draft.get(parent);
}

const validateBoard = (boardId: string, draft: ProjectDraft): RuleErrors =>
  draft.find('board', boardId)?.type === 'folder' ? { boardId: message('fault.folder.noItems') } : undefined;

/** [G5, G6] source and target have the given types and are on the connection's own board. */
function validateConnection(record: StoryRecord<'connection'>, draft: ProjectDraft): RuleErrors {
  const folder = validateBoard(record.boardId, draft);
  if (folder) return folder;
  const ends = [
    ['sourceid', record.sourceid, kindOfCollection(record.sourceType)],
    ['targetid', record.targetid, kindOfCollection(record.targetType)],
  ] as const;
  const found: Record<string, StateFault> = {};
  for (const [field, id, kind] of ends) {
    const end = draft.get(id);
    if (end?.kind !== kind)
      found[field] = conflictFault('invalid_target', message('problem.missingTarget', { kind, id, field }), { kind, id });
    else if (boardIdOf(end, draft) !== record.boardId)
      found[field] = conflictFault('invalid_target', message('problem.connectionAcrossBoards'), { kind, id });
  }
  return found;
}

function boardIdOf(record: AnyRecord, draft: ProjectDraft): string | null {
  if (record.kind !== 'condition') return parentIdOf(record, 'boardId');
  const branch = draft.find('branch', String(record.branchId));
  return branch ? branch.boardId : null;
}

/** [Attributes] the owner has the given type and is not a folder; the owner of a variable has a customId; list entries are not folders. */
function validateAttribute({ cId, cType, customId, value }: StoryRecord<'attribute'>, draft: ProjectDraft): RuleErrors {
  const errors: Record<string, Message> = {};
  const owner = draft.find('board', cId) ?? draft.find('component', cId) ?? draft.find('element', cId);
  if (owner && `${owner.kind}s` !== cType) errors.cType = message('fault.attribute.ownerType', { id: cId });
  else if (owner && 'type' in owner && owner.type === 'folder') errors.cId = message('fault.folder.noAttributes');
  else if (owner && customId !== null && !('customId' in owner && owner.customId))
    errors.customId = message('fault.attribute.ownerCustomId');
  if ((value.type === 'component-list' || value.type === 'asset-list') && value.data !== null)
    for (const [index, entry] of value.data.entries()) {
      const [target, field] = 'component' in entry ? [entry.component, 'component'] : [entry.asset, 'asset'];
      if (draft.get(target)?.type === 'folder') errors[`value.data.${index}.${field}`] = message('fault.folder.isFolder');
    }
  return errors;
}
