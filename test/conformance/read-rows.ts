/** Every row of the route table that reads a project as JSON, with the setup for a valid request and the exact fields of its response. */
import { expect } from 'vitest';
import { expectFields, type Story } from './story.ts';
import { type Owner, owners } from './write-rows.ts';

export interface ReadRow {
  readonly rule: string | readonly string[];
  readonly make: (story: Story) => Promise<string>;
  // biome-ignore lint/suspicious/noExplicitAny: what is read may be anything until it is looked at.
  readonly shape: (body: any, story: Story) => void;
}

const place = ['x', 'y'];
const box = [...place, 'width', 'height'];

/** G12: fields of stored forms in addition to the listed ones. */
const openElement = ['autoHeight', 'attributes', 'assets', 'linkedBoard', 'status'];

export const shapes = {
  treeBoard: ['id', 'name', 'type', 'parentId', 'children', 'elementCount', 'noteCount', 'connectionCount', 'branchCount', 'jumperCount'],
  board: ['id', 'name', 'customId', 'elements', 'notes', 'jumpers', 'branches', 'connections', 'comments', 'attributes'],
  element: ['id', 'boardId', ...box, 'theme', 'title', 'content', 'components', 'outputs'],
  elementItem: ['id', 'title', ...box, 'theme', 'hasContent', 'componentCount', 'attributeCount', 'outputCount'],
  note: ['id', 'boardId', ...box, 'theme', 'content'],
  noteItem: ['id', 'content', ...box, 'theme', 'autoHeight'],
  jumper: ['id', 'boardId', ...place, 'elementId'],
  jumperItem: ['id', ...box, 'elementId'],
  branch: ['id', 'boardId', ...place, 'theme', 'conditions'],
  connection: [
    'id',
    'boardId',
    'sourceid',
    'sourceType',
    'targetid',
    'targetType',
    'sourceFace',
    'targetFace',
    'label',
    'labelLocation',
    'labelWidth',
    'theme',
    'type',
  ],
  attribute: ['id', 'name', 'size', 'value', 'cId', 'cType'],
  treeItem: ['id', 'name', 'type', 'parentId', 'children'],
  component: ['id', 'customId', 'parentId', 'name', 'attributes'],
  componentFolder: ['id', 'name', 'children'],
  asset: ['id', 'name', 'type', 'file'],
  variable: ['id', 'name', 'type', 'value', 'cType'],
} as const;

const listOf =
  (fields: readonly string[], open: readonly string[] = []) =>
  (body: unknown[]) => {
    expect(Array.isArray(body)).toBe(true);
    expect(body.length).toBeGreaterThan(0);
    for (const item of body) expectFields(item, fields, open);
  };
const one =
  (fields: readonly string[], open: readonly string[] = []) =>
  (body: unknown) =>
    expectFields(body, fields, open);

/** The path, after something to read was created. */
const after = (_: string, path: string): string => path;

const boardsPart = (path: string) => `[Boards and folders] GET /{hash}/board/{boardID}/${path}`;
const attributeOf = async (s: Story, owner: Owner) => {
  const base = await owners[owner](s);
  return { base, id: await s.attribute(base) };
};
const eitherAttribute =
  '[Attributes] GET /{hash}/board/{boardID}/attribute/{attributeID} and /{hash}/component/{componentID}/attribute/{attributeID}';

export const readRows: readonly ReadRow[] = [
  { rule: '[Boards and folders] GET /{hash}/board', make: async () => '/board', shape: listOf(shapes.treeBoard) },
  {
    rule: '[Boards and folders] GET /{hash}/board/{boardID}',
    make: async (s) => `/board/${s.board}`,
    shape: one(shapes.board, ['parentId', 'type']),
  },
  {
    rule: boardsPart('elements'),
    make: async (s) => after(await s.element(), `/board/${s.board}/elements`),
    shape: listOf(shapes.elementItem),
  },
  { rule: boardsPart('notes'), make: async (s) => after(await s.note(), `/board/${s.board}/notes`), shape: listOf(shapes.noteItem) },
  {
    rule: boardsPart('jumpers'),
    make: async (s) => after(await s.jumper(), `/board/${s.board}/jumpers`),
    shape: listOf(shapes.jumperItem, ['boardId']),
  },
  {
    rule: boardsPart('branches'),
    make: async (s) => after(await s.branch(), `/board/${s.board}/branches`),
    shape: listOf(
      shapes.branch.filter((field) => field !== 'boardId'),
      ['boardId'],
    ),
  },
  {
    rule: boardsPart('connections'),
    make: async (s) => after(await s.connection(await s.element(), await s.element()), `/board/${s.board}/connections`),
    shape: listOf(shapes.connection),
  },
  {
    rule: '[Elements] GET /{hash}/element/{elementID}',
    make: async (s) => `/element/${await s.element()}`,
    shape: one(shapes.element, openElement),
  },
  {
    rule: '[Attributes] GET /{hash}/attribute/{attributeID}',
    make: async (s) => `/attribute/${(await attributeOf(s, 'element')).id}`,
    shape: one(shapes.attribute, ['customId']),
  },
  {
    rule: '[Attributes] GET /{hash}/board/{boardID}/attributes',
    make: async (s) => `${(await attributeOf(s, 'board')).base}/attributes`,
    shape: listOf(shapes.attribute, ['customId']),
  },
  {
    rule: '[Attributes] GET /{hash}/component/{componentID}/attributes',
    make: async (s) => `${(await attributeOf(s, 'component')).base}/attributes`,
    shape: listOf(shapes.attribute, ['customId']),
  },
  ...(['board', 'component'] as const).map(
    (owner): ReadRow => ({
      rule: eitherAttribute,
      make: async (s) => {
        const { base, id } = await attributeOf(s, owner);
        return `${base}/attribute/${id}`;
      },
      shape: one(shapes.attribute, ['customId']),
    }),
  ),
  {
    rule: '[Connections] GET /{hash}/connection/{connectionID}',
    make: async (s) => `/connection/${await s.connection(await s.element(), await s.element())}`,
    shape: one(shapes.connection, ['status']),
  },
  { rule: '[Notes] GET /{hash}/note/{noteID}', make: async (s) => `/note/${await s.note()}`, shape: one(shapes.note, ['autoHeight']) },
  {
    rule: '[Jumpers] GET /{hash}/jumper/{jumperID}',
    make: async (s) => `/jumper/${await s.jumper()}`,
    shape: one(shapes.jumper, ['width', 'height']),
  },
  {
    rule: '[Branches and conditions] GET /{hash}/branch/{branchID}',
    make: async (s) => `/branch/${await s.branch()}`,
    shape: one(shapes.branch),
  },
  {
    rule: '[Variables (global)] GET /{hash}/variable/{variableID}',
    make: async (s) => `/variable/${await s.variable()}`,
    shape: one(shapes.variable),
  },
  {
    rule: '[Components] GET /{hash}/component',
    make: async (s) => after(await s.component(), '/component'),
    shape: listOf(shapes.treeItem),
  },
  {
    rule: '[Components] GET /{hash}/component/{componentID}',
    make: async (s) => `/component/${await s.component()}`,
    shape: one(shapes.component, ['type', 'assets', 'cover', 'status']),
  },
  { rule: '[Assets] GET /{hash}/asset', make: async (s) => after(await s.asset(), '/asset'), shape: listOf(shapes.treeItem) },
  {
    rule: '[Assets] GET /{hash}/asset/{assetID}',
    make: async (s) => `/asset/${await s.asset({ file: 'not-there.png' })}`,
    shape: one(shapes.asset, ['parentId', 'size', 'bytes', 'volume', 'mime', 'width', 'height', 'duration']),
  },
  { rule: '[Comments] GET /{hash}/comments', make: async () => '/comments', shape: (body) => expect(body).toEqual([]) },
  { rule: '[Custom stylesheet] GET /{hash}/css', make: async () => '/css', shape: (body) => expect(body).toEqual({ css: '' }) },
  {
    rule: '[Exports] GET, HEAD /{hash}/json',
    make: async () => '/json',
    shape: (body) => expect(body).toMatchObject({ boards: expect.any(Object) }),
  },
  {
    rule: '[Exports] GET, HEAD /{hash}/unity',
    make: async () => '/unity',
    shape: (body) => expect(body.project ?? body).toMatchObject({ boards: expect.any(Object) }),
  },
  {
    rule: '[Exports] GET, HEAD /{hash}/unreal',
    make: async () => '/unreal',
    shape: (body) => expect(body.project ?? body).toMatchObject({ boards: expect.any(Object) }),
  },
  {
    rule: '[Exports] GET, HEAD /{hash}/godot',
    make: async () => '/godot',
    shape: (body) => expect(body.project ?? body).toMatchObject({ boards: expect.any(Object) }),
  },
];
