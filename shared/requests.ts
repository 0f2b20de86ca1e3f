/**
 * The bodies of the REST interface ([Endpoints]): which properties each request takes and of what shape. Unknown ones are
 * refused ([Common conventions]). What depends on the project (canvas, names taken, references) is the engine's to say.
 */
import { z } from 'zod';
import { conditionsInput } from './commands.ts';
import { templates } from './ipc/calls.ts';
import { kinds } from './kinds/all.ts';
import { valueTypes } from './kinds/attribute-value.ts';
import { id, theme } from './kinds/fields.ts';
import { readConditionScript } from './rich-text/condition-script.ts';
import { readRichText } from './rich-text/read.ts';
import { mediaTypes } from './stored-file.ts';

type Shape = Record<string, z.ZodType>;

/** A body: properties it needs, and those it takes. */
function body(needed: Shape, taken: Shape = {}): z.ZodObject {
  const optional = Object.fromEntries(Object.entries(taken).map(([name, schema]) => [name, schema.optional()]));
  return z.strictObject({ ...needed, ...optional });
}

/** [Endpoints] PATCH bodies contain at least one supported field. */
function patch(taken: Shape): z.ZodObject {
  const names = Object.keys(taken);
  return body({}, taken).refine((value) => names.some((name) => value[name] !== undefined), {
    error: `needs at least one of ${names.join(', ')}`,
    when: ({ issues }) => issues.length === 0,
  });
}

const richText = (dialect: 'api' | 'note') =>
  z
    .string()
    .superRefine((html, context) => {
      const read = readRichText(html, dialect);
      if (!read.ok) context.addIssue({ code: 'custom', message: read.fault });
    })
    .meta({ description: `HTML limited to <p>, <b>${dialect === 'api' ? ', <code>' : ''}`, format: 'html' });

const script = z
  .string()
  .superRefine((text, context) => {
    const read = text === '' ? undefined : readConditionScript(text);
    if (read && !read.ok) context.addIssue({ code: 'custom', message: read.fault });
  })
  .nullable();

/** [Localized content] text, null, or a map of languages to text, null or `{text}`. */
function localized(text: z.ZodType, { nullable = true } = {}): z.ZodType {
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
        const inner = typeof held === 'object' && held !== null ? textOf(held) : { text: held };
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

function textOf(held: object): { text: unknown } | undefined {
  const [key, ...more] = Object.keys(held);
  return key === 'text' && more.length === 0 ? { text: (held as { text: unknown }).text } : undefined;
}

const rich = localized(richText('api'));
const name = z.string();
/** [Common conventions] on create also `-`, the end. */
const index = z.union([z.int().min(0), z.literal('-')], { error: 'must be a whole number from 0, or "-" for the end' });
const position = z.int().min(0);
const parentId = id.nullable();
const anyObject = z.record(z.string(), z.unknown());

const { element, connection, jumper, note, branch, audioAttachment } = kinds;
const { x, y, width, height, autoHeight } = element.fields;
const { sourceFace, targetFace, labelLocation, labelWidth, type: lineType, sourceType, targetType } = connection.fields;
const line = { label: rich, labelLocation, labelWidth, sourceFace, targetFace, theme, type: lineType };
const noteContent = richText('note').nullable();
const onlyScript = z.strictObject({ script: script.optional() });
const withId = z.strictObject({ id: id.optional(), script: script.optional() });

const attributeFields = (types: readonly [string, ...string[]]) => ({
  value: z.strictObject({ type: z.enum(types), data: z.unknown().optional(), plain: z.boolean().optional() }),
  valuePart: z.strictObject({ type: z.enum(types).optional(), data: z.unknown().optional(), plain: z.boolean().optional() }),
});
const ofElement = attributeFields(['string', 'rich-text', 'component-list', 'asset-list']);
const ofOthers = attributeFields(valueTypes);
const size = z.enum(['full', 'half']);
const attributeName = z.string().nullable();
const customId = z.string();
const value = z.union([z.string(), z.number(), z.boolean()], { error: 'must be text, a number, true or false' });
const media = z.enum(mediaTypes);
const file = { file: z.string().min(1), size: z.string(), volume: z.number() };

export const requests = {
  createProject: body({ template: z.enum(templates) }),
  importProject: body({ name: z.string().min(1).max(255), project: anyObject }),
  renameProject: body({ name: z.string().min(1).max(255) }),
  createBoard: body({}, { type: z.enum(['board', 'folder']), name, customId, parentId, index }),
  changeBoard: patch({ name, customId }),
  moveInTree: body({ index: position }, { parentId }),
  createElement: body({ boardId: id, x, y }, { width, height, theme, autoHeight, title: rich, content: rich, index }),
  changeElement: patch({ theme, autoHeight, x, y, width, height, title: rich, content: rich }),
  reorder: body({ index: position }),
  setStartingElement: body({ id: id.nullable() }),
  attachComponent: body({ componentId: id }, { index }),
  moveAttachment: body({ index: position }, { targetElementId: id }),
  attachAudio: body({ assetId: id }, { mode: audioAttachment.fields.mode, delay: audioAttachment.fields.delay, index }),
  changeAudio: patch({ assetId: id, mode: audioAttachment.fields.mode, delay: audioAttachment.fields.delay }),
  setCover: body({
    cover: anyObject.meta({ description: 'The cover object: type, and what goes with it (id, file or url, how it plays)' }),
  }),
  linkBoard: body({ boardId: id }),
  createElementAttribute: body({ value: ofElement.value }, { name: attributeName, size, index }),
  createAttribute: body({ value: ofOthers.value }, { name: attributeName, customId, size, index }),
  changeElementAttribute: patch({ name: attributeName, size, value: ofElement.valuePart }),
  changeAttribute: patch({ name: attributeName, size, value: ofOthers.valuePart, customId }),
  createConnection: body({ boardId: id, sourceid: id, sourceType, targetid: id, targetType }, line),
  changeConnection: patch({ ...line, sourceid: id, sourceType, targetid: id, targetType }),
  createNote: body(
    { boardId: id, x, y },
    { content: noteContent, theme, autoHeight, width: note.fields.width, height: note.fields.height, index },
  ),
  changeNote: patch({ content: noteContent, theme, autoHeight, x, y, width, height }),
  createJumper: body({ boardId: id, x, y }, { width: jumper.fields.width, height: jumper.fields.height, elementId: id.nullable() }),
  changeJumper: patch({ x, y, width, height, elementId: id.nullable() }),
  createBranch: body(
    { boardId: id, x: branch.fields.x, y: branch.fields.y },
    {
      theme,
      conditions: body({}, { ifCondition: onlyScript, elseIfConditions: z.array(onlyScript), elseCondition: onlyScript }),
      index,
    },
  ),
  changeBranch: patch({
    theme,
    x,
    y,
    conditions: body({}, { ifCondition: withId, elseIfConditions: z.array(withId), elseCondition: withId.nullable() }).pipe(
      conditionsInput,
    ),
  }),
  setScript: body({ script }),
  createCondition: body({}, { script }),
  createVariable: body({ name: kinds.variable.fields.name }, { type: kinds.variable.fields.type, value, index }),
  changeVariable: patch({ type: kinds.variable.fields.type, value }),
  createComponent: body({}, { type: z.enum(['component', 'folder']), name: localized(z.string(), { nullable: false }), parentId, index }),
  changeComponent: body({ name: localized(z.string()).refine((given) => given !== undefined, 'is needed') }),
  createAsset: body({ name: kinds.asset.fields.name }, { type: media, ...file, parentId, index }),
  changeAsset: patch({ name: kinds.asset.fields.name, type: media, ...file }),
  setCss: body({ css: z.string() }),
} as const;
