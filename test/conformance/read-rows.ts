/** Every row of the route table that reads a project as JSON, with the setup for a valid request and the exact fields of its response. */
import { expect } from 'vitest';
import type { KindName } from '../../shared/model/kinds/kinds.ts';
import { addedLists } from '../added-lists.ts';
import { place } from './place.ts';
import { expectFields, type Story } from './story.ts';
import { type Owner, owners } from './write-rows.ts';

interface ReadRow {
  readonly rule: string | readonly string[];
  readonly make: (story: Story) => Promise<string>;
  // biome-ignore lint/suspicious/noExplicitAny: what is read may be anything until it is looked at.
  readonly shape: (body: any, story: Story) => void;
}

const position = ['x', 'y'];
const box = [...position, 'width', 'height'];

/** G12: fields of stored forms in addition to the listed ones. */
const openElement = ['autoHeight', 'attributes', 'assets', 'linkedBoard', 'status'];

export const shapes = {
  treeBoard: ['id', 'name', 'type', 'parentId', 'children', 'elementCount', 'noteCount', 'connectionCount', 'branchCount', 'jumperCount'],
  board: ['id', 'name', 'customId', 'elements', 'notes', 'jumpers', 'branches', 'connections', ...addedLists, 'comments', 'attributes'],
  element: ['id', 'boardId', ...box, 'theme', 'title', 'content', 'components', 'outputs'],
  elementItem: ['id', 'title', ...box, 'theme', 'hasContent', 'componentCount', 'attributeCount', 'outputCount'],
  note: ['id', 'boardId', ...box, 'theme', 'content'],
  noteItem: ['id', 'content', ...box, 'theme', 'autoHeight'],
  jumper: ['id', 'boardId', ...position, 'elementId'],
  jumperItem: ['id', ...box, 'elementId'],
  branch: ['id', 'boardId', ...position, 'theme', 'conditions'],
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

/** The records of a list have these fields; with a kind, those that Taleport adds to it, too. */
const listOf = (fields: readonly string[], open: readonly string[] = [], kind?: KindName) => {
  const optional = kind === undefined ? open : [...open, ...place.additionalFields(kind, 'list')];
  return (body: unknown[]) => {
    expect(Array.isArray(body)).toBe(true);
    expect(body.length).toBeGreaterThan(0);
    for (const item of body) expectFields(item, fields, optional);
  };
};
/** A record has the fields of its kind: those of service.md, and those that Taleport adds. */
const one = (kind: KindName & keyof typeof shapes, open: readonly string[] = []) => {
  const optional = [...open, ...place.additionalFields(kind, 'single')];
  return (body: unknown) => expectFields(body, shapes[kind], optional);
};

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
    shape: one('board', ['parentId', 'type']),
  },
  {
    rule: boardsPart('elements'),
    make: async (s) => after(await s.element(), `/board/${s.board}/elements`),
    shape: listOf(shapes.elementItem),
  },
  {
    rule: boardsPart('notes'),
    make: async (s) => after(await s.note(), `/board/${s.board}/notes`),
    shape: listOf(shapes.noteItem, [], 'note'),
  },
  {
    rule: boardsPart('jumpers'),
    make: async (s) => after(await s.jumper(), `/board/${s.board}/jumpers`),
    shape: listOf(shapes.jumperItem, ['boardId'], 'jumper'),
  },
  {
    rule: boardsPart('branches'),
    make: async (s) => after(await s.branch(), `/board/${s.board}/branches`),
    shape: listOf(
      shapes.branch.filter((field) => field !== 'boardId'),
      ['boardId'],
      'branch',
    ),
  },
  {
    rule: boardsPart('connections'),
    make: async (s) => after(await s.connection(await s.element(), await s.element()), `/board/${s.board}/connections`),
    shape: listOf(shapes.connection, [], 'connection'),
  },
  {
    rule: '[Elements] GET /{hash}/element/{elementID}',
    make: async (s) => `/element/${await s.element()}`,
    shape: one('element', openElement),
  },
  {
    rule: '[Attributes] GET /{hash}/attribute/{attributeID}',
    make: async (s) => `/attribute/${(await attributeOf(s, 'element')).id}`,
    shape: one('attribute', ['customId']),
  },
  {
    rule: '[Attributes] GET /{hash}/board/{boardID}/attributes',
    make: async (s) => `${(await attributeOf(s, 'board')).base}/attributes`,
    shape: listOf(shapes.attribute, ['customId'], 'attribute'),
  },
  {
    rule: '[Attributes] GET /{hash}/component/{componentID}/attributes',
    make: async (s) => `${(await attributeOf(s, 'component')).base}/attributes`,
    shape: listOf(shapes.attribute, ['customId'], 'attribute'),
  },
  ...(['board', 'component'] as const).map(
    (owner): ReadRow => ({
      rule: eitherAttribute,
      make: async (s) => {
        const { base, id } = await attributeOf(s, owner);
        return `${base}/attribute/${id}`;
      },
      shape: one('attribute', ['customId']),
    }),
  ),
  {
    rule: '[Connections] GET /{hash}/connection/{connectionID}',
    make: async (s) => `/connection/${await s.connection(await s.element(), await s.element())}`,
    shape: one('connection', ['status']),
  },
  { rule: '[Notes] GET /{hash}/note/{noteID}', make: async (s) => `/note/${await s.note()}`, shape: one('note', ['autoHeight']) },
  {
    rule: '[Jumpers] GET /{hash}/jumper/{jumperID}',
    make: async (s) => `/jumper/${await s.jumper()}`,
    shape: one('jumper', ['width', 'height']),
  },
  {
    rule: '[Branches and conditions] GET /{hash}/branch/{branchID}',
    make: async (s) => `/branch/${await s.branch()}`,
    shape: one('branch'),
  },
  {
    rule: '[Variables (global)] GET /{hash}/variable/{variableID}',
    make: async (s) => `/variable/${await s.variable()}`,
    shape: one('variable'),
  },
  {
    rule: '[Components] GET /{hash}/component',
    make: async (s) => after(await s.component(), '/component'),
    shape: listOf(shapes.treeItem),
  },
  {
    rule: '[Components] GET /{hash}/component/{componentID}',
    make: async (s) => `/component/${await s.component()}`,
    shape: one('component', ['type', 'assets', 'cover', 'status']),
  },
  { rule: '[Assets] GET /{hash}/asset', make: async (s) => after(await s.asset(), '/asset'), shape: listOf(shapes.treeItem) },
  {
    rule: '[Assets] GET /{hash}/asset/{assetID}',
    make: async (s) => `/asset/${await s.asset({ file: 'not-there.png' })}`,
    shape: one('asset', ['parentId', 'size', 'bytes', 'volume', 'mime', 'width', 'height', 'duration']),
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
