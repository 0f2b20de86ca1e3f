/** What belongs to the project as a whole, as objects of the file: board, component, attribute, asset, variable. Keys in the order real files have. */
import type { StoryRecord } from '../../shared/kinds/all.ts';
import type { AttributeValue } from '../../shared/kinds/attribute-value.ts';
import { cellOf, componentIds, coverOf, type Exporting, type Out, optionalText, withExtra } from './exporting.ts';
import { float } from './write-json.ts';

/** [Exports] A board's lists are always there; a folder has its children, in their order. */
export function boardOut(record: StoryRecord<'board'>, { project, boards, lists }: Exporting): Out {
  const { id, name, customId } = record;
  if (record.type === 'folder') {
    const children = project.list(id, 'boards').filter((child) => boards.has(child));
    return withExtra({ name, root: id === project.root.roots.board || undefined, children }, record);
  }
  const out = {
    name,
    notes: project.list(id, 'notes'),
    jumpers: project.list(id, 'jumpers'),
    branches: project.list(id, 'branches'),
    customId: customId ?? undefined,
    elements: project.list(id, 'elements'),
    attributes: lists.attributes(id),
    connections: project.list(id, 'connections'),
  };
  return withExtra(out, record);
}

/** [Exports] The name leaves for `contents` when all languages are written; that of the root is always Root. */
export function componentOut(record: StoryRecord<'component'>, exporting: Exporting): Out {
  const { project, languages, variant, lists } = exporting;
  const { id, customId } = record;
  const isRoot = id === project.root.roots.component;
  const name = languages.one === null ? undefined : isRoot ? 'Root' : (cellOf(record.name, exporting).text ?? '');
  if (record.type === 'folder') return withExtra({ root: isRoot || undefined, children: project.list(id, 'components'), name }, record);
  const hasCover = record.cover !== null && (record.cover.type !== 'icon' || variant.componentIcons);
  const cover = hasCover && record.cover ? coverOf(record.cover, exporting) : undefined;
  return withExtra({ assets: cover && { cover }, customId: customId ?? undefined, attributes: lists.attributes(id), name }, record);
}

export function attributeOut(record: StoryRecord<'attribute'>, exporting: Exporting): Out {
  const { cId, name, cType, customId } = record;
  return withExtra({ cId, name, cType, value: valueOut(record.value, exporting), customId: customId ?? undefined }, record);
}

/** [Exports] Empty text is null, an empty list `[]`, and only plain text says whether it is. */
function valueOut(value: AttributeValue, exporting: Exporting): Out {
  const { type } = value;
  if (type === 'component-list') return { data: componentIds(value.data?.map(({ component }) => component) ?? [], exporting), type };
  if (type === 'asset-list') return { data: value.data?.map(({ asset }) => asset) ?? [], type };
  if (type === 'float') return { data: float(value.data), type };
  if (type !== 'string') return { data: value.data, type };
  return value.plain ? { data: value.data, type, plain: true } : { data: optionalText(value, value.data, exporting), type };
}

/** [Exports] The root has no name. The name of the stored file shows only where it was asked for (G17). */
export function assetOut(record: StoryRecord<'asset'>, { project, storedNames, assetNames }: Exporting): Out {
  const { id, type, file, volume } = record;
  const name = assetNames.get(id) ?? record.name;
  if (type === 'folder') {
    const isRoot = id === project.root.roots.asset;
    return withExtra({ name: isRoot ? undefined : name, root: isRoot || undefined, children: project.list(id, 'assets') }, record);
  }
  return withExtra({ file: storedNames && file !== null ? file : undefined, name, type, volume: volume ?? undefined }, record);
}

/** [Exports] A float is written as one: Unity's importer throws on 90 where it reads 90.0. */
export function variableOut(record: StoryRecord<'variable'>): Out {
  const { name, type, value } = record;
  return withExtra({ name, type, cType: 'global', value: type === 'float' && typeof value === 'number' ? float(value) : value }, record);
}
