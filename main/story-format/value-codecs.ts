/** Codecs of attributes and variables, and the values that they hold. */
import type { AttributeValue } from '../../shared/model/kinds/attribute-value.ts';
import type { StoryRecord } from '../../shared/model/kinds/kinds.ts';
import { buildVariableTree } from '../../shared/model/variable-folders.ts';
import { type EncodeContext, type Entry, encodeComponentIds, encodeNullableText, withOtherFields } from './encoding.ts';
import { defineCodec } from './kind-codec.ts';

declare global {
  interface JSON {
    /** Creates a value that `JSON.stringify` writes exactly as this text. */
    rawJSON(text: string): unknown;
  }
}

/** Writes a number as a float: 90 as `90.0`, which Unity's importer needs and JSON.stringify would not do. */
export function toJsonFloat(value: number): unknown {
  const text = String(value);
  return /^-?\d+$/.test(text) ? JSON.rawJSON(`${text}.0`) : value;
}

export const attributeCodec = defineCodec('attribute', {
  encode(record, context) {
    const { cId, name, cType, customId } = record;
    const value = encodeAttributeValue(record.value, context);
    return withOtherFields({ cId, name, cType, value, customId: customId ?? undefined }, record, context);
  },
});

/** [Exports] empty text is null, an empty list is `[]`, and only plain text has the key `plain`. */
function encodeAttributeValue(value: AttributeValue, context: EncodeContext): Entry {
  const { type } = value;
  if (type === 'component-list') return { data: encodeComponentIds(value.data?.map(({ component }) => component) ?? [], context), type };
  if (type === 'asset-list') return { data: value.data?.map(({ asset }) => asset) ?? [], type };
  if (type === 'float') return { data: toJsonFloat(value.data), type };
  if (type !== 'string') return { data: value.data, type };
  return value.plain ? { data: value.data, type, plain: true } : { data: encodeNullableText(value, value.data, context), type };
}

export const variableCodec = defineCodec('variable', {
  /** [Exports] a float always has a fraction: Unity's importer accepts 90.0 and throws on 90. */
  encode(record, context) {
    const { name, type, value } = record;
    return withOtherFields(
      { name, type, cType: 'global', value: type === 'float' && typeof value === 'number' ? toJsonFloat(value) : value },
      record,
      context,
    );
  },
});

/** [Exports] the root and the folders of variables, which are entries but no records, by id. */
export function encodeVariableFolders(
  variables: readonly StoryRecord<'variable'>[],
  { project, variant }: EncodeContext,
): Map<string, Entry> {
  const { children, folders } = buildVariableTree(
    variant.hasVariableFolders ? variables : variables.map(({ id }) => ({ id, folders: [] })),
  );
  const entries = new Map<string, Entry>([[project.projectRecord.roots.variable, { root: true, children }]]);
  for (const [id, folder] of folders) entries.set(id, { name: folder.name ?? undefined, children: folder.children });
  return entries;
}
