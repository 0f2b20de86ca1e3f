/** Rules that need to see other records: where a record may live, and what a valid connection is (G5, G6). */
import type { AnyRecord, KindName, StoryRecord } from '../../shared/kinds/all.ts';
import { PROJECT } from '../../shared/kinds/project.ts';
import { conflict, type Problem } from '../../shared/problem.ts';
import { parentOf } from '../../shared/project.ts';
import type { Faults } from './faults.ts';
import { languageFields } from './languages.ts';
import type { Stage } from './stage.ts';

/** By field path: words for a 400, a Problem for what service.md answers otherwise. */
type Found = Record<string, string | Problem> | undefined;
/** Ids that are known to hang below a root: so that of a whole story each way up is walked once. */
export type Rooted = Set<string>;
type Rule<R> = (record: R, stage: Stage, rooted: Rooted) => Found;
type Rules = { readonly [K in KindName]?: Rule<StoryRecord<K>> };

const rules: Rules = {
  board: inFolder,
  component: inFolder,
  asset: (record, stage, rooted) => inFolder(record, stage, rooted) ?? usedAsItIs(record, stage),
  element: ({ boardId, linkedBoard }, stage) =>
    onBoard(boardId, stage) ??
    (linkedBoard !== null && stage.find('board', linkedBoard)?.type === 'folder' ? { linkedBoard: 'is a folder' } : undefined),
  note: ({ boardId }, stage) => onBoard(boardId, stage),
  jumper: ({ boardId }, stage) => onBoard(boardId, stage),
  branch: ({ boardId }, stage) => onBoard(boardId, stage),
  comment: ({ boardId }, stage) => onBoard(boardId, stage),
  connection: validConnection,
  attribute: attributeOwner,
  componentAttachment: ({ componentId }, stage) =>
    stage.find('component', componentId)?.type === 'folder' ? { componentId: 'is a folder' } : undefined,
  audioAttachment: ({ assetId }, stage) =>
    stage.find('asset', assetId)?.type.endsWith('audio') ? undefined : { assetId: 'must be an audio asset' },
};

/** Adds what is wrong with a record that is valid in itself and whose references are there; paths begin with `at`. */
export function contextFaults(record: AnyRecord, stage: Stage, faults: Faults, at: string, rooted: Rooted): void {
  const rule = rules[record.kind] as Rule<AnyRecord> | undefined;
  const found = { ...unknownLanguages(record, stage), ...rule?.(record, stage, rooted) };
  for (const [path, fault] of Object.entries(found))
    if (typeof fault === 'string') faults.wrong(at + path, fault);
    else faults.against(at + path, fault);
}

/** [Localized content] texts are in languages of the project. */
function unknownLanguages(record: AnyRecord, stage: Stage): Found {
  const known = stage.find('project', PROJECT)?.locales ?? [];
  const found: Record<string, string> = {};
  for (const field of languageFields(record))
    for (const iso of Object.keys(record[field] ?? {}))
      if (!known.some((each) => each.iso === iso)) found[`${field}.${iso}`] = 'is in a language that the project does not have';
  return found;
}

/** [Boards] a parent is a folder, and nothing moves into itself or a descendant. Only the root has no parent. */
function inFolder(record: StoryRecord<'board' | 'component' | 'asset'>, stage: Stage, rooted: Rooted): Found {
  const roots: readonly string[] = Object.values(stage.find('project', PROJECT)?.roots ?? {});
  if (record.parentId === null) return roots.includes(record.id) ? undefined : { parentId: 'is needed' };
  const parent = stage.at(record.parentId);
  if (parent && parent.type !== 'folder') return { parentId: 'is not a folder' };
  const seen = new Set([record.id]);
  for (let at = parent; at && !rooted.has(at.id); at = above(at, stage)) {
    if (seen.has(at.id)) return { parentId: 'a folder cannot be in itself or in what it holds' };
    seen.add(at.id);
  }
  for (const id of seen) rooted.add(id);
  return undefined;
}

/** An asset that plays as a sound or stands as a cover keeps its type. */
function usedAsItIs({ id, type }: StoryRecord<'asset'>, stage: Stage): Found {
  const before = stage.project.find('asset', id);
  if (!before || before.type === type) return undefined;
  for (const holderId of stage.project.holdersOf(id)) {
    const holder = stage.at(holderId);
    const cover: unknown = holder?.cover;
    const isCover = typeof cover === 'object' && cover !== null && 'id' in cover && cover.id === id;
    if (holder && (isCover || holder.assetId === id))
      return { type: conflict('invalid_target', `The asset is in use as ${before.type}.`, { kind: holder.kind, id: holderId }) };
  }
  return undefined;
}

function above(record: AnyRecord, stage: Stage): AnyRecord | undefined {
  const parent = parentOf(record, 'parentId');
  return parent === null ? undefined : stage.at(parent);
}

const onBoard = (boardId: string, stage: Stage): Found =>
  stage.find('board', boardId)?.type === 'folder' ? { boardId: 'is a folder; items live on boards' } : undefined;

/** [G5, G6] Source and target are of the named types and on the connection's own board. */
function validConnection(record: StoryRecord<'connection'>, stage: Stage): Found {
  const folder = onBoard(record.boardId, stage);
  if (folder) return folder;
  const ends = [
    ['sourceid', record.sourceid, kindBehind[record.sourceType]],
    ['targetid', record.targetid, kindBehind[record.targetType]],
  ] as const;
  const found: Record<string, Problem> = {};
  for (const [field, id, kind] of ends) {
    const end = stage.at(id);
    if (end?.kind !== kind) found[field] = conflict('invalid_target', `There is no ${kind} ${id} for ${field}.`, { kind, id });
    else if (boardOf(end, stage) !== record.boardId)
      found[field] = conflict('invalid_target', 'Both ends of a connection must be on its own board.', { kind, id });
  }
  return found;
}

const kindBehind = { elements: 'element', conditions: 'condition', branches: 'branch', jumpers: 'jumper' } as const;

function boardOf(record: AnyRecord, stage: Stage): string | null {
  if (record.kind !== 'condition') return parentOf(record, 'boardId');
  const branch = stage.find('branch', String(record.branchId));
  return branch ? branch.boardId : null;
}

/** [Attributes] the owner is of the named type and no folder; a variable's owner has its own customId; list targets are no folders. */
function attributeOwner(record: StoryRecord<'attribute'>, stage: Stage): Found {
  const owner = stage.at(record.cId);
  if (owner && `${owner.kind}s` !== record.cType) return { cType: `is not what ${record.cId} is` };
  if (owner?.type === 'folder') return { cId: 'is a folder; folders have no attributes' };
  if (record.customId !== null && !owner?.customId) return { customId: 'needs an owner that has a customId itself' };
  const { value } = record;
  const faults: Record<string, string> = {};
  if ((value.type === 'component-list' || value.type === 'asset-list') && value.data !== null)
    for (const [index, entry] of value.data.entries()) {
      const [target, field] = 'component' in entry ? [entry.component, 'component'] : [entry.asset, 'asset'];
      if (stage.at(target)?.type === 'folder') faults[`value.data.${index}.${field}`] = 'is a folder';
    }
  return Object.keys(faults).length > 0 ? faults : undefined;
}
