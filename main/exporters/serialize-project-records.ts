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
export function serializeBoard(record: StoryRecord<'board'>, exporting: ExportContext): ExportObject {
  const { project, boards, related } = exporting;
  const { id, name, customId } = record;
  if (record.type === 'folder') {
    const children = project.childIds(id, 'boards').filter((child) => boards.has(child));
    return withOtherFields({ name, root: id === project.projectRecord.roots.board || undefined, children }, record, exporting);
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
  return withOtherFields(out, record, exporting);
}

/** [Exports] the name is in `contents` if all languages are written; that of the root is always `Root`. */
export function serializeComponent(record: StoryRecord<'component'>, exporting: ExportContext): ExportObject {
  const { project, languages, related } = exporting;
  const { id, customId } = record;
  const isRoot = id === project.projectRecord.roots.component;
  const name = isRoot && languages.single !== null ? 'Root' : exportLocalizedField(record, 'name', exporting);
  if (record.type === 'folder')
    return withOtherFields({ root: isRoot || undefined, children: project.childIds(id, 'components'), name }, record, exporting);
  const cover = record.cover ? serializeCover(record.cover, exporting) : undefined;
  return withOtherFields(
    { assets: cover && { cover }, customId: customId ?? undefined, attributes: related.attributes(id), name },
    record,
    exporting,
  );
}

export function serializeAttribute(record: StoryRecord<'attribute'>, exporting: ExportContext): ExportObject {
  const { cId, name, cType, customId } = record;
  return withOtherFields(
    { cId, name, cType, value: serializeAttributeValue(record.value, exporting), customId: customId ?? undefined },
    record,
    exporting,
  );
}

/** [Exports] empty text is null, an empty list is `[]`, and only plain text has the key `plain`. */
function serializeAttributeValue(value: AttributeValue, exporting: ExportContext): ExportObject {
  const { type } = value;
  if (type === 'component-list')
    return { data: exportedComponentIds(value.data?.map(({ component }) => component) ?? [], exporting), type };
  if (type === 'asset-list') return { data: value.data?.map(({ asset }) => asset) ?? [], type };
  if (type === 'float') return { data: toJsonFloat(value.data), type };
  if (type !== 'string') return { data: value.data, type };
  return value.plain ? { data: value.data, type, plain: true } : { data: exportNullableText(value, value.data, exporting), type };
}

/** [Exports] the root has no name. The name of the stored file is only written on request (G17). */
export function serializeAsset(record: StoryRecord<'asset'>, exporting: ExportContext): ExportObject {
  const { project, storedNames, assetNames } = exporting;
  const { id, type, file, volume } = record;
  const name = assetNames.get(id) ?? record.name;
  if (type === 'folder') {
    const isRoot = id === project.projectRecord.roots.asset;
    return withOtherFields(
      { name: isRoot ? undefined : name, root: isRoot || undefined, children: project.childIds(id, 'assets') },
      record,
      exporting,
    );
  }
  return withOtherFields(
    { file: storedNames && file !== null ? file : undefined, name, type, volume: volume ?? undefined },
    record,
    exporting,
  );
}

/** [Exports] a float always has a fraction: Unity's importer accepts 90.0 and throws on 90. */
export function serializeVariable(record: StoryRecord<'variable'>, exporting: ExportContext): ExportObject {
  const { name, type, value } = record;
  return withOtherFields(
    { name, type, cType: 'global', value: type === 'float' && typeof value === 'number' ? toJsonFloat(value) : value },
    record,
    exporting,
  );
}
