/** Rules that need to see other records: where a record may live, and what a valid connection is (G5, G6). */
import type { AnyRecord, KindName, StoryRecord } from '../../../shared/model/kinds/kinds.ts';
import { PROJECT_RECORD_ID } from '../../../shared/model/kinds/project.ts';
import { parentIdOf } from '../../../shared/model/project.ts';
import { conflictProblem, type Problem } from '../../../shared/problem.ts';
import type { ProjectDraft } from './project-draft.ts';
import { localizedFieldsOf } from './record-languages.ts';
import type { ValidationErrors } from './validation-errors.ts';

/** By field path: words for a 400, a Problem for what service.md answers otherwise. */
type RuleErrors = Record<string, string | Problem> | undefined;
/** Ids that are known to hang below a root: so that of a whole story each way up is walked once. */
export type RootedIds = Set<string>;
type ContextRule<R> = (record: R, stage: ProjectDraft, rooted: RootedIds) => RuleErrors;
type ContextRules = { readonly [K in KindName]?: ContextRule<StoryRecord<K>> };

const contextRules: ContextRules = {
  board: validateParentFolder,
  component: validateParentFolder,
  asset: (record, stage, rooted) => validateParentFolder(record, stage, rooted) ?? validateAssetTypeChange(record, stage),
  element: ({ boardId, linkedBoard }, stage) =>
    validateBoard(boardId, stage) ??
    (linkedBoard !== null && stage.find('board', linkedBoard)?.type === 'folder' ? { linkedBoard: 'is a folder' } : undefined),
  note: ({ boardId }, stage) => validateBoard(boardId, stage),
  jumper: ({ boardId }, stage) => validateBoard(boardId, stage),
  branch: ({ boardId }, stage) => validateBoard(boardId, stage),
  comment: ({ boardId }, stage) => validateBoard(boardId, stage),
  connection: validateConnection,
  attribute: validateAttribute,
  componentAttachment: ({ componentId }, stage) =>
    stage.find('component', componentId)?.type === 'folder' ? { componentId: 'is a folder' } : undefined,
  audioAttachment: ({ assetId }, stage) =>
    stage.find('asset', assetId)?.type.endsWith('audio') ? undefined : { assetId: 'must be an audio asset' },
};

/** Adds what is wrong with a record that is valid in itself and whose references are there; paths begin with `at`. */
export function validateContext(record: AnyRecord, stage: ProjectDraft, faults: ValidationErrors, at: string, rooted: RootedIds): void {
  const rule = contextRules[record.kind] as ContextRule<AnyRecord> | undefined;
  const found = { ...findUnknownLanguages(record, stage), ...rule?.(record, stage, rooted) };
  for (const [path, fault] of Object.entries(found))
    if (typeof fault === 'string') faults.addInvalidField(at + path, fault);
    else faults.addProblem(at + path, fault);
}

/** [Localized content] texts are in languages of the project. */
function findUnknownLanguages(record: AnyRecord, stage: ProjectDraft): RuleErrors {
  const known = stage.find('project', PROJECT_RECORD_ID)?.locales ?? [];
  const found: Record<string, string> = {};
  for (const field of localizedFieldsOf(record))
    for (const iso of Object.keys(record[field] ?? {}))
      if (!known.some((each) => each.iso === iso)) found[`${field}.${iso}`] = 'is in a language that the project does not have';
  return found;
}

/** [Boards] a parent is a folder, and nothing moves into itself or a descendant. Only the root has no parent. */
function validateParentFolder(record: StoryRecord<'board' | 'component' | 'asset'>, stage: ProjectDraft, rooted: RootedIds): RuleErrors {
  const roots: readonly string[] = Object.values(stage.find('project', PROJECT_RECORD_ID)?.roots ?? {});
  if (record.parentId === null) return roots.includes(record.id) ? undefined : { parentId: 'is needed' };
  const parent = stage.get(record.parentId);
  if (parent && parent.type !== 'folder') return { parentId: 'is not a folder' };
  const seen = new Set([record.id]);
  for (let at = parent; at && !rooted.has(at.id); at = parentRecord(at, stage)) {
    if (seen.has(at.id)) return { parentId: 'a folder cannot be in itself or in what it holds' };
    seen.add(at.id);
  }
  for (const id of seen) rooted.add(id);
  return undefined;
}

/** An asset that plays as a sound or stands as a cover keeps its type. */
function validateAssetTypeChange({ id, type }: StoryRecord<'asset'>, stage: ProjectDraft): RuleErrors {
  const before = stage.project.find('asset', id);
  if (!before || before.type === type) return undefined;
  for (const holderId of stage.project.referrersOf(id)) {
    const holder = stage.get(holderId);
    const cover: unknown = holder?.cover;
    const isCover = typeof cover === 'object' && cover !== null && 'id' in cover && cover.id === id;
    if (holder && (isCover || holder.assetId === id))
      return { type: conflictProblem('invalid_target', `The asset is in use as ${before.type}.`, { kind: holder.kind, id: holderId }) };
  }
  return undefined;
}

function parentRecord(record: AnyRecord, stage: ProjectDraft): AnyRecord | undefined {
  const parent = parentIdOf(record, 'parentId');
  return parent === null ? undefined : stage.get(parent);
}

const validateBoard = (boardId: string, stage: ProjectDraft): RuleErrors =>
  stage.find('board', boardId)?.type === 'folder' ? { boardId: 'is a folder; items live on boards' } : undefined;

/** [G5, G6] Source and target are of the named types and on the connection's own board. */
function validateConnection(record: StoryRecord<'connection'>, stage: ProjectDraft): RuleErrors {
  const folder = validateBoard(record.boardId, stage);
  if (folder) return folder;
  const ends = [
    ['sourceid', record.sourceid, kindByEndpointType[record.sourceType]],
    ['targetid', record.targetid, kindByEndpointType[record.targetType]],
  ] as const;
  const found: Record<string, Problem> = {};
  for (const [field, id, kind] of ends) {
    const end = stage.get(id);
    if (end?.kind !== kind) found[field] = conflictProblem('invalid_target', `There is no ${kind} ${id} for ${field}.`, { kind, id });
    else if (boardIdOf(end, stage) !== record.boardId)
      found[field] = conflictProblem('invalid_target', 'Both ends of a connection must be on its own board.', { kind, id });
  }
  return found;
}

const kindByEndpointType = { elements: 'element', conditions: 'condition', branches: 'branch', jumpers: 'jumper' } as const;

function boardIdOf(record: AnyRecord, stage: ProjectDraft): string | null {
  if (record.kind !== 'condition') return parentIdOf(record, 'boardId');
  const branch = stage.find('branch', String(record.branchId));
  return branch ? branch.boardId : null;
}

/** [Attributes] the owner is of the named type and no folder; a variable's owner has its own customId; list targets are no folders. */
function validateAttribute(record: StoryRecord<'attribute'>, stage: ProjectDraft): RuleErrors {
  const owner = stage.get(record.cId);
  if (owner && `${owner.kind}s` !== record.cType) return { cType: `is not what ${record.cId} is` };
  if (owner?.type === 'folder') return { cId: 'is a folder; folders have no attributes' };
  if (record.customId !== null && !owner?.customId) return { customId: 'needs an owner that has a customId itself' };
  const { value } = record;
  const faults: Record<string, string> = {};
  if ((value.type === 'component-list' || value.type === 'asset-list') && value.data !== null)
    for (const [index, entry] of value.data.entries()) {
      const [target, field] = 'component' in entry ? [entry.component, 'component'] : [entry.asset, 'asset'];
      if (stage.get(target)?.type === 'folder') faults[`value.data.${index}.${field}`] = 'is a folder';
    }
  return Object.keys(faults).length > 0 ? faults : undefined;
}
