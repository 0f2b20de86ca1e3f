/** Stories as far as an export tells them: everything else is listed here, and is as the base has it when it is read. */

import type { AttributeValue } from '../../../../shared/model/kinds/attribute-value.ts';
import { type AnyRecord, allKinds } from '../../../../shared/model/kinds/kinds.ts';
import { Project, parentIdOf } from '../../../../shared/model/project.ts';

/** Fields that no export holds: they read as the base has them. */
export const untoldFields: Readonly<Record<string, readonly string[]>> = {
  attribute: ['size'],
  asset: ['file', 'size', 'bytes', 'mime', 'width', 'height', 'duration'],
};

/**
 * By record: its fields, and the lists that it has instead of ranks.
 * Neither ids of component attachments nor those of entries of lists in attributes are told; null and nothing are one in texts; a
 * translation that nobody has begun is one of which nothing is said.
 */
export function untold(records: readonly AnyRecord[]): Record<string, unknown> {
  const project = new Project(records);
  const told: Record<string, unknown> = {};
  for (const record of records) {
    if (record.kind === 'componentAttachment') continue;
    const { rank: _rank, outputRank: _output, translatedFrom: _from, ...fields } = record as Record<string, unknown>;
    for (const field of untoldFields[record.kind] ?? []) delete fields[field];
    if (record.kind === 'attribute') fields.value = withoutIds(record.value as AttributeValue);
    if (record.kind === 'note' || record.kind === 'condition')
      for (const field of ['content', 'script']) if (fields[field] === '') fields[field] = null;
    for (const field of ['title', 'content', 'label', 'name'])
      if (isMap(fields[field])) fields[field] = saying(fields[field], field === 'content');
    if (isMap(fields.status)) fields.status = begun(fields.status);
    told[record.id] = fields;
  }
  for (const kind of allKinds)
    for (const { parentField, list } of kind.orders)
      for (const parent of new Set(records.flatMap((record) => (record.kind === kind.kind ? [parentIdOf(record, parentField)] : []))))
        told[`${parent}/${list}`] =
          kind.kind === 'componentAttachment'
            ? project.children('componentAttachment', parent, list).map(({ componentId }) => componentId)
            : project.childIds(parent, list);
  return told;
}

const isMap = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);

function saying(texts: Record<string, unknown>, isContent: boolean): unknown {
  const cells = Object.entries(texts).filter(
    ([, cell]) => isMap(cell) && cell.text !== null && !(isContent && cell.text === '') && cell.text !== '',
  );
  return Object.fromEntries(cells);
}

function begun(status: Record<string, unknown>): unknown {
  const languages = Object.entries(status).filter(([, how]) => how !== 'untranslated');
  return languages.length > 0 ? Object.fromEntries(languages) : null;
}

function withoutIds(value: AttributeValue): unknown {
  if (value.type === 'component-list') return { type: value.type, data: value.data?.map(({ component }) => component) ?? null };
  if (value.type === 'asset-list') return { type: value.type, data: value.data?.map(({ asset }) => asset) ?? null };
  return value;
}
