/**
 * The replies of the endpoints ([Resources and their fields], G12) as schemas, by route name: for the OpenAPI document, for clients and for
 * the tests. Writes reply with an envelope. Fields of a kind come from its definition; what is particular to a reply is written out.
 */
import { z } from 'zod';
import {
  attributeValueSchema,
  componentCoverSchema,
  elementCoverSchema,
  type FieldSchemas,
  fieldSchemas,
  idSchema,
  localizedTextSchema,
  optionalIdSchema,
  themeSchema,
} from '../../model/kinds/kind-schemas.ts';
import { boardLists, getKind, type ItemKind, itemKinds, type KindName, kinds } from '../../model/kinds/kinds.ts';
import { capitalize } from '../../text.ts';
import type { Route } from './routes/route.ts';

/** The named schemas: the OpenAPI document describes each once and refers to it. */
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

/** The schemas of the fields that a reply contains when the record is read by itself, or in a list. */
function replyFields<K extends KindName>(kindName: K, reply: 'single' | 'list'): FieldSchemas<K> {
  const { facets } = getKind(kindName);
  const fields: Readonly<Record<string, z.ZodType>> = fieldSchemas[kindName];
  const shown = Object.keys(fields).filter((name) => {
    const facet = facets[name]?.api.shown;
    return facet === 'always' || (facet === 'list' && reply === 'list');
  });
  const schemas = shown.map((name) => [name, facets[name]?.api.isOmittedWhenNull ? withoutNull(fields[name]) : fields[name]]);
  // Every name is one of the kind's own fields. Callers take no field that is not shown.
  return Object.fromEntries(schemas) as FieldSchemas<K>;
}

const withoutNull = (schema: z.ZodType | undefined): z.ZodType | undefined =>
  // ZodNullable declares the schema it wraps with zod's core type, which has no methods.
  schema instanceof z.ZodNullable ? (schema.unwrap() as z.ZodType).optional() : schema;

/** The fields of an item: when it is read by itself, or as an entry of its board's list. */
function plainReply(kindName: ItemKind, reply: 'single' | 'list'): z.ZodType {
  const { localizedFields } = getKind(kindName);
  const fields = Object.entries<z.ZodType>(replyFields(kindName, reply));
  const shown = fields.map(([name, schema]) => [name, reply === 'list' && localizedFields.includes(name) ? text : schema] as const);
  const name = capitalize(kindName);
  return registerSchema(reply === 'list' ? `${name}Item` : name, z.strictObject({ id: idSchema, ...Object.fromEntries(shown) }));
}

/** [Version envelope] `V` is the reply of a write, `C` that of a create. */
const envelopeFields = {
  version: z.int(),
  newVersion: z.int(),
  versionTime: z.tuple([text, text]).nullable(),
};
const versionEnvelope = registerSchema('Changed', z.strictObject(envelopeFields));
const createdEnvelope = registerSchema('Created', z.strictObject({ ...envelopeFields, id: idSchema }));

const projectListItem = registerSchema(
  'Project',
  z.strictObject({ hash: text, name: text, updatedAt: text, createdAt: text, status: text }),
);

const treeEntry = { id: idSchema, name: text, parentId: optionalIdSchema, children: idList };
const boardEntry = registerSchema(
  'BoardEntry',
  z.strictObject({
    ...treeEntry,
    type: fieldSchemas.board.type,
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
    ...replyFields('board', 'single'),
    ...Object.fromEntries(boardLists.map((list) => [list, idList])),
    comments: idList,
    attributes: idList,
  }),
);
const boardFolder = registerSchema('BoardFolder', z.strictObject({ id: idSchema, name: text, children: idList }));

const { linkedBoard, cover: elementCover, ...elementFields } = replyFields('element', 'single');
const { x, y, width, height, theme } = elementFields;
const elementItem = registerSchema(
  'ElementItem',
  z.strictObject({
    id: idSchema,
    title: text,
    x,
    y,
    width,
    height,
    theme,
    hasContent: z.boolean(),
    componentCount: count,
    attributeCount: count,
    outputCount: count,
  }),
);
const { mode, delay } = fieldSchemas.audioAttachment;
const storedElement = registerSchema(
  'Element',
  z.strictObject({
    id: idSchema,
    ...elementFields,
    components: z.array(z.strictObject({ id: idSchema, component: idSchema })),
    outputs: idList,
    attributes: idList,
    assets: z.strictObject({
      cover: elementCover,
      audio: z.array(z.strictObject({ id: idSchema, asset: idSchema, mode, delay })),
    }),
    linkedBoard,
  }),
);

const { boardId: _noteBoard, content: noteContent, ...noteListFields } = replyFields('note', 'list');
const noteItem = registerSchema('NoteItem', z.strictObject({ id: idSchema, content: noteContent, ...noteListFields }));
const storedNote = registerSchema('Note', z.strictObject({ id: idSchema, ...replyFields('note', 'single') }));

/** The replies of items consist of their fields, unless they are written out here: of the routes `getJumper` and `listBoardJumpers`, by name. */
const ownReplies: ReadonlySet<ItemKind> = new Set<ItemKind>(['element', 'note', 'branch']);
const itemReplies = Object.fromEntries(
  itemKinds.flatMap((kind): [string, z.ZodType][] => {
    if (ownReplies.has(kind)) return [];
    const list = z.array(plainReply(kind, 'list'));
    return [
      [`listBoard${capitalize(kinds[kind].plural)}`, list],
      [`get${capitalize(kind)}`, plainReply(kind, 'single')],
    ];
  }),
);

const branchFields = { id: idSchema, ...replyFields('branch', 'single') };
const conditions = <S extends z.ZodType>(shown: S) =>
  z.strictObject({ ifCondition: shown, elseIfConditions: z.array(shown), elseCondition: shown.nullable() });
const condition = registerSchema('Condition', z.strictObject({ id: idSchema, output: optionalIdSchema, script: text.nullable() }));
const branchItem = registerSchema('BranchItem', z.strictObject({ ...branchFields, conditions: conditions(idSchema) }));
const storedBranch = registerSchema('Branch', z.strictObject({ ...branchFields, conditions: conditions(condition) }));

const connectionFields = replyFields('connection', 'single');
const connectionItem = registerSchema('ConnectionItem', z.strictObject({ id: idSchema, ...connectionFields, label: text }));
const storedConnection = registerSchema('Connection', z.strictObject({ id: idSchema, ...connectionFields }));

const { cId, cType, value: attributeValue, customId: variableName, ...attributeFields } = replyFields('attribute', 'single');
const storedAttribute = registerSchema(
  'Attribute',
  z.strictObject({ id: idSchema, ...attributeFields, value: attributeValue, cId, cType, customId: variableName }),
);
const storedVariable = registerSchema(
  'Variable',
  z.strictObject({ id: idSchema, ...replyFields('variable', 'single'), cType: z.literal('global') }),
);

const componentEntry = registerSchema('ComponentEntry', z.strictObject({ ...treeEntry, type: fieldSchemas.component.type }));
const { parentId: _parent, customId, name: componentName, cover: componentCover, ...componentFields } = replyFields('component', 'single');
const storedComponent = registerSchema(
  'Component',
  z.strictObject({
    id: idSchema,
    customId,
    parentId: optionalIdSchema,
    name: componentName,
    ...componentFields,
    attributes: idList.nullable(),
    assets: z.strictObject({ cover: componentCover }),
  }),
);
const componentFolder = registerSchema(
  'ComponentFolder',
  z.strictObject({ id: idSchema, parentId: optionalIdSchema, name: componentName, children: idList }),
);

const assetEntry = registerSchema('AssetEntry', z.strictObject({ ...treeEntry, type: fieldSchemas.asset.type }));
const { type: assetType, name: _assetName, file: _file, ...fileFacts } = replyFields('asset', 'single');
const storedAsset = registerSchema(
  'Asset',
  z.strictObject({ id: idSchema, name: text, type: assetType.exclude(['folder']), file: text.nullable(), ...fileFacts }),
);
const assetFolder = registerSchema(
  'AssetFolder',
  z.strictObject({ id: idSchema, name: text, type: z.literal('folder'), children: idList }),
);
const uploadReply = registerSchema('Upload', z.strictObject({ filename: text, name: text, size: text }));

const { boardId: _threadBoard, x: _threadX, y: _threadY, resolved, ...message } = replyFields('comment', 'single');
const messageFields = { id: idSchema, ...message };
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
const confirmation = z.strictObject({ message: text });
const attributeList = z.array(storedAttribute);

/** The reply of a route, by its name. Writes that are not listed reply with an envelope, exports and downloads with a file. */
export const replySchemas = {
  ...itemReplies,
  listProjects: z.array(projectListItem),
  listUserProjects: z.array(projectListItem),
  createProject: z.strictObject({ message: text, directory: z.null(), projectId: z.int(), hash: text }),
  importProject: z.strictObject({ hash: text, projectId: z.int(), name: text }),
  renameProject: confirmation,
  removeProject: confirmation,
  listBoards: z.array(boardEntry),
  getBoard: z.union([storedBoard, boardFolder]),
  listBoardElements: z.array(elementItem),
  listBoardNotes: z.array(noteItem),
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

/** The schema of a route's reply when it succeeds; undefined for exports and downloads. */
export function replySchemaFor({ name, returns, reply }: Pick<Route, 'name' | 'returns' | 'reply'>): z.ZodType | undefined {
  if (reply) return reply;
  if (returns === 'V') return versionEnvelope;
  if (returns === 'C') return createdEnvelope;
  const schemas: Readonly<Record<string, z.ZodType>> = replySchemas;
  return schemas[name];
}
