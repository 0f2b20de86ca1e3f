/** The writing rows of boards and their items: elements, connections, notes, jumpers, branches. */
import { badValues } from './bad-values.ts';
import type { Story } from './story.ts';
import { localizedRich, placed, reorder, row, sized, themed, type WriteRow } from './write-row.ts';

const boards: WriteRow[] = [
  row('Boards and folders', 'POST', '/{hash}/board', async () => ({ path: '/board', body: { name: 'Act 2' } }), {
    bodyMayBeEmpty: true,
    bad: {
      type: ['Board', 'directory', '', null, 3],
      name: [3, null, true, {}],
      customId: ['1a', 'a-b', 'a b', 'if', 'random', '', 3, '_a'],
      parentId: badValues.nullableId,
      index: badValues.indexOnCreate,
    },
    good: { type: ['board', 'folder'], parentId: [null], index: [0, 1, '-', 99], name: ['', 'Ä b'] },
  }),
  row(
    'Boards and folders',
    'PATCH',
    '/{hash}/board/{boardID}',
    async (s) => ({ path: `/board/${await s.newBoard()}`, body: { name: 'New' } }),
    {
      bad: { name: [3, null, true], customId: ['1a', 'a-b', 'true', '', 3, '_a'], parentId: [null], type: ['folder'] },
    },
  ),
  row(
    'Boards and folders',
    'PATCH',
    '/{hash}/board/{boardID}/index',
    async (s) => ({ path: `/board/${await s.newBoard()}/index`, body: { index: 0 } }),
    {
      required: ['index'],
      bad: { index: badValues.index, parentId: badValues.nullableId },
    },
  ),
  row('Boards and folders', 'DELETE', '/{hash}/board/{boardID}', async (s) => ({ path: `/board/${await s.newBoard()}` })),
];

const elements: WriteRow[] = [
  row('Elements', 'POST', '/{hash}/element', async (s) => ({ path: '/element', body: { boardId: s.board, x: 1, y: 2 } }), {
    required: ['boardId', 'x', 'y'],
    bad: {
      boardId: badValues.id,
      ...placed,
      ...sized,
      ...themed,
      autoHeight: badValues.flag,
      title: localizedRich,
      content: localizedRich,
      index: badValues.indexOnCreate,
      outputs: [[]],
      components: [[]],
    },
    good: {
      x: [0, 0.5, 39_699],
      y: [0, 39_879],
      width: [0, 40_000 - 1],
      title: [null, '<p>A</p>', { en: 'a' }, { en: { text: null } }],
      index: [0, '-', 7],
    },
  }),
  row('Elements', 'PATCH', '/{hash}/element/{elementID}', async (s) => ({ path: `/element/${await s.element()}`, body: { x: 77 } }), {
    bad: {
      ...placed,
      ...sized,
      ...themed,
      autoHeight: badValues.flag,
      title: localizedRich,
      content: localizedRich,
      boardId: ['x'],
      outputs: [[]],
      components: [[]],
      index: [0],
    },
    good: {
      width: [0, 300.5],
      height: [0, 40],
      title: [null, 'text', { en: '<p>b</p>' }],
      content: [null, '<p><b>b</b></p>'],
      theme: ['red'],
    },
  }),
  row(
    'Elements',
    'PATCH',
    '/{hash}/element/{elementID}/index',
    async (s) => {
      await s.element();
      return { path: `/element/${await s.element()}/index`, body: { index: 0 } };
    },
    reorder,
  ),
  row('Elements', 'DELETE', '/{hash}/element/{elementID}', async (s) => ({ path: `/element/${await s.element()}` })),
  row(
    'Elements',
    'PATCH',
    '/{hash}/element/{elementID}/output/{connectionID}/index',
    async (s) => {
      const [from, to] = [await s.element(), await s.element()];
      await s.connection(from, to);
      return { path: `/element/${from}/output/${await s.connection(from, to)}/index`, body: { index: 0 } };
    },
    reorder,
  ),
  row('Elements', 'PATCH', '/{hash}/starting-element', async (s) => ({ path: '/starting-element', body: { id: await s.element() } }), {
    required: ['id'],
    bad: { id: badValues.nullableId },
  }),
  row(
    'Elements',
    'POST',
    '/{hash}/element/{elementID}/component',
    async (s) => ({ path: `/element/${await s.element()}/component`, body: { componentId: await s.component() } }),
    { required: ['componentId'], bad: { componentId: badValues.id, index: badValues.indexOnCreate }, good: { index: [0, '-'] } },
  ),
  row(
    'Elements',
    'PATCH',
    '/{hash}/element/{elementID}/component/{componentAttachmentID}/index',
    async (s) => {
      const one = `/element/${await s.element()}/component`;
      await s.create(one, { componentId: await s.component() });
      return { path: `${one}/${await s.create(one, { componentId: await s.component() })}/index`, body: { index: 0 } };
    },
    { required: ['index'], bad: { index: badValues.index, targetElementId: badValues.nullableId } },
  ),
  row('Elements', 'DELETE', '/{hash}/element/{elementID}/component/{componentAttachmentID}', async (s) => {
    const one = `/element/${await s.element()}/component`;
    return { path: `${one}/${await s.create(one, { componentId: await s.component() })}` };
  }),
  row(
    'Elements',
    'POST',
    '/{hash}/element/{elementID}/audio',
    async (s) => ({ path: `/element/${await s.element()}/audio`, body: { assetId: await sound(s) } }),
    {
      required: ['assetId'],
      bad: { assetId: badValues.id, mode: badValues.mode, delay: badValues.delay, index: badValues.indexOnCreate },
      good: { mode: ['once', 'loop', 'stop'], delay: [0, 1200, 0.5], index: [0, '-'] },
    },
  ),
  row(
    'Elements',
    'PATCH',
    '/{hash}/element/{elementID}/audio/{audioAttachmentID}',
    async (s) => ({ path: await playing(s), body: { mode: 'loop' } }),
    {
      bad: { assetId: badValues.id, mode: badValues.mode, delay: badValues.delay, index: [0] },
      good: { mode: ['stop'], delay: [5] },
    },
  ),
  row(
    'Elements',
    'PATCH',
    '/{hash}/element/{elementID}/audio/{audioAttachmentID}/index',
    async (s) => {
      const first = await playing(s);
      const list = first.slice(0, first.lastIndexOf('/'));
      return { path: `${list}/${await s.create(list, { assetId: await sound(s) })}/index`, body: { index: 0 } };
    },
    { required: ['index'], bad: { index: badValues.index, targetElementId: badValues.nullableId } },
  ),
  row('Elements', 'DELETE', '/{hash}/element/{elementID}/audio/{audioAttachmentID}', async (s) => ({ path: await playing(s) })),
  row(
    'Elements',
    'PATCH',
    '/{hash}/element/{elementID}/cover',
    async (s) => ({ path: `/element/${await s.element()}/cover`, body: { cover: { id: await s.asset() } } }),
    { required: ['cover'], bad: { cover: [3, 'a', null, [], {}, { type: 'picture' }] } },
  ),
  row('Elements', 'DELETE', '/{hash}/element/{elementID}/cover', async (s) => {
    const path = `/element/${await s.element()}/cover`;
    await s.patch(path, { cover: { id: await s.asset() } });
    return { path };
  }),
  row(
    'Elements',
    'PATCH',
    '/{hash}/element/{elementID}/linked-board',
    async (s) => ({ path: `/element/${await s.element()}/linked-board`, body: { boardId: await s.newBoard() } }),
    { required: ['boardId'], bad: { boardId: badValues.id } },
  ),
  row('Elements', 'DELETE', '/{hash}/element/{elementID}/linked-board', async (s) => {
    const path = `/element/${await s.element()}/linked-board`;
    await s.patch(path, { boardId: s.board });
    return { path };
  }),
];

const sound = (s: Story) => s.asset({ name: 'door.mp3', type: 'audio' });
/** The path of a sound that an element plays. */
async function playing(s: Story): Promise<string> {
  const list = `/element/${await s.element()}/audio`;
  return `${list}/${await s.create(list, { assetId: await sound(s) })}`;
}

const connected = async (s: Story) => s.connection(await s.element(), await s.element());
const lines = {
  label: localizedRich,
  labelLocation: badValues.share,
  labelWidth: badValues.width,
  theme: badValues.theme,
  type: badValues.connectionType,
  sourceFace: badValues.face,
  targetFace: badValues.face,
  sourceType: ['element', 'boards', '', null, 3],
  targetType: ['element', 'conditions', '', null, 3],
};
const goodLines = {
  label: [null, '<p>go</p>', { en: 'go' }],
  labelLocation: [0, 1, 0.25],
  labelWidth: [null, 12.5],
  type: ['Straight', 'Flowchart', 'Bezier'],
  sourceFace: ['left', 'right', 'top', 'bottom', null],
  targetFace: ['left', 'right', 'top', 'bottom', null],
  theme: ['red'],
};
const connections: WriteRow[] = [
  row(
    'Connections',
    'POST',
    '/{hash}/connection',
    async (s) => ({
      path: '/connection',
      body: { boardId: s.board, sourceid: await s.element(), sourceType: 'elements', targetid: await s.element(), targetType: 'elements' },
    }),
    {
      required: ['boardId', 'sourceid', 'sourceType', 'targetid', 'targetType'],
      bad: { boardId: badValues.id, sourceid: badValues.id, targetid: badValues.id, ...lines, index: [0] },
      good: goodLines,
    },
  ),
  row(
    'Connections',
    'PATCH',
    '/{hash}/connection/{connectionID}',
    async (s) => ({ path: `/connection/${await connected(s)}`, body: { labelLocation: 0.75 } }),
    { bad: { ...lines, boardId: ['x'] }, good: goodLines },
  ),
  row('Connections', 'DELETE', '/{hash}/connection/{connectionID}', async (s) => ({ path: `/connection/${await connected(s)}` })),
];

const notes: WriteRow[] = [
  row('Notes', 'POST', '/{hash}/note', async (s) => ({ path: '/note', body: { boardId: s.board, x: 1, y: 2 } }), {
    required: ['boardId', 'x', 'y'],
    bad: {
      boardId: badValues.id,
      ...placed,
      ...sized,
      ...themed,
      autoHeight: badValues.flag,
      content: [...badValues.text, ...badValues.richText, '<code>a</code>', '<p><code>a</code></p>'],
      index: badValues.indexOnCreate,
    },
    good: { content: [null, '<p>a</p>', '<p><b>a</b></p>'], index: [0, '-'], x: [0, 0.5, 39_699], y: [39_899] },
  }),
  row('Notes', 'PATCH', '/{hash}/note/{noteID}', async (s) => ({ path: `/note/${await s.note()}`, body: { y: 50 } }), {
    bad: {
      ...placed,
      ...sized,
      ...themed,
      autoHeight: badValues.flag,
      content: [...badValues.text, '<code>a</code>'],
      boardId: ['x'],
      index: [0],
    },
    good: { content: [null, '<p>b</p>'] },
  }),
  row('Notes', 'DELETE', '/{hash}/note/{noteID}', async (s) => ({ path: `/note/${await s.note()}` })),
];

const jumpers: WriteRow[] = [
  row('Jumpers', 'POST', '/{hash}/jumper', async (s) => ({ path: '/jumper', body: { boardId: s.board, x: 1, y: 2 } }), {
    required: ['boardId', 'x', 'y'],
    bad: { boardId: badValues.id, ...placed, ...sized, elementId: badValues.nullableId, theme: ['red'], index: [0] },
    good: { elementId: [null], x: [0.25, 39_815], y: [39_914] },
  }),
  row('Jumpers', 'PATCH', '/{hash}/jumper/{jumperID}', async (s) => ({ path: `/jumper/${await s.jumper()}`, body: { x: 5 } }), {
    bad: { ...placed, ...sized, elementId: badValues.nullableId, boardId: ['x'], theme: ['red'] },
    good: { elementId: [null], width: [1.5] },
  }),
  row('Jumpers', 'DELETE', '/{hash}/jumper/{jumperID}', async (s) => ({ path: `/jumper/${await s.jumper()}` })),
];

const elseIf = async (s: Story) => {
  const list = `/branch/${await s.branch()}/else-if-condition`;
  return { list, first: await s.create(list, { script: 'a == 1' }) };
};
const withElse = async (s: Story) => {
  const path = `/branch/${await s.branch()}/else-condition`;
  await s.create(path, {});
  return path;
};
const scripted = { required: ['script'], bad: { script: badValues.script, output: [null, 'x'], id: ['x'] } } as const;
const badConditions = [
  3,
  [],
  null,
  { more: 1 },
  { ifCondition: { script: 'a', output: null } },
  { ifCondition: null },
  { elseIfConditions: {} },
  { elseIfConditions: [{ script: 3 }] },
  { elseCondition: { more: 1 } },
];
const branches: WriteRow[] = [
  row('Branches and conditions', 'POST', '/{hash}/branch', async (s) => ({ path: '/branch', body: { boardId: s.board, x: 1, y: 2 } }), {
    required: ['boardId', 'x', 'y'],
    bad: {
      boardId: badValues.id,
      ...placed,
      ...themed,
      width: [288],
      height: [53],
      conditions: badConditions,
      index: badValues.indexOnCreate,
    },
    good: {
      x: [0, 39_712, 0.5],
      y: [0, 39_947],
      conditions: [{}, { ifCondition: { script: 'a' } }, { elseCondition: {} }],
      index: [0, '-'],
    },
  }),
  row(
    'Branches and conditions',
    'PATCH',
    '/{hash}/branch/{branchID}',
    async (s) => ({ path: `/branch/${await s.branch()}`, body: { x: 9 } }),
    {
      bad: { ...placed, ...themed, width: [288], conditions: badConditions, boardId: ['x'], index: [0] },
    },
  ),
  row('Branches and conditions', 'DELETE', '/{hash}/branch/{branchID}', async (s) => ({ path: `/branch/${await s.branch()}` })),
  row(
    'Branches and conditions',
    'PATCH',
    '/{hash}/branch/{branchID}/if-condition',
    async (s) => ({ path: `/branch/${await s.branch()}/if-condition`, body: { script: 'a' } }),
    scripted,
  ),
  row(
    'Branches and conditions',
    'POST',
    '/{hash}/branch/{branchID}/else-if-condition',
    async (s) => ({ path: `/branch/${await s.branch()}/else-if-condition`, body: { script: 'a' } }),
    {
      bodyMayBeEmpty: true,
      bad: { script: badValues.script, output: [null], index: [0] },
      good: { script: [null, 'b'] },
    },
  ),
  row(
    'Branches and conditions',
    'PATCH',
    '/{hash}/branch/{branchID}/else-if-condition/{conditionID}',
    async (s) => {
      const { list, first } = await elseIf(s);
      return { path: `${list}/${first}`, body: { script: 'b' } };
    },
    scripted,
  ),
  row(
    'Branches and conditions',
    'PATCH',
    '/{hash}/branch/{branchID}/else-if-condition/{conditionID}/index',
    async (s) => {
      const { list } = await elseIf(s);
      return { path: `${list}/${await s.create(list, {})}/index`, body: { index: 0 } };
    },
    reorder,
  ),
  row('Branches and conditions', 'DELETE', '/{hash}/branch/{branchID}/else-if-condition/{conditionID}', async (s) => {
    const { list, first } = await elseIf(s);
    return { path: `${list}/${first}` };
  }),
  row(
    'Branches and conditions',
    'POST',
    '/{hash}/branch/{branchID}/else-condition',
    async (s) => ({ path: `/branch/${await s.branch()}/else-condition`, body: { script: 'a' } }),
    {
      bodyMayBeEmpty: true,
      bad: { script: badValues.script, output: [null] },
    },
  ),
  row(
    'Branches and conditions',
    'PATCH',
    '/{hash}/branch/{branchID}/else-condition',
    async (s) => ({ path: await withElse(s), body: { script: 'b' } }),
    scripted,
  ),
  row('Branches and conditions', 'DELETE', '/{hash}/branch/{branchID}/else-condition', async (s) => ({ path: await withElse(s) })),
];

export const boardRows: readonly WriteRow[] = [...boards, ...elements, ...connections, ...notes, ...jumpers, ...branches];
