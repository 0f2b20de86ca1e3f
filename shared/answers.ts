/**
 * What the endpoints answer ([Resources and their fields], G12), as schemas: for the OpenAPI document, for whoever reads the service
 * as a client, and for the tests. By the route's name; writes answer with an envelope.
 */
import { z } from 'zod';
import { kinds } from './kinds/all.ts';
import { attributeValue } from './kinds/attribute-value.ts';
import { componentCover, elementCover, id, localizedText, optionalId, theme } from './kinds/fields.ts';
import type { Route } from './routes/route.ts';

/** The named forms: the OpenAPI document describes each once and refers to it. */
export const answerForms = z.registry<{ id: string }>();
function form<S extends z.ZodType>(name: string, schema: S): S {
  answerForms.add(schema, { id: name });
  return schema;
}

form('Theme', theme);
form('LocalizedText', localizedText);
form('ElementCover', elementCover);
form('ComponentCover', componentCover);
form('AttributeValue', attributeValue);

const ids = z.array(id);
const count = z.int().min(0);
const text = z.string();
const { element, note, jumper, branch, connection, attribute, variable, asset, comment } = kinds;
const { x, y, width, height, autoHeight } = element.fields;
const place = { x, y, width, height, theme };

/** [Version envelope] `V`: what a write answers, and `C`: what a create does. */
const envelope = {
  version: z.int(),
  newVersion: z.int(),
  versionTime: z.tuple([text, text]).nullable(),
};
export const versionEnvelope = form('Changed', z.strictObject(envelope));
export const createdEnvelope = form('Created', z.strictObject({ ...envelope, id }));

const projectRow = form('Project', z.strictObject({ hash: text, name: text, updatedAt: text, createdAt: text, status: text }));

const treeEntry = { id, name: text, parentId: optionalId, children: ids };
const boardEntry = form(
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
const storedBoard = form(
  'Board',
  z.strictObject({
    id,
    name: text,
    customId: text.nullable(),
    elements: ids,
    notes: ids,
    jumpers: ids,
    branches: ids,
    connections: ids,
    comments: ids,
    attributes: ids,
  }),
);
const boardFolder = form('BoardFolder', z.strictObject({ id, name: text, children: ids }));

const elementItem = form(
  'ElementItem',
  z.strictObject({ id, title: text, ...place, hasContent: z.boolean(), componentCount: count, attributeCount: count, outputCount: count }),
);
const { mode, delay } = kinds.audioAttachment.fields;
const storedElement = form(
  'Element',
  z.strictObject({
    id,
    boardId: id,
    ...place,
    autoHeight,
    title: localizedText,
    content: localizedText,
    components: z.array(z.strictObject({ id, component: id })),
    outputs: ids,
    attributes: ids,
    assets: z.strictObject({ cover: elementCover.nullable(), audio: z.array(z.strictObject({ id, asset: id, mode, delay })) }),
    linkedBoard: optionalId,
  }),
);

const noteItem = form('NoteItem', z.strictObject({ id, content: note.fields.content, ...place, autoHeight }));
const storedNote = form('Note', z.strictObject({ id, boardId: id, ...place, content: note.fields.content }));
const { elementId } = jumper.fields;
const jumperItem = form('JumperItem', z.strictObject({ id, boardId: id, x, y, width, height, elementId }));
const storedJumper = form('Jumper', z.strictObject({ id, boardId: id, x, y, elementId }));

const branchFields = { id, ...branch.fields };
const conditions = <S extends z.ZodType>(shown: S) =>
  z.strictObject({ ifCondition: shown, elseIfConditions: z.array(shown), elseCondition: shown.nullable() });
const condition = form('Condition', z.strictObject({ id, output: optionalId, script: text.nullable() }));
const branchItem = form('BranchItem', z.strictObject({ ...branchFields, conditions: conditions(id) }));
const storedBranch = form('Branch', z.strictObject({ ...branchFields, conditions: conditions(condition) }));

const { status: _untold, ...connectionFields } = connection.fields;
const connectionItem = form('ConnectionItem', z.strictObject({ id, ...connectionFields, label: text }));
const storedConnection = form('Connection', z.strictObject({ id, ...connectionFields }));

const storedAttribute = form(
  'Attribute',
  z.strictObject({
    id,
    name: text.nullable(),
    size: attribute.fields.size,
    value: attributeValue,
    cId: id,
    cType: attribute.fields.cType,
    customId: text.optional(),
  }),
);
const storedVariable = form(
  'Variable',
  z.strictObject({ id, name: text, type: variable.fields.type, value: variable.fields.value, cType: z.literal('global') }),
);

const componentEntry = form('ComponentEntry', z.strictObject({ ...treeEntry, type: kinds.component.fields.type }));
const storedComponent = form(
  'Component',
  z.strictObject({
    id,
    customId: text.nullable(),
    parentId: optionalId,
    name: localizedText,
    attributes: ids.nullable(),
    assets: z.strictObject({ cover: componentCover.nullable() }),
  }),
);
const componentFolder = form('ComponentFolder', z.strictObject({ id, parentId: optionalId, name: localizedText, children: ids }));

const assetEntry = form('AssetEntry', z.strictObject({ ...treeEntry, type: asset.fields.type }));
const storedAsset = form(
  'Asset',
  z.strictObject({
    id,
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
const assetFolder = form('AssetFolder', z.strictObject({ id, name: text, type: z.literal('folder'), children: ids }));
const storedUpload = form('Upload', z.strictObject({ filename: text, name: text, size: text }));

const { author, createdAt, updatedAt, resolved } = comment.fields;
const said = { id, author, content: text, createdAt, updatedAt };
const reply = form('Reply', z.strictObject(said));
const thread = form(
  'Thread',
  z.strictObject({
    ...said,
    resolved,
    position: z.strictObject({ id, type: z.literal('boards'), x: z.number(), y: z.number() }),
    replies: z.array(reply),
  }),
);
const stylesheet = form('Stylesheet', z.strictObject({ css: text }));
const message = z.strictObject({ message: text });
const attributes = z.array(storedAttribute);

/** What answers a route, by its name; a write that is not here answers with an envelope, an export and a download with themselves. */
export const answers = {
  listProjects: z.array(projectRow),
  listUserProjects: z.array(projectRow),
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
  getElementAttributes: attributes,
  getBoardAttributes: attributes,
  getComponentAttributes: attributes,
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
  uploadAsset: storedUpload,
  listComments: z.array(thread),
  getCss: stylesheet,
  setCss: stylesheet,
} as const;

/** What a route answers when it succeeds; nothing for an export and a download, whose form is not ours to describe here. */
export function answerOf({ name, gives }: Pick<Route, 'name' | 'gives'>): z.ZodType | undefined {
  if (gives === 'V') return versionEnvelope;
  if (gives === 'C') return createdEnvelope;
  const table: Readonly<Record<string, z.ZodType>> = answers;
  return table[name];
}
