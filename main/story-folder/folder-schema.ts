/** JSON Schemas of the files of a story folder, derived from the kinds: editors complete and check what people write with them. */
import { z } from 'zod';
import { isJsonObject, type JsonObject } from '../../shared/json.ts';
import { getRecordSchema, localeSchema } from '../../shared/model/kinds/kind-schemas.ts';
import { allKinds, getKind, type KindDefinition } from '../../shared/model/kinds/kinds.ts';
import { folderFormat, isInFolder } from './folder-layout.ts';

const text = { type: ['string', 'null'] };
const schemaOf = (schema: z.ZodType): JsonObject => {
  const { $schema: _draft, ...rest } = z.toJSONSchema(schema, { io: 'input' });
  return rest;
};

/** A schema for each type of file, in `$defs`: story, blocks (boards, elements, components, assets and variables), translations and comment. */
export function folderSchema(): JsonObject {
  const blockKinds = allKinds.filter(({ kind }) => kind !== 'project' && isInFolder(kind));
  const known = blockKinds.map(({ kind }) => kind);
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $defs: {
      story: storySchema(),
      blocks: {
        type: 'object',
        additionalProperties: {
          type: 'object',
          required: ['kind'],
          properties: { kind: { type: 'string' } },
          // A kind of another version is kept and not checked.
          allOf: known.map((kind) => ({
            if: { properties: { kind: { const: kind } } },
            // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
            then: { $ref: `#/$defs/${kind}` },
          })),
        },
      },
      translations: { type: 'object', additionalProperties: { type: 'object', properties: translatedProperties() } },
      comment: {
        type: 'object',
        required: ['id', 'record', 'createdAt', 'text'],
        properties: {
          id: { type: 'string', format: 'uuid' },
          record: { type: 'string' },
          author: { type: 'string' },
          createdAt: { type: 'string', format: 'date-time' },
          updatedAt: { type: 'string', format: 'date-time' },
          resolved: { type: 'boolean' },
          text: { type: 'string' },
        },
      },
      ...Object.fromEntries(blockKinds.map((kind) => [kind.kind, blockSchema(kind)])),
    },
  };
}

/** The fields of a kind as its blocks contain them: texts in the main language are texts. */
function fieldsOf({ kind, localizedFields }: KindDefinition): JsonObject {
  const { properties } = schemaOf(getRecordSchema(kind));
  return Object.fromEntries(
    Object.entries(isJsonObject(properties) ? properties : {}).map(([field, schema]) =>
      localizedFields.includes(field) ? [field, { anyOf: [text, { type: 'object', additionalProperties: text }] }] : [field, schema],
    ),
  );
}

/** Fields with a default, and the parent that the place of a block names, can be left out. */
function blockSchema(definition: KindDefinition): JsonObject {
  const { defaults, orders } = definition;
  const { status, ...fields } = fieldsOf(definition);
  const required = Object.keys(fields).filter((field) => !(field in defaults) && orders.every(({ parentField }) => parentField !== field));
  return {
    type: 'object',
    required: ['kind', 'rank', ...required],
    properties: {
      kind: { const: definition.kind },
      rank: { type: 'string' },
      ...(orders.some(({ rankField }) => rankField === 'outputRank') && { outputRank: { type: 'string' } }),
      ...fields,
      ...(status !== undefined && { status: { anyOf: [{ type: 'string' }, status] } }),
    },
  };
}

function translatedProperties(): JsonObject {
  const fields = new Set(allKinds.flatMap(({ localizedFields }) => localizedFields));
  return {
    ...Object.fromEntries([...fields].map((field) => [field, text])),
    status: { type: 'string' },
    translatedFrom: { type: 'object', additionalProperties: { type: 'string' } },
  };
}

function storySchema(): JsonObject {
  const { roots: _roots, locales: _locales, ...fields } = fieldsOf(getKind('project'));
  const root = { type: 'string', minLength: 1 };
  return {
    type: 'object',
    required: ['format', 'id', 'name', 'roots'],
    properties: {
      format: { const: folderFormat },
      id: root,
      ...fields,
      locales: { type: 'array', minItems: 1, items: schemaOf(localeSchema) },
      roots: { type: 'object', required: ['component', 'asset', 'variable'], properties: { component: root, asset: root, variable: root } },
    },
  };
}
