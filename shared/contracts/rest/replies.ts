/**
 * What the endpoints answer ([Resources and their fields], G12), as schemas: for the OpenAPI document, for whoever reads the service
 * as a client, and for the tests. By the route's name; writes answer with an envelope.
 */
import { z } from 'zod';
import { attributeValueSchema } from '../../model/kinds/attribute-value.ts';
import {
  componentCoverSchema,
  elementCoverSchema,
  idSchema,
  localizedTextSchema,
  optionalIdSchema,
  themeSchema,
} from '../../model/kinds/field-schemas.ts';
import { kinds } from '../../model/kinds/kinds.ts';
import type { Route } from './routes/route.ts';

/** The named forms: the OpenAPI document describes each once and refers to it. */
export const replySchemaRegistry = z.registry<{ id: string }>();
function registerSchema<S extends z.ZodType>(name: string, schema: S): S {
  replySchemaRegistry.add(schema, { id: name });
  return schema;
}

registerSchema('Theme', themeSchema);
registerSchema('LocalizedText', localizedTextSchema);
registerSchema('ElementCover', elementCoverSchema);
registerSchema('ComponentCover', componentCoverSchema);
registerSchema('AttributeValue', attributeValueSchema);

const idList = z.array(idSchema);
const count = z.int().min(0);
const text = z.string();
const { element, note, jumper, branch, connection, attribute, variable, asset, comment } = kinds;
const { x, y, width, height, autoHeight } = element.fields;
const boxFields = { x, y, width, height, theme: themeSchema };

/** [Version envelope] `V`: what a write answers, and `C`: what a create does. */
const envelopeFields = {
  version: z.int(),
  newVersion: z.int(),
  versionTime: z.tuple([text, text]).nullable(),
};
export const versionEnvelope = registerSchema('Changed', z.strictObject(envelopeFields));
export const createdEnvelope = registerSchema('Created', z.strictObject({ ...envelopeFields, id: idSchema }));

const projectListItem = registerSchema(
  'Project',
  z.strictObject({ hash: text, name: text, updatedAt: text, createdAt: text, status: text }),
);

const treeEntry = { id: idSchema, name: text, parentId: optionalIdSchema, children: idList };
const boardEntry = registerSchema(
  'BoardEntry',
  z.strictObject({
    ...treeEntry,
    type: kinds.board.fields.type,
    elementCount: count,
    noteCount: count,
    connectionCount: count,
    branchCount: count,
    jumperCount: count,
  }),
);
const storedBoard = registerSchema(
  'Board',
  z.strictObject({
    id: idSchema,
    name: text,
    customId: text.nullable(),
    elements: idList,
    notes: idList,
    jumpers: idList,
    branches: idList,
    connections: idList,
    comments: idList,
    attributes: idList,
  }),
);
const boardFolder = registerSchema('BoardFolder', z.strictObject({ id: idSchema, name: text, children: idList }));

const elementItem = registerSchema(
  'ElementItem',
  z.strictObject({
    id: idSchema,
    title: text,
    ...boxFields,
    hasContent: z.boolean(),
    componentCount: count,
    attributeCount: count,
    outputCount: count,
  }),
);
const { mode, delay } = kinds.audioAttachment.fields;
const storedElement = registerSchema(
  'Element',
  z.strictObject({
    id: idSchema,
    boardId: idSchema,
    ...boxFields,
    autoHeight,
    title: localizedTextSchema,
    content: localizedTextSchema,
    components: z.array(z.strictObject({ id: idSchema, component: idSchema })),
    outputs: idList,
    attributes: idList,
    assets: z.strictObject({
      cover: elementCoverSchema.nullable(),
      audio: z.array(z.strictObject({ id: idSchema, asset: idSchema, mode, delay })),
    }),
    linkedBoard: optionalIdSchema,
  }),
);

const noteItem = registerSchema('NoteItem', z.strictObject({ id: idSchema, content: note.fields.content, ...boxFields, autoHeight }));
const storedNote = registerSchema('Note', z.strictObject({ id: idSchema, boardId: idSchema, ...boxFields, content: note.fields.content }));
const { elementId } = jumper.fields;
const jumperItem = registerSchema('JumperItem', z.strictObject({ id: idSchema, boardId: idSchema, x, y, width, height, elementId }));
const storedJumper = registerSchema('Jumper', z.strictObject({ id: idSchema, boardId: idSchema, x, y, elementId }));

const branchFields = { id: idSchema, ...branch.fields };
const conditions = <S extends z.ZodType>(shown: S) =>
  z.strictObject({ ifCondition: shown, elseIfConditions: z.array(shown), elseCondition: shown.nullable() });
const condition = registerSchema('Condition', z.strictObject({ id: idSchema, output: optionalIdSchema, script: text.nullable() }));
const branchItem = registerSchema('BranchItem', z.strictObject({ ...branchFields, conditions: conditions(idSchema) }));
const storedBranch = registerSchema('Branch', z.strictObject({ ...branchFields, conditions: conditions(condition) }));

const { status: _status, ...connectionFields } = connection.fields;
const connectionItem = registerSchema('ConnectionItem', z.strictObject({ id: idSchema, ...connectionFields, label: text }));
const storedConnection = registerSchema('Connection', z.strictObject({ id: idSchema, ...connectionFields }));

const storedAttribute = registerSchema(
  'Attribute',
  z.strictObject({
    id: idSchema,
    name: text.nullable(),
    size: attribute.fields.size,
    value: attributeValueSchema,
    cId: idSchema,
    cType: attribute.fields.cType,
    customId: text.optional(),
  }),
);
const storedVariable = registerSchema(
  'Variable',
  z.strictObject({ id: idSchema, name: text, type: variable.fields.type, value: variable.fields.value, cType: z.literal('global') }),
);

const componentEntry = registerSchema('ComponentEntry', z.strictObject({ ...treeEntry, type: kinds.component.fields.type }));
const storedComponent = registerSchema(
  'Component',
  z.strictObject({
    id: idSchema,
    customId: text.nullable(),
    parentId: optionalIdSchema,
    name: localizedTextSchema,
    attributes: idList.nullable(),
    assets: z.strictObject({ cover: componentCoverSchema.nullable() }),
  }),
);
const componentFolder = registerSchema(
  'ComponentFolder',
  z.strictObject({ id: idSchema, parentId: optionalIdSchema, name: localizedTextSchema, children: idList }),
);

const assetEntry = registerSchema('AssetEntry', z.strictObject({ ...treeEntry, type: asset.fields.type }));
const storedAsset = registerSchema(
  'Asset',
  z.strictObject({
    id: idSchema,
    name: text,
    type: asset.fields.type.exclude(['folder']),
    file: text.nullable(),
    size: text.optional(),
    bytes: count.optional(),
    volume: z.number().optional(),
    mime: text.optional(),
    width: z.number().optional(),
    height: z.number().optional(),
    duration: z.number().optional(),
  }),
);
const assetFolder = registerSchema(
  'AssetFolder',
  z.strictObject({ id: idSchema, name: text, type: z.literal('folder'), children: idList }),
);
const uploadReply = registerSchema('Upload', z.strictObject({ filename: text, name: text, size: text }));

const { author, createdAt, updatedAt, resolved } = comment.fields;
const messageFields = { id: idSchema, author, content: text, createdAt, updatedAt };
const reply = registerSchema('Reply', z.strictObject(messageFields));
const thread = registerSchema(
  'Thread',
  z.strictObject({
    ...messageFields,
    resolved,
    position: z.strictObject({ id: idSchema, type: z.literal('boards'), x: z.number(), y: z.number() }),
    replies: z.array(reply),
  }),
);
const stylesheet = registerSchema('Stylesheet', z.strictObject({ css: text }));
const message = z.strictObject({ message: text });
const attributeList = z.array(storedAttribute);

/** What answers a route, by its name; a write that is not here answers with an envelope, an export and a download with themselves. */
export const replySchemas = {
  listProjects: z.array(projectListItem),
  listUserProjects: z.array(projectListItem),
  createProject: z.strictObject({ message: text, directory: z.null(), projectId: z.int(), hash: text }),
  importProject: z.strictObject({ hash: text, projectId: z.int(), name: text }),
  renameProject: message,
  removeProject: message,
  listBoards: z.array(boardEntry),
  getBoard: z.union([storedBoard, boardFolder]),
  listBoardElements: z.array(elementItem),
  listBoardNotes: z.array(noteItem),
  listBoardJumpers: z.array(jumperItem),
  listBoardBranches: z.array(branchItem),
  listBoardConnections: z.array(connectionItem),
  getElement: storedElement,
  getAttribute: storedAttribute,
  getElementAttributes: attributeList,
  getBoardAttributes: attributeList,
  getComponentAttributes: attributeList,
  getElementAttribute: storedAttribute,
  getBoardAttribute: storedAttribute,
  getComponentAttribute: storedAttribute,
  getConnection: storedConnection,
  getNote: storedNote,
  getJumper: storedJumper,
  getBranch: storedBranch,
  getVariable: storedVariable,
  listComponents: z.array(componentEntry),
  getComponent: z.union([storedComponent, componentFolder]),
  listAssets: z.array(assetEntry),
  getAsset: z.union([storedAsset, assetFolder]),
  uploadAsset: uploadReply,
  listComments: z.array(thread),
  getCss: stylesheet,
  setCss: stylesheet,
} as const;

/** What a route answers when it succeeds; nothing for an export and a download, whose form is not ours to describe here. */
export function replySchemaFor({ name, returns }: Pick<Route, 'name' | 'returns'>): z.ZodType | undefined {
  if (returns === 'V') return versionEnvelope;
  if (returns === 'C') return createdEnvelope;
  const table: Readonly<Record<string, z.ZodType>> = replySchemas;
  return table[name];
}
