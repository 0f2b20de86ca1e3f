/**
 * The bodies of the REST interface ([Endpoints]): which properties each request takes and of what shape. Unknown ones are
 * refused ([Common conventions]). What depends on the project (canvas, names taken, references) is the engine's to say.
 */
import { z } from 'zod';
import { conditionsInputSchema } from '../../model/commands.ts';
import { attributeValueTypes } from '../../model/kinds/attribute-value.ts';
import { idSchema, themeSchema } from '../../model/kinds/field-schemas.ts';
import { kinds } from '../../model/kinds/kinds.ts';
import { canonicalizeRichText } from '../../rich-text/canonicalize-rich-text.ts';
import { canonicalizeConditionScript } from '../../rich-text/condition-script.ts';
import { projectTemplates } from '../ipc/calls.ts';
import { mediaTypes } from '../stored-file.ts';

type SchemaShape = Record<string, z.ZodType>;

/** A body: properties it needs, and those it takes. */
function bodySchema(needed: SchemaShape, taken: SchemaShape = {}): z.ZodObject {
  const optional = Object.fromEntries(Object.entries(taken).map(([name, schema]) => [name, schema.optional()]));
  return z.strictObject({ ...needed, ...optional });
}

/** [Endpoints] PATCH bodies contain at least one supported field. */
function patchBodySchema(taken: SchemaShape): z.ZodObject {
  const names = Object.keys(taken);
  return bodySchema({}, taken).refine((value) => names.some((name) => value[name] !== undefined), {
    error: `needs at least one of ${names.join(', ')}`,
    when: ({ issues }) => issues.length === 0,
  });
}

const richTextSchema = (dialect: 'api' | 'note') =>
  z
    .string()
    .superRefine((html, context) => {
      const read = canonicalizeRichText(html, dialect);
      if (!read.ok) context.addIssue({ code: 'custom', message: read.error });
    })
    .meta({ description: `HTML limited to <p>, <b>${dialect === 'api' ? ', <code>' : ''}`, format: 'html' });

const scriptSchema = z
  .string()
  .superRefine((text, context) => {
    const read = text === '' ? undefined : canonicalizeConditionScript(text);
    if (read && !read.ok) context.addIssue({ code: 'custom', message: read.error });
  })
  .nullable();

/** [Localized content] text, null, or a map of languages to text, null or `{text}`. */
function localizedSchema(text: z.ZodType, { nullable = true } = {}): z.ZodType {
  const one = text.nullable();
  return z
    .unknown()
    .superRefine((value, context) => {
      const say = (path: string[], schema: z.ZodType, part: unknown) => {
        const read = schema.safeParse(part);
        if (!read.success)
          for (const issue of read.error.issues)
            context.addIssue({ ...issue, path: [...path, ...issue.path], code: 'custom', message: issue.message });
      };
      if (value === undefined) return;
      if (value === null ? nullable : typeof value === 'string') return say([], one, value);
      if (typeof value !== 'object' || value === null || Array.isArray(value))
        return context.addIssue({ code: 'custom', message: `must be text${nullable ? ', null' : ''} or a map of languages` });
      for (const [locale, held] of Object.entries(value)) {
        const inner = typeof held === 'object' && held !== null ? readTextProperty(held) : { text: held };
        if (inner === undefined || (inner.text !== null && typeof inner.text !== 'string'))
          context.addIssue({ code: 'custom', path: [locale], message: 'must be text, null or an object that holds only text' });
        else say([locale], one, inner.text);
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

function readTextProperty(held: object): { text: unknown } | undefined {
  const [key, ...more] = Object.keys(held);
  return key === 'text' && more.length === 0 ? { text: (held as { text: unknown }).text } : undefined;
}

const localizedRichTextSchema = localizedSchema(richTextSchema('api'));
const nameSchema = z.string();
/** [Common conventions] on create also `-`, the end. */
const insertIndexSchema = z.union([z.int().min(0), z.literal('-')], { error: 'must be a whole number from 0, or "-" for the end' });
const indexSchema = z.int().min(0);
const parentIdSchema = idSchema.nullable();
const anyObjectSchema = z.record(z.string(), z.unknown());

const { element, connection, jumper, note, branch, audioAttachment } = kinds;
const { x, y, width, height, autoHeight } = element.fields;
const { sourceFace, targetFace, labelLocation, labelWidth, type: connectionType, sourceType, targetType } = connection.fields;
const connectionFields = {
  label: localizedRichTextSchema,
  labelLocation,
  labelWidth,
  sourceFace,
  targetFace,
  theme: themeSchema,
  type: connectionType,
};
const noteContentSchema = richTextSchema('note').nullable();
const newConditionSchema = z.strictObject({ script: scriptSchema.optional() });
const conditionSchema = z.strictObject({ id: idSchema.optional(), script: scriptSchema.optional() });

const attributeFields = (types: readonly [string, ...string[]]) => ({
  value: z.strictObject({ type: z.enum(types), data: z.unknown().optional(), plain: z.boolean().optional() }),
  valuePatch: z.strictObject({ type: z.enum(types).optional(), data: z.unknown().optional(), plain: z.boolean().optional() }),
});
const elementAttributeFields = attributeFields(['string', 'rich-text', 'component-list', 'asset-list']);
const variableAttributeFields = attributeFields(attributeValueTypes);
const attributeSizeSchema = z.enum(['full', 'half']);
const attributeNameSchema = z.string().nullable();
const customIdSchema = z.string();
const variableValueSchema = z.union([z.string(), z.number(), z.boolean()], { error: 'must be text, a number, true or false' });
const mediaTypeSchema = z.enum(mediaTypes);
const assetFileFields = { file: z.string().min(1), size: z.string(), volume: z.number() };

export const requestBodies = {
  createProject: bodySchema({ template: z.enum(projectTemplates) }),
  importProject: bodySchema({ name: z.string().min(1).max(255), project: anyObjectSchema }),
  renameProject: bodySchema({ name: z.string().min(1).max(255) }),
  createBoard: bodySchema(
    {},
    { type: z.enum(['board', 'folder']), name: nameSchema, customId: customIdSchema, parentId: parentIdSchema, index: insertIndexSchema },
  ),
  changeBoard: patchBodySchema({ name: nameSchema, customId: customIdSchema }),
  moveInTree: bodySchema({ index: indexSchema }, { parentId: parentIdSchema }),
  createElement: bodySchema(
    { boardId: idSchema, x, y },
    {
      width,
      height,
      theme: themeSchema,
      autoHeight,
      title: localizedRichTextSchema,
      content: localizedRichTextSchema,
      index: insertIndexSchema,
    },
  ),
  changeElement: patchBodySchema({
    theme: themeSchema,
    autoHeight,
    x,
    y,
    width,
    height,
    title: localizedRichTextSchema,
    content: localizedRichTextSchema,
  }),
  reorder: bodySchema({ index: indexSchema }),
  setStartingElement: bodySchema({ id: idSchema.nullable() }),
  attachComponent: bodySchema({ componentId: idSchema }, { index: insertIndexSchema }),
  moveAttachment: bodySchema({ index: indexSchema }, { targetElementId: idSchema }),
  attachAudio: bodySchema(
    { assetId: idSchema },
    { mode: audioAttachment.fields.mode, delay: audioAttachment.fields.delay, index: insertIndexSchema },
  ),
  changeAudio: patchBodySchema({ assetId: idSchema, mode: audioAttachment.fields.mode, delay: audioAttachment.fields.delay }),
  setCover: bodySchema({
    cover: anyObjectSchema.meta({ description: 'The cover object: type, and what goes with it (id, file or url, how it plays)' }),
  }),
  linkBoard: bodySchema({ boardId: idSchema }),
  createElementAttribute: bodySchema(
    { value: elementAttributeFields.value },
    { name: attributeNameSchema, size: attributeSizeSchema, index: insertIndexSchema },
  ),
  createAttribute: bodySchema(
    { value: variableAttributeFields.value },
    { name: attributeNameSchema, customId: customIdSchema, size: attributeSizeSchema, index: insertIndexSchema },
  ),
  changeElementAttribute: patchBodySchema({
    name: attributeNameSchema,
    size: attributeSizeSchema,
    value: elementAttributeFields.valuePatch,
  }),
  changeAttribute: patchBodySchema({
    name: attributeNameSchema,
    size: attributeSizeSchema,
    value: variableAttributeFields.valuePatch,
    customId: customIdSchema,
  }),
  createConnection: bodySchema({ boardId: idSchema, sourceid: idSchema, sourceType, targetid: idSchema, targetType }, connectionFields),
  changeConnection: patchBodySchema({ ...connectionFields, sourceid: idSchema, sourceType, targetid: idSchema, targetType }),
  createNote: bodySchema(
    { boardId: idSchema, x, y },
    {
      content: noteContentSchema,
      theme: themeSchema,
      autoHeight,
      width: note.fields.width,
      height: note.fields.height,
      index: insertIndexSchema,
    },
  ),
  changeNote: patchBodySchema({ content: noteContentSchema, theme: themeSchema, autoHeight, x, y, width, height }),
  createJumper: bodySchema(
    { boardId: idSchema, x, y },
    { width: jumper.fields.width, height: jumper.fields.height, elementId: idSchema.nullable() },
  ),
  changeJumper: patchBodySchema({ x, y, width, height, elementId: idSchema.nullable() }),
  createBranch: bodySchema(
    { boardId: idSchema, x: branch.fields.x, y: branch.fields.y },
    {
      theme: themeSchema,
      conditions: bodySchema(
        {},
        { ifCondition: newConditionSchema, elseIfConditions: z.array(newConditionSchema), elseCondition: newConditionSchema },
      ),
      index: insertIndexSchema,
    },
  ),
  changeBranch: patchBodySchema({
    theme: themeSchema,
    x,
    y,
    conditions: bodySchema(
      {},
      { ifCondition: conditionSchema, elseIfConditions: z.array(conditionSchema), elseCondition: conditionSchema.nullable() },
    ).pipe(conditionsInputSchema),
  }),
  setScript: bodySchema({ script: scriptSchema }),
  createCondition: bodySchema({}, { script: scriptSchema }),
  createVariable: bodySchema(
    { name: kinds.variable.fields.name },
    { type: kinds.variable.fields.type, value: variableValueSchema, index: insertIndexSchema },
  ),
  changeVariable: patchBodySchema({ type: kinds.variable.fields.type, value: variableValueSchema }),
  createComponent: bodySchema(
    {},
    {
      type: z.enum(['component', 'folder']),
      name: localizedSchema(z.string(), { nullable: false }),
      parentId: parentIdSchema,
      index: insertIndexSchema,
    },
  ),
  changeComponent: bodySchema({ name: localizedSchema(z.string()).refine((given) => given !== undefined, 'is needed') }),
  createAsset: bodySchema(
    { name: kinds.asset.fields.name },
    { type: mediaTypeSchema, ...assetFileFields, parentId: parentIdSchema, index: insertIndexSchema },
  ),
  changeAsset: patchBodySchema({ name: kinds.asset.fields.name, type: mediaTypeSchema, ...assetFileFields }),
  setCss: bodySchema({ css: z.string() }),
} as const;
