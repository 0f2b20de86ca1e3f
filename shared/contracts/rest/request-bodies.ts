/**
 * The bodies of the REST API ([Endpoints]): which properties each request takes and of what shape. Unknown properties are refused
 * ([Common conventions]). The engine checks what depends on the project (canvas, unique names, references).
 */

import { z } from 'zod';
import { isJsonObject } from '../../json.ts';
import { message } from '../../messages/message.ts';
import { schemaError } from '../../messages/schema-error.ts';
import { conditionsInputSchema } from '../../model/commands.ts';
import { attributeValueTypes } from '../../model/kinds/attribute-value.ts';
import { fieldSchemas, getFieldSchema, idSchema, zodFunctions } from '../../model/kinds/kind-schemas.ts';
import { getKind, type KindName } from '../../model/kinds/kinds.ts';
import { canonicalizeRichText } from '../../rich-text/canonicalize-rich-text.ts';
import { canonicalizeConditionScript } from '../../rich-text/condition-script.ts';
import { projectTemplates } from '../ipc/project-calls.ts';
import { formatSchemaIssue, safeParseJson } from '../schema-issues.ts';

type SchemaShape = Record<string, z.ZodType>;

/** A body with required and optional properties. */
function bodySchema(required: SchemaShape, optional: SchemaShape = {}): z.ZodObject {
  const entries = Object.entries(optional).map(([name, schema]) => [name, schema.optional()]);
  return z.strictObject({ ...required, ...Object.fromEntries(entries) });
}

/** [Endpoints] PATCH bodies contain at least one supported field. */
function patchBodySchema(optional: SchemaShape): z.ZodObject {
  const names = Object.keys(optional);
  return bodySchema({}, optional).refine((value) => names.some((name) => value[name] !== undefined), {
    error: schemaError(message('fault.body.oneOf', { names: names.join(', ') })),
    when: ({ issues }) => issues.length === 0,
  });
}

const richTextSchema = (dialect: 'api' | 'note') =>
  z
    .string()
    .superRefine((html, context) => {
      const read = canonicalizeRichText(html, dialect);
      if (!read.ok) context.addIssue({ code: 'custom', message: schemaError(read.error) });
    })
    .meta({ description: `HTML limited to <p>, <b>${dialect === 'api' ? ', <code>' : ''}`, format: 'html' });

const scriptSchema = z
  .string()
  .superRefine((text, context) => {
    const read = text === '' ? undefined : canonicalizeConditionScript(text);
    if (read && !read.ok) context.addIssue({ code: 'custom', message: schemaError(read.error) });
  })
  .nullable();

/** [Localized content] text, null, or a map of languages to text, null or `{text}`. */
function localizedSchema(text: z.ZodType, { nullable = true } = {}): z.ZodType {
  const one = text.nullable();
  return z
    .unknown()
    .superRefine((value, context) => {
      const addIssues = (path: string[], part: unknown) => {
        const read = safeParseJson(one, part);
        if (!read.success)
          for (const issue of read.error.issues)
            context.addIssue({ ...issue, path: [...path, ...issue.path], code: 'custom', message: schemaError(formatSchemaIssue(issue)) });
      };
      if (value === undefined) return;
      if (value === null ? nullable : typeof value === 'string') return addIssues([], value);
      if (typeof value !== 'object' || value === null || Array.isArray(value))
        return context.addIssue({
          code: 'custom',
          message: schemaError(nullable ? message('fault.body.localizedTextOrNull') : message('fault.body.localizedText')),
        });
      for (const [locale, entry] of Object.entries(value)) {
        const inner = typeof entry === 'object' && entry !== null ? readTextProperty(entry) : { text: entry };
        if (inner === undefined || (inner.text !== null && typeof inner.text !== 'string'))
          context.addIssue({ code: 'custom', path: [locale], message: schemaError(message('fault.body.languageText')) });
        else addIssues([locale], inner.text);
      }
    })
    .meta({
      anyOf: [
        { type: nullable ? ['string', 'null'] : 'string' },
        {
          type: 'object',
          additionalProperties: {
            anyOf: [{ type: ['string', 'null'] }, { type: 'object', properties: { text: { type: ['string', 'null'] } } }],
          },
        },
      ],
    });
}

function readTextProperty(entry: object): { text: unknown } | undefined {
  const [key, ...more] = Object.keys(entry);
  return key === 'text' && more.length === 0 && 'text' in entry ? { text: entry.text } : undefined;
}

const localizedRichTextSchema = localizedSchema(richTextSchema('api'));
const noteTextSchema = richTextSchema('note');
const plainTextSchema = z.string();

/** The schema of a field in a body: that of its facet, else what its text rule allows, else what the kind stores. */
function fieldBodySchema(kindName: KindName, field: string): z.ZodType {
  const { facets, texts } = getKind(kindName);
  const stored = getFieldSchema(kindName, field) ?? z.never();
  const override = facets[field]?.api.bodySchema;
  if (override) return override(zodFunctions);
  const rule = texts[field];
  if (rule?.localized) return rule.format === 'rich' ? localizedRichTextSchema : localizedSchema(plainTextSchema);
  if (rule?.format === 'script') return scriptSchema;
  if (rule?.format !== 'rich' && rule?.format !== 'note') return stored;
  const text = rule.format === 'rich' ? richTextSchema('api') : noteTextSchema;
  return safeParseJson(stored, null).success ? text.nullable() : text;
}

/** How the fields of a kind become a body. */
interface BodyOptions {
  /** These fields come first, in this order; the others follow as the kind defines them. */
  readonly first?: readonly string[];
  readonly omit?: readonly string[];
  /** Schemas for fields in this body, and for properties that are not fields. */
  readonly override?: SchemaShape;
  /** Whether the body takes a position among the siblings, which is its last property. */
  readonly hasIndex?: boolean;
}

function bodyFields(kindName: KindName, allowed: readonly string[], { first = [], omit = [], override = {} }: BodyOptions): SchemaShape {
  const { facets } = getKind(kindName);
  const names = Object.keys(facets).filter((name) => allowed.includes(facets[name]?.api.access ?? '') && !omit.includes(name));
  const ordered = [...first.filter((name) => names.includes(name)), ...names.filter((name) => !first.includes(name))];
  const shape = Object.fromEntries(ordered.map((name) => [name, fieldBodySchema(kindName, name)]));
  return { ...shape, ...override };
}

/** [Common conventions] on create also `-`, the end. */
const insertIndexSchema = z.union([z.int().min(0), z.literal('-')], { error: schemaError(message('fault.body.insertIndex')) });
const indexSchema = z.int().min(0);
const parentIdSchema = idSchema.nullable();

/** Returns the object itself, because the copies that zod makes of an object lack a key `__proto__`, which must be reported like any other. */
const anyObjectSchema = z
  .unknown()
  .refine(isJsonObject, {
    error: ({ input }) => schemaError(input === undefined ? message('fault.required') : message('fault.type.object')),
  })
  .meta({ type: 'object', propertyNames: { type: 'string' }, additionalProperties: {} });

/** The body of a create request: every field that it may set. */
export function createBody(kindName: KindName, { hasIndex = true, ...options }: BodyOptions = {}): z.ZodObject {
  const { facets } = getKind(kindName);
  const entries = Object.entries(bodyFields(kindName, ['write', 'create'], options));
  const isRequired = ([name]: readonly [string, unknown]) => facets[name]?.api.isRequired === true;
  const index = hasIndex ? { index: insertIndexSchema } : {};
  return bodySchema(Object.fromEntries(entries.filter(isRequired)), {
    ...Object.fromEntries(entries.filter((entry) => !isRequired(entry))),
    ...index,
  });
}

/** The body of a PATCH request: every field that it may change, at least one of them. */
export function updateBody(kindName: KindName, options: BodyOptions = {}): z.ZodObject {
  const shape = bodyFields(kindName, ['write'], options);
  const [only, ...others] = Object.entries(shape);
  // The error names the field if there is only one.
  if (only && others.length === 0)
    return bodySchema({ [only[0]]: only[1].refine((value) => value !== undefined, schemaError(message('fault.required'))) });
  return patchBodySchema(shape);
}

const newConditionSchema = z.strictObject({ script: scriptSchema.optional() });
const conditionSchema = z.strictObject({ id: idSchema.optional(), script: scriptSchema.optional() });

/** The typed value of an attribute. The engine checks `data` against the type. */
const valueSchemas = (types: readonly [string, ...string[]]) => ({
  create: z.strictObject({ type: z.enum(types), data: z.unknown().optional(), plain: z.boolean().optional() }),
  update: z.strictObject({ type: z.enum(types).optional(), data: z.unknown().optional(), plain: z.boolean().optional() }),
});
const elementValue = valueSchemas(['string', 'rich-text', 'component-list', 'asset-list']);
const anyValue = valueSchemas(attributeValueTypes);

const itemOrder = ['theme', 'autoHeight'];
const connectionOrder = ['label', 'labelLocation', 'labelWidth', 'sourceFace', 'targetFace', 'theme', 'type'];

export const requestBodies = {
  createProject: bodySchema({ template: z.enum(projectTemplates) }),
  importProject: bodySchema({ name: fieldSchemas.project.name, project: anyObjectSchema }),
  renameProject: bodySchema({ name: fieldSchemas.project.name }),
  createBoard: createBody('board', { first: ['type', 'name', 'customId', 'parentId'] }),
  changeBoard: updateBody('board'),
  moveInTree: bodySchema({ index: indexSchema }, { parentId: parentIdSchema }),
  createElement: createBody('element'),
  changeElement: updateBody('element', { first: itemOrder }),
  reorder: bodySchema({ index: indexSchema }),
  setStartingElement: bodySchema({ id: idSchema.nullable() }),
  attachComponent: createBody('componentAttachment'),
  moveAttachment: bodySchema({ index: indexSchema }, { targetElementId: idSchema }),
  attachAudio: createBody('audioAttachment'),
  changeAudio: updateBody('audioAttachment'),
  setCover: bodySchema({
    cover: anyObjectSchema.meta({ description: 'The cover object: type, and what goes with it (id, file or url, how it plays)' }),
  }),
  linkBoard: bodySchema({ boardId: idSchema }),
  createElementAttribute: createBody('attribute', { omit: ['customId'], override: { value: elementValue.create } }),
  createAttribute: createBody('attribute', { first: ['name', 'customId'], override: { value: anyValue.create } }),
  changeElementAttribute: updateBody('attribute', { omit: ['customId'], override: { value: elementValue.update } }),
  changeAttribute: updateBody('attribute', { override: { value: anyValue.update } }),
  createConnection: createBody('connection', { first: connectionOrder, hasIndex: false }),
  changeConnection: updateBody('connection', { first: connectionOrder }),
  createNote: createBody('note', { first: ['content', ...itemOrder] }),
  changeNote: updateBody('note', { first: ['content', ...itemOrder] }),
  createBranch: createBody('branch', {
    override: {
      conditions: bodySchema(
        {},
        { ifCondition: newConditionSchema, elseIfConditions: z.array(newConditionSchema), elseCondition: newConditionSchema },
      ),
    },
  }),
  changeBranch: updateBody('branch', {
    first: itemOrder,
    override: {
      conditions: bodySchema(
        {},
        { ifCondition: conditionSchema, elseIfConditions: z.array(conditionSchema), elseCondition: conditionSchema.nullable() },
      ).pipe(conditionsInputSchema),
    },
  }),
  setScript: bodySchema({ script: scriptSchema }),
  createCondition: createBody('condition', { hasIndex: false }),
  createVariable: createBody('variable'),
  changeVariable: updateBody('variable'),
  createComponent: createBody('component', {
    first: ['type', 'name'],
    override: { name: localizedSchema(plainTextSchema, { nullable: false }) },
  }),
  changeComponent: updateBody('component'),
  createAsset: createBody('asset', { first: ['type', 'file', 'size', 'volume', 'parentId'] }),
  changeAsset: updateBody('asset', { first: ['name'] }),
  setCss: bodySchema({ css: fieldSchemas.project.css }),
} as const;
