/** What belongs to the project as a whole, as objects of the file: board, component, attribute, asset, variable. Keys in the order real files have. */
import type { StoryRecord } from '../../shared/kinds/all.ts';
import type { AttributeValue } from '../../shared/kinds/attribute-value.ts';
import { cellOf, componentIds, coverOf, type Exporting, type Out, optionalText, withExtra } from './exporting.ts';
import { float } from './write-json.ts';

/** [Exports] A board's lists are always there; a folder has its children, in their order. */
export function boardOut(record: StoryRecord<'board'>, { project, boards }: Exporting): Out {
  const { id, name, customId } = record;
  if (record.type === 'folder') {
    const children = project.list(id, 'boards').filter((child) => boards.has(child));
    return withExtra(id === project.root.roots.board ? { name, root: true, children } : { name, children }, record);
  }
  const out: Out = { name };
  for (const list of ['notes', 'jumpers', 'branches']) out[list] = project.list(id, list);
  if (customId !== null) out.customId = customId;
  for (const list of ['elements', 'attributes', 'connections']) out[list] = project.list(id, list);
  return withExtra(out, record);
}

/** [Exports] The name leaves for `contents` when all languages are written; that of the root is always Root. */
export function componentOut(record: StoryRecord<'component'>, exporting: Exporting): Out {
  const { project, languages, variant } = exporting;
  const { id, customId } = record;
  const out: Out = {};
  const isRoot = id === project.root.roots.component;
  if (record.type === 'folder') {
    if (isRoot) out.root = true;
    out.children = project.list(id, 'components');
  } else {
    const cover = record.cover?.type === 'icon' && !variant.componentIcons ? undefined : coverOf(record.cover, exporting);
    if (cover) out.assets = { cover };
    if (customId !== null) out.customId = customId;
    out.attributes = project.list(id, 'attributes');
  }
  if (languages.one !== null) out.name = isRoot ? 'Root' : (cellOf(record.name, exporting).text ?? '');
  return withExtra(out, record);
}

export function attributeOut(record: StoryRecord<'attribute'>, exporting: Exporting): Out {
  const { cId, name, cType, customId } = record;
  const out: Out = { cId, name, cType, value: valueOut(record.value, exporting) };
  if (customId !== null) out.customId = customId;
  return withExtra(out, record);
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
export function assetOut(record: StoryRecord<'asset'>, { project, storedNames }: Exporting): Out {
  const { id, name, type, file, volume } = record;
  if (type === 'folder') {
    const children = project.list(id, 'assets');
    return withExtra(id === project.root.roots.asset ? { root: true, children } : { name, children }, record);
  }
  const out: Out = storedNames && file !== null ? { file, name, type } : { name, type };
  if (volume !== null) out.volume = volume;
  return withExtra(out, record);
}

/** [Exports] A float is written as one: Unity's importer throws on 90 where it reads 90.0. */
export function variableOut(record: StoryRecord<'variable'>): Out {
  const { name, type, value } = record;
  return withExtra({ name, type, cType: 'global', value: type === 'float' && typeof value === 'number' ? float(value) : value }, record);
}
