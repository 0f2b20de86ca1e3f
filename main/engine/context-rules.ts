/** Rules that need to see other records: where a record may live, and what a valid connection is (G5, G6). */
import type { AnyRecord, KindName, StoryRecord } from '../../shared/kinds/all.ts';
import { PROJECT } from '../../shared/kinds/project.ts';
import { conflict } from '../../shared/problem.ts';
import { parentOf } from '../../shared/project.ts';
import { languageFields } from './languages.ts';
import type { Stage } from './stage.ts';

type Faults = Record<string, string> | undefined;
type Rules = { readonly [K in KindName]?: (record: StoryRecord<K>, stage: Stage) => Faults };

const rules: Rules = {
  board: (record, stage) => inFolder(record, stage),
  component: (record, stage) => inFolder(record, stage),
  asset: (record, stage) => inFolder(record, stage),
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

/** The faults of a record that is valid in itself, by field path. Throws a conflict where service.md asks for a 409. */
export function contextFaults(record: AnyRecord, stage: Stage): Faults {
  const rule = rules[record.kind] as ((record: AnyRecord, stage: Stage) => Faults) | undefined;
  return unknownLanguages(record, stage) ?? rule?.(record, stage);
}

/** [Localized content] texts are in languages of the project. */
function unknownLanguages(record: AnyRecord, stage: Stage): Faults {
  const known = stage.find('project', PROJECT)?.locales ?? [];
  for (const field of languageFields(record))
    for (const iso of Object.keys(record[field] ?? {}))
      if (!known.some((each) => each.iso === iso)) return { [`${field}.${iso}`]: `the project has no language ${iso}` };
  return undefined;
}

/** [Boards] a parent is a folder, and nothing moves into itself or a descendant. Only the root has no parent. */
function inFolder(record: StoryRecord<'board' | 'component' | 'asset'>, stage: Stage): Faults {
  const roots: readonly string[] = Object.values(stage.find('project', PROJECT)?.roots ?? {});
  if (record.parentId === null) return roots.includes(record.id) ? undefined : { parentId: 'is needed' };
  const parent = stage.at(record.parentId);
  if (parent && parent.type !== 'folder') return { parentId: 'is not a folder' };
  const seen = new Set([record.id]);
  for (let at = parent; at; at = above(at, stage)) {
    if (seen.has(at.id)) return { parentId: 'a folder cannot be in itself or in what it holds' };
    seen.add(at.id);
  }
  return undefined;
}

function above(record: AnyRecord, stage: Stage): AnyRecord | undefined {
  const parent = parentOf(record, 'parentId');
  return parent === null ? undefined : stage.at(parent);
}

const onBoard = (boardId: string, stage: Stage): Faults =>
  stage.find('board', boardId)?.type === 'folder' ? { boardId: 'is a folder; items live on boards' } : undefined;

/** [G6] Source and target are of the named types and on the connection's own board. */
function validConnection(record: StoryRecord<'connection'>, stage: Stage): Faults {
  const source = stage.at(record.sourceid);
  const target = stage.at(record.targetid);
  const faults: Record<string, string> = { ...onBoard(record.boardId, stage) };
  if (source?.kind !== kindBehind[record.sourceType]) faults.sourceType = `is not what ${record.sourceid} is`;
  if (target?.kind !== kindBehind[record.targetType]) faults.targetType = `is not what ${record.targetid} is`;
  if (Object.keys(faults).length > 0) return faults;
  for (const end of [source, target])
    if (end && boardOf(end, stage) !== record.boardId)
      throw conflict('invalid_target', 'Both ends of a connection must be on its own board.', { kind: end.kind, id: end.id });
  return undefined;
}

const kindBehind = { elements: 'element', conditions: 'condition', branches: 'branch', jumpers: 'jumper' } as const;

function boardOf(record: AnyRecord, stage: Stage): string | null {
  if (record.kind !== 'condition') return parentOf(record, 'boardId');
  const branch = stage.find('branch', String(record.branchId));
  return branch ? branch.boardId : null;
}

/** [Attributes] the owner is of the named type and no folder; a variable's owner has its own customId; list targets are no folders. */
function attributeOwner(record: StoryRecord<'attribute'>, stage: Stage): Faults {
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
