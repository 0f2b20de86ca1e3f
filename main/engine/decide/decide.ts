/** Decides what a command changes. Pure: it reads a project and returns a change set, or throws a Problem. */

import { safeParseJson } from '../../../shared/contracts/schema-issues.ts';
import type { Environment } from '../../../shared/environment.ts';
import { definedFields, isTooDeep } from '../../../shared/json.ts';
import { appendAll, runSteps } from '../../../shared/lists.ts';
import { message } from '../../../shared/messages/message.ts';
import type { ChangeSet } from '../../../shared/model/change-set.ts';
import type { CommandOrigin, ListPosition, ReplaceRecordsCommand, SingleCommand } from '../../../shared/model/commands.ts';
import { applyIdMapping } from '../../../shared/model/id-mapping.ts';
import { anyKindOf, kindNoun } from '../../../shared/model/kind-messages.ts';
import { canBeVariableValue } from '../../../shared/model/kinds/attribute-value.ts';
import type { OrderRule } from '../../../shared/model/kinds/define-kind.ts';
import type { LocalizedText } from '../../../shared/model/kinds/field-schemas.ts';
import { attributeValueSchema } from '../../../shared/model/kinds/kind-schemas.ts';
import { type AnyRecord, getKind, type KindDefinition } from '../../../shared/model/kinds/kinds.ts';
import { fieldsOfRecord } from '../../../shared/model/kinds/record-envelope.ts';
import { localizedTextOf } from '../../../shared/model/localized-text.ts';
import { type Project, parentIdOf } from '../../../shared/model/project.ts';
import { rankBetween } from '../../../shared/model/rank.ts';
import { referencesOf, removeListEntries, replaceText, textsOfRecord } from '../../../shared/model/references.ts';
import { convertVariableValue, defaultVariableValues } from '../../../shared/model/variable-value.ts';
import { conflictProblem, invalidFieldProblem, notFoundProblem, Problem } from '../../../shared/problem.ts';
import { unwrapMention } from '../../../shared/rich-text/mentions.ts';
import { generateCustomId } from '../../../shared/script/identifiers.ts';
import { findTemplateParentFault, isTemplateTree, validateStoredType } from './asset-rules.ts';
import { createBranchConditions, setConditions } from './conditions.ts';
import { updateMentionLabels, updateTranslationSourcesInSteps } from './derived-texts.ts';
import { addLocalComment, changeLocalComment, removeLocalComment, withLocalComments } from './local-comments.ts';
import { type DecisionContext, type Fields, ProjectDraft, ValidationErrors } from './project-draft.ts';
import { reportLongTexts, toStoredFields, validateShape } from './stored-fields.ts';
import { removeLanguage, validateDraftInSteps } from './validate-draft.ts';

interface Decision {
  readonly changes: ChangeSet;
  /** The ids of the created records, first that of the record which the command itself creates. */
  readonly ids: readonly string[];
}

/** Throws one Problem with all errors of the command. `findStoredFile` finds a stored file of this project. */
export function decide(
  command: SingleCommand,
  project: Project,
  environment: Environment,
  origin: CommandOrigin,
  findStoredFile: DecisionContext['findStoredFile'] = () => undefined,
): Decision {
  return runSteps(decideInSteps(command, project, environment, origin, findStoredFile));
}

/** Like `decide`, in short steps, between which the project must not change. */
export function* decideInSteps(
  command: SingleCommand,
  project: Project,
  environment: Environment,
  origin: CommandOrigin,
  findStoredFile: DecisionContext['findStoredFile'],
): Generator<void, Decision> {
  const draft = new ProjectDraft(project);
  const errors = new ValidationErrors();
  if (origin === 'user' || origin === 'api') reportLongTexts(command, errors);
  const ids = applyCommand(command, { draft, environment, origin, errors, findStoredFile });
  if (errors.hasInvalidFields) {
    // What the command would write shows the errors of its other fields.
    yield* validateDraftInSteps(draft, errors);
    errors.throwIfAny();
  }
  yield* cascadeRemovalsInSteps(draft);
  // Received records already contain mentions with the labels of the remote.
  if (command.do !== 'replaceRecords') updateMentionLabels(draft);
  yield;
  yield* updateTranslationSourcesInSteps(draft, command, { confirmsTranslations: origin === 'user' });
  yield* validateDraftInSteps(draft, errors, command.do === 'replaceRecords' ? ({ id }) => `${id}.` : undefined);
  if (command.do === 'replaceRecords') errors.throwCombined();
  errors.throwIfAny();
  return { changes: draft.toChangeSet(), ids };
}

function applyCommand(command: SingleCommand, context: DecisionContext): readonly string[] {
  switch (command.do) {
    case 'create':
      return createRecord(command, context);
    case 'change':
      changeRecord(command, context);
      return [];
    case 'move':
      moveRecord(command, context);
      return [];
    case 'remove':
      removeRecord(command, context);
      return [];
    case 'setConditions':
      return setConditions(command.id, command.conditions, context);
    case 'replaceRecords':
      replaceRecords(command, context);
      return [];
    case 'addLocalComment':
      return addLocalComment(command, context);
    case 'changeLocalComment':
      changeLocalComment(command, context);
      return [];
    case 'removeLocalComment':
      removeLocalComment(command, context);
      return [];
    case 'putEnvelope':
      putEnvelope(command, context);
      return [];
    case 'addLocale':
      addLocale(command, context);
      return [];
    case 'changeLocale':
      changeLocale(command, context);
      return [];
    case 'removeLocale':
      removeLocale(command, context);
      return [];
    case 'makeMainLocale':
      makeMainLocale(command, context);
      return [];
  }
}

/** What the record has already is kept, unless it is replaced. */
function putEnvelope(command: Extract<SingleCommand, { do: 'putEnvelope' }>, { draft, errors }: DecisionContext): void {
  const { kind, id, extra, translatedFrom, localComments } = command;
  const record = draft.getRecordOrThrow(kind, id);
  for (const field in extra)
    if (Object.hasOwn(getKind(kind).fields, field)) errors.addInvalidField(`extra.${field}`, message('fault.unknownField'));
  if (isTooDeep(extra)) errors.addInvalidField('extra', message('import.fault.tooDeep'));
  draft.put({
    ...record,
    ...(extra && { extra: { ...record.extra, ...extra } }),
    ...(translatedFrom && { translatedFrom: { ...record.translatedFrom, ...translatedFrom } }),
    ...(localComments && { localComments: { ...record.localComments, ...localComments } }),
  });
}

/** Omitted fields keep their values ([Common conventions], [Elements] PATCH). */
function changeRecord(command: Extract<SingleCommand, { do: 'change' }>, context: DecisionContext): void {
  const { draft, errors } = context;
  const kind = getKind(command.kind);
  const before = draft.getRecordOrThrow(command.kind, command.id);
  const requested = definedFields(command.fields);
  if (Object.keys(requested).length === 0) throw invalidFieldProblem('fields', message('fault.oneFieldNeeded'));
  if (draft.isRoot(before.id)) throw new Problem('unsupported', message('problem.change.rootRecord', { kind: kindNoun(kind.kind) }));
  rejectImmutableFields(kind.immutableFields, requested, before, errors);
  const fields = prepareFields(before, toStoredFields(kind, requested, before, context), context);
  const own = fieldsOfRecord(before);
  const valid = validateShape(kind, { ...own, ...fields }, own, errors);
  if (!valid) return;
  let after: AnyRecord = { ...before, ...valid };
  const outputs = kind.orders.find(({ rankField }) => rankField === 'outputRank');
  if (outputs && after.sourceid !== before.sourceid)
    after = { ...after, outputRank: rankForInsert(draft.project, after, outputs, String(after.sourceid)) };
  draft.put(after);
}

/** Adds an error for each immutable field with a new value. Its current value may be given, and a customId may be set once. */
function rejectImmutableFields(immutable: readonly string[], requested: Fields, before: AnyRecord, errors: ValidationErrors): void {
  for (const field of immutable)
    if (requested[field] !== undefined && requested[field] !== before[field]) errors.addInvalidField(field, message('fault.fixed.always'));
  if (requested.customId !== undefined && typeof before.customId === 'string' && requested.customId !== before.customId)
    errors.addInvalidField('customId', message('fault.fixed.onceSet'));
}

function prepareFields(before: AnyRecord, fields: Fields, context: DecisionContext): Fields {
  const { draft, errors, findStoredFile } = context;
  switch (before.kind) {
    case 'variable':
      return fields.type !== undefined && fields.value === undefined
        ? { ...fields, value: convertVariableValue(before.value, String(fields.type)) }
        : fields;
    case 'asset':
      if (isTemplateTree(before.id, draft.project)) throw new Problem('unsupported', message('problem.change.templateAsset'));
      validateAssetType(String(before.type), fields.type, errors);
      if (before.type === 'folder')
        for (const field of ['file', 'size', 'volume'])
          if ((fields[field] ?? null) !== null) errors.addInvalidField(field, message('fault.folder.noFile'));
      if (!errors.has('type')) validateStoredType(fields, draft.find('asset', before.id), context);
      return withMetadataOfChangedFile(before, fields, findStoredFile);
    case 'attribute':
      validateVariableChange(before, fields, errors);
      return fields;
    case 'connection':
      for (const end of ['source', 'target'])
        if ((fields[`${end}id`] === undefined) !== (fields[`${end}Type`] === undefined))
          errors.addInvalidField(
            fields[`${end}id`] === undefined ? `${end}id` : `${end}Type`,
            message('fault.connection.bothNeeded', { end }),
          );
      return fields;
    default:
      return fields;
  }
}

/** The metadata of a file, which do not apply to the file that replaces it. */
const emptyFileMetadata: Fields = { bytes: null, mime: null, width: null, height: null, duration: null };

/**
 * [Assets] the stored file that the asset will have determines the size, whatever the request contains. A size that was measured does not apply to
 * the file that replaces the measured one.
 */
function withMetadataOfChangedFile(before: AnyRecord, fields: Fields, findStoredFile: DecisionContext['findStoredFile']): Fields {
  if (fields.file === undefined && fields.size === undefined) return fields;
  const isReplaced = fields.file !== undefined && fields.file !== before.file;
  const forgotten = isReplaced ? { ...emptyFileMetadata, ...(before.bytes !== null && { size: null }) } : {};
  return { ...forgotten, ...withFileMetadata({ file: before.file, ...fields }, findStoredFile) };
}

/** [Assets] a folder remains a folder, and a file remains a file. */
function validateAssetType(before: string, type: unknown, errors: ValidationErrors): void {
  if (type === undefined || type === before) return;
  if (before === 'folder') errors.addInvalidField('type', message('fault.fixed.folder'));
  else if (type === 'folder' || String(type).startsWith('template-')) errors.addInvalidField('type', message('fault.assetType'));
}

/**
 * [Attribute] an attribute that becomes a variable needs a customId, and one with a customId remains a variable. An imported variable may
 * lack one.
 */
function validateVariableChange(before: AnyRecord, fields: Fields, errors: ValidationErrors): void {
  const after = safeParseJson(attributeValueSchema, fields.value ?? before.value);
  if (!after.success || before.cType === 'elements') return;
  const isVariable = canBeVariableValue(after.data);
  const wasVariable = canBeVariableValue(attributeValueSchema.parse(before.value));
  if (isVariable && !wasVariable && (fields.customId ?? before.customId) === null)
    errors.addInvalidField('customId', message('fault.customIdNeeded'));
  if (!isVariable && before.customId !== null) errors.addInvalidField('value.type', message('fault.variable.staysVariable'));
}

type CreateCommand = Extract<SingleCommand, { do: 'create' }>;

/** [Common conventions] a new record has its defaults, a position among its siblings and, if it is a branch, conditions. */
function createRecord(command: CreateCommand, context: DecisionContext): readonly string[] {
  const { draft, environment, errors } = context;
  const kind = getKind(command.kind);
  if (kind.kind === 'project') throw new Problem('unsupported', message('problem.create.projectInProject'));
  const id = command.id ?? environment.newId();
  if (draft.get(id)) throw conflictProblem('duplicate', message('problem.idTaken', { id }), { kind: kind.kind, id });
  const requested = withDefaultParent(kind, definedFields(command.fields), context);
  const fields = fillDefaults(kind, { ...kind.defaults, ...toStoredFields(kind, requested, undefined, context) }, context);
  if (command.conditions && kind.kind !== 'branch') errors.addInvalidField('conditions', message('fault.conditions.branchesOnly'));
  const valid = validateShape(kind, fields, { ...kind.defaults }, errors);
  const conditions = kind.kind === 'branch' ? createBranchConditions(id, command.conditions ?? {}, context) : [];
  if (!valid) return [];
  const record: AnyRecord = { ...valid, kind: kind.kind, id, rank: '' };
  const ranks = kind.orders.map((order) => {
    const at = order.rankField === 'rank' ? command.at : '-';
    return [order.rankField, rankForInsert(draft.project, record, order, parentIdOf(record, order.parentField), at)];
  });
  draft.put({ ...record, ...Object.fromEntries(ranks) });
  return [id, ...conditions];
}

/** To another parent or another position ([Boards, Elements, Components, Assets] index routes). */
function moveRecord(command: Extract<SingleCommand, { do: 'move' }>, { draft }: DecisionContext): void {
  const kind = getKind(command.kind);
  const record = draft.getRecordOrThrow(command.kind, command.id);
  const order = command.list === 'outputs' ? kind.orders[1] : kind.orders[0];
  if (!order || isImmovable(record, draft))
    throw new Problem('unsupported', message('problem.move.fixedKind', { kind: kindNoun(kind.kind) }));
  const currentParent = parentIdOf(record, order.parentField);
  const to = command.to === undefined ? currentParent : (command.to ?? draft.rootIdOf(record.kind));
  if (to === currentParent) {
    draft.put({ ...record, [order.rankField]: rankForMove(draft.project, record, order, command.at) });
    return;
  }
  if (order.parentField === null || to === null || !movableKinds.includes(kind.kind))
    throw new Problem('unsupported', message('problem.move.fixedParent', { kind: kindNoun(kind.kind) }));
  if (!draft.get(to)) throw notFoundProblem(anyKindOf(kind.references[order.parentField]?.targetKinds ?? [order.parentField]), to);
  const parentFault = record.kind === 'asset' ? findTemplateParentFault(to, draft.project) : undefined;
  if (parentFault) throw invalidFieldProblem('parentId', parentFault);
  draft.put({ ...record, [order.parentField]: to, [order.rankField]: rankForInsert(draft.project, record, order, to, command.at) });
}

/** Kinds whose records may move to another parent. */
const movableKinds: readonly string[] = ['board', 'component', 'asset', 'componentAttachment', 'audioAttachment'];

/** Root folders, template assets with their folders, and the `if` and `else` of a branch cannot be moved. */
function isImmovable(record: AnyRecord, draft: ProjectDraft): boolean {
  if (draft.isRoot(record.id)) return true;
  return (record.kind === 'condition' && record.role !== 'elseIf') || (record.kind === 'asset' && isTemplateTree(record.id, draft.project));
}

function removeRecord(command: Extract<SingleCommand, { do: 'remove' }>, { draft }: DecisionContext): void {
  const record = draft.getOrThrow(command.kind, command.id);
  if (record.kind === 'project' || draft.isRoot(record.id))
    throw new Problem('unsupported', message('problem.remove.rootRecord', { kind: kindNoun(record.kind) }));
  if (record.kind === 'asset' && isTemplateTree(record.id, draft.project))
    throw new Problem('unsupported', message('problem.remove.templateAsset'));
  if (record.kind === 'condition' && record.role === 'if') throw new Problem('unsupported', message('problem.remove.ifCondition'));
  if (record.kind === 'board' && !hasOtherPlayableBoard(record.id, draft.project))
    throw conflictProblem('invalid_target', message('problem.remove.lastBoard'), { kind: 'board', id: record.id });
  draft.remove(record.id);
}

/** [Boards] whether a playable board remains outside this board or folder. Stops at the first one found. */
function hasOtherPlayableBoard(removedId: string, project: Project): boolean {
  const queue = [project.projectRecord.roots.board];
  for (let id = queue.pop(); id !== undefined; id = queue.pop()) {
    if (id === removedId) continue;
    if (project.find('board', id)?.type === 'board') return true;
    appendAll(queue, project.childIds(id, 'boards'));
  }
  return false;
}

/** Replaces records with those of the other side, and applies the ids that it has assigned. Accepted or rejected as a whole. */
function replaceRecords({ renamedIds, put, removedIds, folder }: ReplaceRecordsCommand, { draft, origin }: DecisionContext): void {
  if (origin !== 'remote' && !folder) throw new Problem('unsupported', message('problem.change.remoteOnly'));
  for (const [, to] of renamedIds)
    if (draft.get(to)) throw conflictProblem('duplicate', message('problem.idTaken', { id: to }), { id: to });
  const touched = applyIdMapping(draft.project, renamedIds);
  for (const record of touched.put) draft.put(record);
  for (const id of touched.removedIds) draft.remove(id);
  // The remote does not have the comments that stay on this computer, so they are retained.
  for (const record of put) {
    if (folder?.hasComments) draft.put(record);
    else draft.put(withLocalComments(record, draft.get(record.id)?.localComments));
  }
  for (const id of removedIds) if (draft.get(id)) draft.remove(id);
}

/** The rank of a new record at position `at` in the list of `parent`. Ranks are fractional, so no sibling is renumbered. */
function rankForInsert(project: Project, record: AnyRecord, { list }: OrderRule, parent: string | null, at: ListPosition = '-'): string {
  const [first, last] = allowedPositions(project, record, parent, project.listSize(parent, list));
  return rankAtPosition(project, parent, list, at === '-' ? last : Math.min(first + at, last), -1);
}

/** The rank of a record that moves to position `at` within its list; its current rank if it is already there. */
function rankForMove(project: Project, record: AnyRecord, order: OrderRule, at: ListPosition): string {
  const parent = parentIdOf(record, order.parentField);
  const rank = record[order.rankField] ?? '';
  const self = project.indexInList(parent, order.list, { id: record.id, rank });
  const [first, last] = allowedPositions(project, record, parent, project.listSize(parent, order.list) - 1);
  const target = at === '-' ? last : Math.min(first + at, last);
  return target === self ? rank : rankAtPosition(project, parent, order.list, target, self);
}

/**
 * The first and last position that a record may have. [Branches and conditions] the `if` is first and the `else` last; positions of
 * else-ifs are counted among themselves.
 */
function allowedPositions(project: Project, { kind, role }: AnyRecord, parent: string | null, size: number): [number, number] {
  if (kind !== 'condition') return [0, size];
  if (role !== 'elseIf') return role === 'if' ? [0, 0] : [size, size];
  const roles = project.children('condition', parent, 'conditions').map((each) => each.role);
  return [roles.includes('if') ? 1 : 0, roles.includes('else') ? size - 1 : size];
}

/**
 * A rank between the neighbors of a position. The record at index `self` (-1 for none) is not counted. Equal ranks, which a merge can
 * produce, are skipped.
 */
function rankAtPosition(project: Project, parent: string | null, list: string, at: number, self: number): string {
  const size = project.listSize(parent, list);
  const rankAt = (index: number) => project.rankInList(parent, list, self >= 0 && index >= self ? index + 1 : index) ?? null;
  const left = Math.min(at, self >= 0 ? size - 1 : size);
  const before = left > 0 ? rankAt(left - 1) : null;
  let right = left;
  let after = rankAt(right);
  while (after !== null && before !== null && after <= before) after = rankAt(++right);
  return rankBetween(before, after);
}

/**
 * Extends removals to the records that refer to the removed ones, by the reference rules of each kind (`cascade`, `clear`, `drop`). Texts
 * that mention a removed record keep the words of the mention without the link (G22). The cost grows with the number of referrers, not with
 * the size of the project.
 */
export function cascadeRemovals(draft: ProjectDraft): void {
  runSteps(cascadeRemovalsInSteps(draft));
}

function* cascadeRemovalsInSteps(draft: ProjectDraft): Generator<void, void> {
  const queue = [...draft.removedIds()];
  for (let removedId = queue.pop(); removedId !== undefined; removedId = queue.pop()) {
    for (const referrerId of draft.project.referrersOf(removedId)) {
      const referrer = draft.get(referrerId);
      if (referrer && detachReferrer(referrer, removedId, draft) === 'removed') queue.push(referrerId);
    }
    yield;
  }
}

function detachReferrer(referrer: AnyRecord, removedId: string, draft: ProjectDraft): 'removed' | 'retained' {
  let after = referrer;
  for (const reference of referencesOf(referrer)) {
    if (reference.targetId !== removedId) continue;
    switch (reference.rule.onTargetRemoved) {
      case 'cascade':
        draft.remove(referrer.id);
        return 'removed';
      case 'clear':
        after = { ...after, [reference.rule.clearedField ?? reference.rulePath]: null };
        break;
      case 'drop':
        after = removeListEntries(after, reference, removedId);
    }
  }
  for (const text of textsOfRecord(after)) {
    if (text.rule.format === 'plain' || !text.text.includes(removedId)) continue;
    const unwrapped = unwrapMention(text.text, removedId);
    if (unwrapped !== text.text) after = replaceText(after, text, unwrapped);
  }
  if (after !== referrer) draft.put(after);
  return 'retained';
}

/** [Boards, Components, Assets] parentId is optional, and null stands for the root. */
function withDefaultParent(kind: KindDefinition, fields: Fields, { draft }: DecisionContext): Fields {
  if (kind.orders[0]?.parentField !== 'parentId' || (fields.parentId ?? null) !== null) return fields;
  return { ...fields, parentId: draft.rootIdOf(kind.kind) };
}

/** Defaults of a new record that depend on the project or on other fields. */
function fillDefaults(kind: KindDefinition, fields: Fields, context: DecisionContext): Fields {
  switch (kind.kind) {
    case 'board':
      return fillBoardDefaults(fields, context);
    case 'component':
      return fillComponentDefaults(fields, context);
    case 'asset':
      return fillAssetDefaults(fields, context);
    case 'variable':
      return fields.value === undefined && typeof fields.type === 'string'
        ? { ...fields, value: defaultVariableValues[fields.type] }
        : fields;
    case 'attribute':
      return validateNewAttribute(fields, context);
    default:
      return fields;
  }
}

function fillBoardDefaults(fields: Fields, context: DecisionContext): Fields {
  const isFolder = fields.type === 'folder';
  const defaultName = isFolder ? 'New Folder' : 'Untitled board';
  const name = fields.name === undefined ? defaultName : fields.name;
  const customId = !isFolder && fields.customId === null ? generateCustomId(String(name), isCustomIdTaken(context)) : fields.customId;
  return { ...fields, name, customId };
}

function fillComponentDefaults(fields: Fields, context: DecisionContext): Fields {
  if (fields.customId !== null) context.errors.addInvalidField('customId', message('fault.component.customIdGiven'));
  const isFolder = fields.type === 'folder';
  const main = context.draft.project.mainLocale;
  // toStoredFields has merged the requested name into a localized text.
  const requestedName = localizedTextOf(fields, 'name');
  const name: LocalizedText =
    Object.keys(requestedName).length > 0 ? requestedName : { [main]: { text: isFolder ? 'New folder' : 'Untitled component' } };
  const text = name[main]?.text ?? Object.values(name).find((each) => each.text !== null)?.text ?? '';
  return { ...fields, name, customId: isFolder ? null : generateCustomId(text, isCustomIdTaken(context)) };
}

/** [Assets] without a type, an asset is a folder; file properties require a type; template assets cannot be created. */
function fillAssetDefaults(fields: Fields, context: DecisionContext): Fields {
  const { draft, errors, findStoredFile } = context;
  const { type } = fields;
  if (type === undefined && [fields.file, fields.size, fields.volume].some((value) => value !== null))
    errors.addInvalidField('type', message('fault.file.typeNeeded'));
  if (typeof type === 'string' && type.startsWith('template-')) errors.addInvalidField('type', message('fault.assetType'));
  if (!errors.has('type')) validateStoredType(fields, undefined, context);
  const parentFault = findTemplateParentFault(fields.parentId, draft.project);
  if (parentFault) errors.addInvalidField('parentId', parentFault);
  return { ...withFileMetadata(fields, findStoredFile), type: type ?? 'folder' };
}

/** [Assets] if the stored file exists, its size and the metadata read from its bytes replace those of the request. */
function withFileMetadata(fields: Fields, storedFile: DecisionContext['findStoredFile']): Fields {
  const stored = typeof fields.file === 'string' ? storedFile(fields.file) : undefined;
  if (!stored) return fields;
  const { size, bytes, mime, width, height, duration } = stored;
  return { ...fields, size, bytes, mime, width, height, duration };
}

/** [Attribute] plain texts, booleans and numbers of boards and components are variables and need a customId. */
function validateNewAttribute(fields: Fields, { errors }: DecisionContext): Fields {
  const value = safeParseJson(attributeValueSchema, fields.value);
  if (value.success && fields.cType !== 'elements' && fields.customId === null && canBeVariableValue(value.data))
    errors.addInvalidField('customId', message('fault.customIdNeeded'));
  return fields;
}

const isCustomIdTaken =
  ({ draft }: DecisionContext) =>
  (id: string): boolean =>
    draft.project.recordIdByUniqueKey(`scope:${id}`) !== undefined;

/** The commands for the languages of a project (G20), which only the window and the command line may send. */
type LocaleCommand<D extends SingleCommand['do']> = Extract<SingleCommand, { do: D }>;
type Locales = readonly { iso: string; name: string; base: string | null }[];

function addLocale({ locale, at }: LocaleCommand<'addLocale'>, context: DecisionContext): void {
  const locales = readEditableLocales(context);
  if (locales.some(({ iso }) => iso === locale.iso)) throw invalidFieldProblem('iso', message('fault.locale.exists', { iso: locale.iso }));
  const base = locale.base ?? context.draft.project.mainLocale;
  if (!locales.some(({ iso }) => iso === base)) throw invalidFieldProblem('base', message('fault.locale.unknown', { iso: base }));
  putLocales(locales.toSpliced(at === undefined || at === '-' ? locales.length : at, 0, { ...locale, base }), context);
}

function changeLocale({ iso, name, base }: LocaleCommand<'changeLocale'>, context: DecisionContext): void {
  const locales = readEditableLocales(context);
  const old = getLocale(iso, locales);
  if (base !== undefined && old.base === null) throw invalidFieldProblem('base', message('fault.locale.mainHasNoBase'));
  if (base !== undefined && !locales.some((each) => each.iso === base))
    throw invalidFieldProblem('base', message('fault.locale.unknown', { iso: base }));
  putLocales(
    locales.map((each) => (each === old ? { ...old, name: name ?? old.name, base: base ?? old.base } : each)),
    context,
  );
}

/** Removes a language with its texts. Languages based on it are based on its own base instead. */
function removeLocale({ iso }: LocaleCommand<'removeLocale'>, context: DecisionContext): void {
  const locales = readEditableLocales(context);
  const old = getLocale(iso, locales);
  if (old.base === null) throw new Problem('unsupported', message('problem.locale.removeMain'));
  putLocales(
    locales.filter((each) => each !== old).map((each) => (each.base === iso ? { ...each, base: old.base } : each)),
    context,
  );
  for (const record of context.draft.project.records()) {
    const after = removeLanguage(record, iso);
    if (after !== record) context.draft.put(after);
  }
}

/**
 * Makes a language the main one, which has no base. The languages between it and the old main language, on which it was based, are then
 * based on it.
 */
function makeMainLocale({ iso }: LocaleCommand<'makeMainLocale'>, context: DecisionContext): void {
  const locales = readEditableLocales(context);
  const main = getLocale(iso, locales);
  const old = locales.find(({ base }) => base === null);
  if (main === old) return;
  const bases = new Set<string>();
  for (
    let base: string | null = main.base;
    base !== null && !bases.has(base);
    base = locales.find((each) => each.iso === base)?.base ?? null
  )
    bases.add(base);
  const withNewBase = (each: Locales[number]) => {
    if (each === main) return { ...each, base: null };
    return bases.has(each.iso) ? { ...each, base: iso } : each;
  };
  putLocales(locales.map(withNewBase), context);
}

/** [Localized content] the API cannot add, rename or remove languages. */
function readEditableLocales({ draft, origin }: DecisionContext): Locales {
  if (origin === 'api') throw new Problem('unsupported', message('problem.locale.changeByApi'));
  return draft.projectRecord.locales;
}

function putLocales(locales: Locales, { draft }: DecisionContext): void {
  draft.put({ ...draft.projectRecord, locales: [...locales] });
}

function getLocale(iso: string, locales: Locales) {
  const found = locales.find((each) => each.iso === iso);
  if (!found) throw notFoundProblem(message('problem.noun.language'), iso);
  return found;
}
