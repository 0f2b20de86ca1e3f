/**
 * Serializes the records that belong to the whole project: board, component, attribute, asset, variable. Keys have the order of the
 * service's files.
 */

import type { AttributeValue } from '../../shared/model/kinds/attribute-value.ts';
import type { StoryRecord } from '../../shared/model/kinds/kinds.ts';
import {
  type ExportContext,
  type ExportObject,
  exportedComponentIds,
  exportLocalizedField,
  exportNullableText,
  serializeCover,
  withOtherFields,
} from './export-context.ts';
import { toJsonFloat } from './json-writer.ts';

/** [Exports] a board always has its lists; a folder has its children, in their order. */
export function serializeBoard(record: StoryRecord<'board'>, context: ExportContext): ExportObject {
  const { project, boards, related } = context;
  const { id, name, customId } = record;
  if (record.type === 'folder') {
    const children = project.childIds(id, 'boards').filter((child) => boards.has(child));
    return withOtherFields({ name, root: id === project.projectRecord.roots.board || undefined, children }, record, context);
  }
  const out = {
    name,
    notes: project.childIds(id, 'notes'),
    jumpers: project.childIds(id, 'jumpers'),
    branches: project.childIds(id, 'branches'),
    customId: customId ?? undefined,
    elements: project.childIds(id, 'elements'),
    attributes: related.attributes(id),
    connections: project.childIds(id, 'connections'),
  };
  return withOtherFields(out, record, context);
}

/** [Exports] the name is in `contents` if all languages are written; that of the root is always `Root`. */
export function serializeComponent(record: StoryRecord<'component'>, context: ExportContext): ExportObject {
  const { project, languages, related } = context;
  const { id, customId } = record;
  const isRoot = id === project.projectRecord.roots.component;
  const name = isRoot && languages.single !== null ? 'Root' : exportLocalizedField(record, 'name', context);
  if (record.type === 'folder')
    return withOtherFields({ root: isRoot || undefined, children: project.childIds(id, 'components'), name }, record, context);
  const cover = record.cover ? serializeCover(record.cover, context) : undefined;
  return withOtherFields(
    { assets: cover && { cover }, customId: customId ?? undefined, attributes: related.attributes(id), name },
    record,
    context,
  );
}

export function serializeAttribute(record: StoryRecord<'attribute'>, context: ExportContext): ExportObject {
  const { cId, name, cType, customId } = record;
  return withOtherFields(
    { cId, name, cType, value: serializeAttributeValue(record.value, context), customId: customId ?? undefined },
    record,
    context,
  );
}

/** [Exports] empty text is null, an empty list is `[]`, and only plain text has the key `plain`. */
function serializeAttributeValue(value: AttributeValue, context: ExportContext): ExportObject {
  const { type } = value;
  if (type === 'component-list') return { data: exportedComponentIds(value.data?.map(({ component }) => component) ?? [], context), type };
  if (type === 'asset-list') return { data: value.data?.map(({ asset }) => asset) ?? [], type };
  if (type === 'float') return { data: toJsonFloat(value.data), type };
  if (type !== 'string') return { data: value.data, type };
  return value.plain ? { data: value.data, type, plain: true } : { data: exportNullableText(value, value.data, context), type };
}

/** [Exports] the root has no name. The name of the stored file is only written on request (G17). */
export function serializeAsset(record: StoryRecord<'asset'>, context: ExportContext): ExportObject {
  const { project, storedNames, assetNames } = context;
  const { id, type, file, volume } = record;
  const name = assetNames.get(id) ?? record.name;
  if (type === 'folder') {
    const isRoot = id === project.projectRecord.roots.asset;
    return withOtherFields(
      { name: isRoot ? undefined : name, root: isRoot || undefined, children: project.childIds(id, 'assets') },
      record,
      context,
    );
  }
  return withOtherFields(
    { file: storedNames && file !== null ? file : undefined, name, type, volume: volume ?? undefined },
    record,
    context,
  );
}

/** [Exports] a float always has a fraction: Unity's importer accepts 90.0 and throws on 90. */
export function serializeVariable(record: StoryRecord<'variable'>, context: ExportContext): ExportObject {
  const { name, type, value } = record;
  return withOtherFields(
    { name, type, cType: 'global', value: type === 'float' && typeof value === 'number' ? toJsonFloat(value) : value },
    record,
    context,
  );
}
