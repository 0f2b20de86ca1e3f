/** The part of a story that an export contains. Everything else is listed here and keeps its base value when the story is read. */

import { isJsonObject } from '../../../../shared/json.ts';
import type { AttributeValue } from '../../../../shared/model/kinds/attribute-value.ts';
import { type AnyRecord, allKinds } from '../../../../shared/model/kinds/kinds.ts';
import { Project, parentIdOf } from '../../../../shared/model/project.ts';

/** Fields that no export contains: reading keeps their base values. */
export const fieldsNotExported: Readonly<Record<string, readonly string[]>> = {
  attribute: ['size'],
  asset: ['file', 'size', 'bytes', 'mime', 'width', 'height', 'duration'],
};

/**
 * Per record its fields, and its lists instead of ranks.
 * Exports contain no ids of component attachments or of list entries in attributes. Empty texts equal null. A
 * translation that was not started equals a missing one.
 */
export function exportedContent(records: readonly AnyRecord[]): Record<string, unknown> {
  const project = new Project(records);
  const exported: Record<string, unknown> = {};
  for (const record of records) {
    if (record.kind === 'componentAttachment') continue;
    const {
      rank: _rank,
      outputRank: _output,
      translatedFrom: _from,
      localComments: _comments,
      ...fields
    } = record as Record<string, unknown>;
    for (const field of fieldsNotExported[record.kind] ?? []) delete fields[field];
    if (record.kind === 'attribute') fields.value = withoutIds(record.value as AttributeValue);
    if (record.kind === 'note' || record.kind === 'condition')
      for (const field of ['content', 'script']) if (fields[field] === '') fields[field] = null;
    for (const field of ['title', 'content', 'label', 'name'])
      if (isJsonObject(fields[field])) fields[field] = withoutEmptyTexts(fields[field], field === 'content');
    if (isJsonObject(fields.status)) fields.status = translatedStatus(fields.status);
    exported[record.id] = fields;
  }
  for (const kind of allKinds)
    for (const { parentField, list } of kind.orders)
      for (const parent of new Set(records.flatMap((record) => (record.kind === kind.kind ? [parentIdOf(record, parentField)] : []))))
        exported[`${parent}/${list}`] =
          kind.kind === 'componentAttachment'
            ? project.children('componentAttachment', parent, list).map(({ componentId }) => componentId)
            : project.childIds(parent, list);
  return exported;
}

function withoutEmptyTexts(texts: Record<string, unknown>, isContent: boolean): unknown {
  const cells = Object.entries(texts).filter(
    ([, cell]) => isJsonObject(cell) && cell.text !== null && !(isContent && cell.text === '') && cell.text !== '',
  );
  return Object.fromEntries(cells);
}

function translatedStatus(status: Record<string, unknown>): unknown {
  const languages = Object.entries(status).filter(([, how]) => how !== 'untranslated');
  return languages.length > 0 ? Object.fromEntries(languages) : null;
}

function withoutIds(value: AttributeValue): unknown {
  if (value.type === 'component-list') return { type: value.type, data: value.data?.map(({ component }) => component) ?? null };
  if (value.type === 'asset-list') return { type: value.type, data: value.data?.map(({ asset }) => asset) ?? null };
  return value;
}
