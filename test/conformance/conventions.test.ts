/** [Common conventions], [Version envelope], [Versioning], [Limits] of the canvas: rules for every resource. */
import { expect } from 'vitest';
import { themes } from './bad-values.ts';
import { rule, rules } from './rule.ts';
import { expectEnvelope, newStory, unknownId } from './story.ts';

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
/** Items of boards with their default sizes. */
const items = [
  { path: 'element', width: 301, height: 121, sized: true, themed: true },
  { path: 'note', width: 301, height: 101, sized: true, themed: true },
  { path: 'jumper', width: 185, height: 86, sized: true, themed: false },
  { path: 'branch', width: 288, height: 53, sized: false, themed: true },
] as const;

rule('[Common conventions 1]', 'ids are UUIDs that the server generates, each one new', async (client) => {
  const story = await newStory(client);
  const ids = [
    await story.element(),
    await story.note(),
    await story.newBoard(),
    await story.variable(),
    await story.component(),
    await story.asset(),
  ];
  for (const id of ids) expect(id).toMatch(uuid);
  expect(new Set(ids).size).toBe(ids.length);
});

rules(
  items,
  ({ path }) => [
    '[Common conventions 7]',
    '[Limits] Canvas',
    ...(path === 'branch' ? ['[Branch and conditions 1]', '[Limits] Branch footprint'] : []),
  ],
  ({ path }) => `a ${path} lies on the canvas up to its last place and no further`,
  async (client, { path, width, height }) => {
    const story = await newStory(client);
    const at = (x: number, y: number) => ({ boardId: story.board, x, y });
    const id = await story.create(`/${path}`, at(40_000 - width, 40_000 - height));
    expect(await story.read(`/${path}/${id}`)).toMatchObject({ x: 40_000 - width, y: 40_000 - height });
    await story.create(`/${path}`, at(0, 0));
    await story.refuse(400, 'POST', `/${path}`, at(40_000 - width + 0.5, 0), 'x');
    await story.refuse(400, 'POST', `/${path}`, at(0, 40_000 - height + 1), 'y');
    await story.refuse(400, 'POST', `/${path}`, at(-0.5, -1), 'x', 'y');
    await story.refuse(400, 'PATCH', `/${path}/${id}`, { x: 40_000 - width + 1 }, 'x');
    await story.patch(`/${path}/${id}`, { x: 39_000, y: 1.25 });
    expect(await story.read(`/${path}/${id}`)).toMatchObject({ x: 39_000, y: 1.25 });
  },
);

rules(
  items.filter(({ sized }) => sized),
  () => ['[Common conventions 7]', '[Elements 1]', '[Limits] Canvas'],
  ({ path }) => `a ${path} whose geometry is given in part is held against the rest of it as it is`,
  async (client, { path }) => {
    const story = await newStory(client);
    const id = await story.create(`/${path}`, { boardId: story.board, x: 39_000, y: 0, width: 500 });
    await story.patch(`/${path}/${id}`, { width: 1000 });
    await story.refuse(400, 'PATCH', `/${path}/${id}`, { width: 1000.5 });
    await story.refuse(400, 'PATCH', `/${path}/${id}`, { x: 39_000.5 });
    await story.patch(`/${path}/${id}`, { x: 0, width: 40_000 });
    await story.create(`/${path}`, { boardId: story.board, x: 0, y: 0, width: 40_000, height: 40_000 });
    await story.create(`/${path}`, { boardId: story.board, x: 40_000, y: 40_000, width: 0, height: 0 });
    await story.refuse(400, 'POST', `/${path}`, { boardId: story.board, x: 0, y: 0, width: 40_000.5 }, 'width');
    await story.refuse(400, 'POST', `/${path}`, { boardId: story.board, x: 0, y: 0, height: -0.5 }, 'height');
  },
);

rules(
  items.filter(({ themed }) => themed),
  () => ['[Common conventions 10]', '[Common conventions 11]', '[Common conventions 12]', '[Common conventions 13]'],
  ({ path }) => `a ${path} has one of the themes, "default" unless another is given, and keeps it`,
  async (client, { path }) => {
    const story = await newStory(client);
    const id = await story.create(`/${path}`, { boardId: story.board, x: 5, y: 5 });
    expect(await story.read(`/${path}/${id}`)).toMatchObject({ theme: 'default' });
    for (const theme of themes.filter((each) => each !== 'default')) {
      await story.patch(`/${path}/${id}`, { theme });
      expect(await story.read(`/${path}/${id}`)).toMatchObject({ theme });
    }
    await story.patch(`/${path}/${id}`, { x: 6 });
    expect(await story.read(`/${path}/${id}`)).toMatchObject({ theme: 'red' });
    for (const theme of ['Red', 'lightblue', 'grey', '', null]) {
      await story.refuse(400, 'PATCH', `/${path}/${id}`, { theme }, 'theme');
      await story.refuse(400, 'POST', `/${path}`, { boardId: story.board, x: 5, y: 5, theme }, 'theme');
    }
  },
);

rule(
  ['[Common conventions 10]', '[Common conventions 11]', '[Common conventions 12]', '[Common conventions 13]'],
  'a connection has one of the themes, "default" unless another is given, and keeps it',
  async (client) => {
    const story = await newStory(client);
    const id = await story.connection(await story.element(), await story.element());
    expect(await story.read(`/connection/${id}`)).toMatchObject({ theme: 'default' });
    for (const theme of themes.filter((each) => each !== 'default')) await story.patch(`/connection/${id}`, { theme });
    await story.patch(`/connection/${id}`, { labelLocation: 0.1 });
    expect(await story.read(`/connection/${id}`)).toMatchObject({ theme: 'red' });
    await story.refuse(400, 'PATCH', `/connection/${id}`, { theme: 'RED' }, 'theme');
  },
);

const places = [
  { index: undefined, order: ['a', 'b', 'new'] },
  { index: '-', order: ['a', 'b', 'new'] },
  { index: 0, order: ['new', 'a', 'b'] },
  { index: 1, order: ['a', 'new', 'b'] },
  { index: 2, order: ['a', 'b', 'new'] },
];
for (const { index, order } of places)
  rule(
    ['[Common conventions 8]', '[Common conventions 9]', '[Attributes] index'],
    `index ${JSON.stringify(index)} on create puts it at ${order.join(', ')}`,
    async (client) => {
      const story = await newStory(client);
      const given = index === undefined ? {} : { index };
      const lists: Record<string, { make: (fields: object) => Promise<string>; ids: () => Promise<string[]> }> = {
        elements: { make: (fields) => story.element(fields), ids: async () => (await story.read(`/board/${story.board}`)).elements },
        notes: { make: (fields) => story.note(fields), ids: async () => (await story.read(`/board/${story.board}`)).notes },
        branches: { make: (fields) => story.branch(fields), ids: async () => (await story.read(`/board/${story.board}`)).branches },
        attributes: {
          make: (fields) => story.attribute(`/board/${story.board}`, fields),
          ids: async () => (await story.read(`/board/${story.board}`)).attributes,
        },
      };
      for (const [name, { make, ids }] of Object.entries(lists)) {
        const [a, b, added] = [await make({}), await make({}), await make(given)];
        const names = new Map([
          [a, 'a'],
          [b, 'b'],
          [added, 'new'],
        ]);
        expect(
          (await ids()).map((id) => names.get(id)),
          name,
        ).toEqual(order);
      }
      const folder = await story.boardFolder();
      const trees = {
        board: await story.boardFolder(),
        component: await story.componentFolder(),
        asset: await story.assetFolder(),
      };
      for (const [kind, parentId] of Object.entries(trees)) {
        const make = (fields: object) => story.create(`/${kind}`, { name: 'x', parentId, ...fields });
        const [a, b, added] = [await make({}), await make({}), await make(given)];
        const names = new Map([
          [a, 'a'],
          [b, 'b'],
          [added, 'new'],
        ]);
        expect(
          (await story.read(`/${kind}/${parentId}`)).children.map((id: string) => names.get(id)),
          kind,
        ).toEqual(order);
      }
      expect(folder).toMatch(uuid);
    },
  );

rule(
  ['[Common conventions 4]', '[Common conventions 5]', '[Errors] 400', '[Boards and folders 11]'],
  'the roots can be neither moved, deleted nor changed',
  async (client) => {
    const story = await newStory(client);
    for (const kind of ['board', 'component', 'asset']) {
      const root = (await story.read(`/${kind}`)).find(({ parentId }: { parentId: string | null }) => parentId === null);
      expect(root, kind).toMatchObject({ type: 'folder', parentId: null });
      if (kind === 'asset') expect(root.id).toBe('root_asset');
      await story.refuse(400, 'DELETE', `/${kind}/${root.id}`);
      await story.refuse(400, 'PATCH', `/${kind}/${root.id}/index`, { index: 0 });
      if (kind === 'asset') await story.refuse(400, 'PATCH', `/${kind}/${root.id}`, { name: 'Mine' });
    }
  },
);

rule(
  ['[Common conventions 4]', '[Asset and asset folder 6]'],
  'the asset root can be read as root_asset and be a parent',
  async (client) => {
    const story = await newStory(client);
    const id = await story.asset({ parentId: 'root_asset' });
    const root = await story.read('/asset/root_asset');
    expect(root).toMatchObject({ id: 'root_asset', children: [id] });
    expect((await story.read('/asset')).find((each: { id: string }) => each.id === id)).toMatchObject({ parentId: 'root_asset' });
  },
);

rule(
  ['[Common conventions 14]', '[Common conventions 15]', '[Errors 4]'],
  'rich text contains p, b and code; anything else, and unfinished markup, is a 400 at its field',
  async (client) => {
    const story = await newStory(client);
    const element = await story.element();
    const note = await story.note();
    const connection = await story.connection(element, element);
    const good = [
      '<p>a</p>',
      '<p>a <b>b</b></p><p>c</p>',
      '<code>x = 1</code>',
      '<p>a</p><code>visits(a) &gt; 1</code>',
      '<p>1 &lt; 2 &amp; 3</p>',
    ];
    const wrong = [
      '<p>a',
      'a</p>',
      '<p><b>a</p></b>',
      '<i>a</i>',
      '<p style="x">a</p>',
      '<a href="https://a.b">a</a>',
      '<script></script>',
      '<img src="a">',
      '<p>a<br>b</p>',
      '<ul><li>a</li></ul>',
    ];
    for (const text of good) {
      await story.patch(`/element/${element}`, { content: text });
      expect((await story.read(`/element/${element}`)).content.en.text, text).toBe(text);
      await story.patch(`/connection/${connection}`, { label: text });
    }
    for (const text of wrong) {
      await story.refuse(400, 'PATCH', `/element/${element}`, { content: text }, 'content');
      await story.refuse(400, 'PATCH', `/element/${element}`, { title: text }, 'title');
      await story.refuse(400, 'PATCH', `/connection/${connection}`, { label: text }, 'label');
      await story.refuse(400, 'PATCH', `/note/${note}`, { content: text }, 'content');
      await story.refuse(400, 'POST', `/element/${element}/attribute`, { value: { type: 'rich-text', data: text } }, 'value');
    }
    await story.patch(`/note/${note}`, { content: '<p>a <b>b</b></p>' });
    for (const text of ['<code>a</code>', '<p><code>a</code></p>'])
      await story.refuse(400, 'PATCH', `/note/${note}`, { content: text }, 'content');
  },
);

rule(
  ['[Version envelope] version', '[Version envelope] newVersion', '[Version envelope] versionTime', '[G7]'],
  'a write that changes nothing returns the same version twice and no time',
  async (client) => {
    const story = await newStory(client);
    const element = await story.element({ title: '<p>A</p>', theme: 'red' });
    await story.same(`/element/${element}`, { theme: 'red' });
    await story.same(`/element/${element}`, { title: '<p>A</p>', x: 10 });
    await story.same(`/element/${element}/index`, { index: 0 });
    await story.same('/starting-element', { id: null });
    const { body } = await client.patch(`/${story.hash}/element/${element}`, { theme: 'blue' });
    expectEnvelope(body, { changed: true });
    const [seconds, fraction] = body.versionTime as [string, string];
    const { body: list } = await client.get('/workspace/projects');
    const updatedAt: string = list.find((each: { hash: string }) => each.hash === story.hash).updatedAt;
    expect(Math.floor(Date.parse(updatedAt) / 1000)).toBe(Number(seconds));
    expect(Number(`0.${updatedAt.split('.')[1]?.replace(/\D.*$/, '')}`)).toBeCloseTo(Number(fraction), 5);
  },
);

rule('[Version envelope] id', 'only a create returns an id, and the record can be read by it', async (client) => {
  const story = await newStory(client);
  const { body } = await client.post(`/${story.hash}/note`, { boardId: story.board, x: 1, y: 1 });
  expectEnvelope(body, { changed: true, id: true });
  expect((await story.read(`/note/${body.id}`)).id).toBe(body.id);
});

rule(
  ['[What the service does 5.1]', '[What the service does 5.2]', '[G7]'],
  'a write is one version of one project, whatever it cascades to; earlier writes stay when a later one fails',
  async (client) => {
    const [story, other] = [await newStory(client), await newStory(client)];
    const before = await other.version();
    const element = await story.element();
    await story.connection(element, await story.element());
    await story.attribute(`/element/${element}`);
    await story.refuse(409, 'POST', '/element', { boardId: unknownId(), x: 0, y: 0 });
    await story.remove(`/element/${element}`);
    expect((await story.read(`/board/${story.board}`)).connections).toEqual([]);
    expect(await other.version()).toBe(before);
  },
);

rule(
  ['[Versioning 3.2]', '[Versioning 3.3]', '[Errors 7.3]'],
  'If-Match and Idempotency-Key have no effect: the last write wins, and a repeated create creates a second record',
  async (client) => {
    const story = await newStory(client);
    const element = await story.element();
    const stale = client.with({ 'If-Match': '"0"', 'Idempotency-Key': 'once' });
    expect((await stale.patch(`/${story.hash}/element/${element}`, { x: 500 })).status).toBe(200);
    const note = { boardId: story.board, x: 1, y: 1 };
    const [one, two] = [await stale.post(`/${story.hash}/note`, note), await stale.post(`/${story.hash}/note`, note)];
    expect([one.status, two.status]).toEqual([201, 201]);
    expect(one.body.id).not.toBe(two.body.id);
    const { status } = await client.patch(`/${story.hash}/element/${element}`, { x: 5, version: 1 });
    expect(status).toBe(400);
  },
);
