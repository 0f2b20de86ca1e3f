/** [Attribute], [Attributes]: all value types for each owner, conversions, variables, order. */
import { expect } from 'vitest';
import { rule, rules } from './rule.ts';
import { newStory, type Story, unknownId } from './story.ts';
import { type Owner, owners } from './write-rows.ts';

const allOwners = Object.keys(owners) as Owner[];
const variableOwners = ['board', 'component'] as const;
const read = (story: Story, id: string) => story.read(`/attribute/${id}`);
const create = '[Attributes] POST base + /attribute';
const change = '[Attributes] PATCH base + /attribute/{attributeID}';

/** What each type accepts: the value, and how it is stored. `customId` if it is a variable of its owner. */
const texts = [
  { rule: 'string', value: { type: 'string' }, stored: { type: 'string', plain: true, data: null } },
  { rule: 'string', value: { type: 'string', data: 'a < b' }, stored: { type: 'string', plain: true, data: 'a < b' } },
  { rule: 'string', value: { type: 'string', data: null, plain: true }, stored: { type: 'string', plain: true, data: null } },
  { rule: 'string', value: { type: 'string', data: '' }, stored: { type: 'string', plain: true, data: null } },
  { rule: 'string', value: { type: 'string', data: '<p>a</p>', plain: false }, stored: { type: 'string', plain: false, data: '<p>a</p>' } },
  { rule: 'rich-text', value: { type: 'rich-text' }, stored: { type: 'string', plain: false, data: null } },
  {
    rule: 'rich-text',
    value: { type: 'rich-text', data: '<p>a <b>b</b></p>' },
    stored: { type: 'string', plain: false, data: '<p>a <b>b</b></p>' },
  },
  { rule: 'rich-text', value: { type: 'rich-text', data: '', plain: false }, stored: { type: 'string', plain: false, data: null } },
  { rule: 'rich-text', value: { type: 'rich-text', data: null }, stored: { type: 'string', plain: false, data: null } },
  { rule: 'component-list', value: { type: 'component-list' }, stored: { type: 'component-list', data: null } },
  { rule: 'component-list', value: { type: 'component-list', data: [] }, stored: { type: 'component-list', data: null } },
  { rule: 'component-list', value: { type: 'component-list', data: null }, stored: { type: 'component-list', data: null } },
  { rule: 'asset-list', value: { type: 'asset-list' }, stored: { type: 'asset-list', data: null } },
  { rule: 'asset-list', value: { type: 'asset-list', data: [] }, stored: { type: 'asset-list', data: null } },
] as const;
const numbers = [
  { rule: 'boolean', value: { type: 'boolean' }, stored: { type: 'boolean', data: false } },
  { rule: 'boolean', value: { type: 'boolean', data: true }, stored: { type: 'boolean', data: true } },
  { rule: 'integer', value: { type: 'integer' }, stored: { type: 'integer', data: 0 } },
  { rule: 'integer', value: { type: 'integer', data: -7 }, stored: { type: 'integer', data: -7 } },
  { rule: 'float', value: { type: 'float' }, stored: { type: 'float', data: 0 } },
  { rule: 'float', value: { type: 'float', data: -0.5 }, stored: { type: 'float', data: -0.5 } },
  { rule: 'float', value: { type: 'float', data: 3 }, stored: { type: 'float', data: 3 } },
] as const;
const isVariable = (stored: { type: string; plain?: boolean }) =>
  stored.plain === true || ['boolean', 'integer', 'float'].includes(stored.type);

const cases = allOwners.flatMap((owner) => [...texts, ...(owner === 'element' ? [] : numbers)].map((each) => ({ owner, ...each })));
rules(
  cases,
  ({ rule: type }) => [
    `[Attribute] ${type}`,
    create,
    '[Attribute 1]',
    '[Attribute 2]',
    '[Attribute 3]',
    '[Attribute 6]',
    '[Attribute 11]',
    '[Attributes] value',
    '[Attributes] value.data',
    '[Attributes] value.plain',
    '[Attributes] value.type',
    '[Attributes 1]',
    '[Attributes 6]',
    '[Attributes 7]',
  ],
  ({ owner, value }) => `of a ${owner} takes ${JSON.stringify(value)}`,
  async (client, { owner, value, stored }) => {
    const story = await newStory(client);
    const base = await owners[owner](story);
    const customId = owner !== 'element' && isVariable(stored) ? { customId: 'v_1' } : {};
    const id = await story.attribute(base, { value, ...customId });
    const attribute = await read(story, id);
    expect(attribute).toMatchObject({ id, name: null, size: 'full', cType: `${owner}s`, cId: base.split('/').at(-1), ...customId });
    expect(attribute.value).toEqual(stored);
    if (owner !== 'element') expect((await story.read(`${base}/attribute/${id}`)).value).toEqual(stored);
  },
);

rules(
  allOwners,
  () => ['[Attribute] component-list', '[Attribute] asset-list', '[Attribute 8]', '[Attribute 9]', '[Attribute 10]', '[G5]'],
  (owner) => `of a ${owner} holds lists of components and assets that are there, each entry with an id of its own`,
  async (client, owner) => {
    const story = await newStory(client);
    const base = await owners[owner](story);
    const targets = {
      component: [await story.component(), await story.component(), await story.componentFolder()],
      asset: [await story.asset(), await story.asset(), await story.assetFolder()],
    };
    for (const [kind, [one, two, folder]] of Object.entries(targets)) {
      const type = `${kind}-list`;
      const data = [
        { id: 'r1', [kind]: one },
        { id: unknownId(), [kind]: two },
        { id: 'r3', [kind]: one },
      ];
      const id = await story.attribute(base, { value: { type, data } });
      expect((await read(story, id)).value).toEqual({ type, data });
      const wrong: unknown[] = [
        [
          { id: 'r1', [kind]: one },
          { id: 'r1', [kind]: two },
        ],
        [{ [kind]: one }],
        [{ id: 'r1' }],
        [{ id: 3, [kind]: one }],
        [{ id: 'r1', [kind]: 3 }],
        [{ id: 'r1', [kind]: one, more: 1 }],
        [{ id: 'r1', [kind]: unknownId() }],
        [{ id: 'r1', [kind]: folder }],
        [one],
        one,
        {},
        [{ id: 'r1', [kind === 'asset' ? 'component' : 'asset']: one }],
      ];
      for (const bad of wrong) {
        await story.refuse(400, 'POST', `${base}/attribute`, { value: { type, data: bad } }, 'value');
        await story.refuse(400, 'PATCH', `${base}/attribute/${id}`, { value: { type, data: bad } }, 'value');
      }
      await story.patch(`${base}/attribute/${id}`, { value: { type, data: [] } });
      expect((await read(story, id)).value).toEqual({ type, data: null });
    }
  },
);

const refused: { rule: string | readonly string[]; owner: Owner; fields: object; at: string }[] = [
  ...(['boolean', 'integer', 'float'] as const).map((type) => ({
    rule: '[Attribute 2]',
    owner: 'element' as const,
    fields: { value: { type } },
    at: 'value.type',
  })),
  { rule: '[Attribute 4]', owner: 'element', fields: { value: { type: 'component-list', plain: false } }, at: 'value.plain' },
  { rule: '[Attribute 4]', owner: 'board', fields: { value: { type: 'asset-list', plain: true } }, at: 'value.plain' },
  ...(['boolean', 'integer', 'float'] as const).map((type) => ({
    rule: '[Attribute 4]',
    owner: 'board' as const,
    fields: { customId: 'a', value: { type, plain: true } },
    at: 'value.plain',
  })),
  { rule: '[Attribute 5]', owner: 'element', fields: { value: { type: 'rich-text', plain: true } }, at: 'value.plain' },
  { rule: '[Attribute 15]', owner: 'element', fields: { customId: 'a', value: { type: 'string' } }, at: 'customId' },
  ...variableOwners.flatMap((owner) => [
    { rule: ['[Attribute 12]', '[Attributes] customId'], owner, fields: { value: { type: 'string' } }, at: 'customId' },
    { rule: ['[Attribute 12]', '[Attributes] customId'], owner, fields: { value: { type: 'integer', data: 1 } }, at: 'customId' },
    { rule: ['[Attribute 12]', '[Attributes] customId'], owner, fields: { value: { type: 'boolean' } }, at: 'customId' },
    { rule: ['[Attribute 12]', '[Attributes] customId'], owner, fields: { value: { type: 'float' } }, at: 'customId' },
    { rule: '[Attribute 15]', owner, fields: { customId: 'a', value: { type: 'rich-text' } }, at: 'customId' },
    { rule: '[Attribute 15]', owner, fields: { customId: 'a', value: { type: 'string', plain: false } }, at: 'customId' },
    { rule: '[Attribute 15]', owner, fields: { customId: 'a', value: { type: 'component-list' } }, at: 'customId' },
    { rule: '[Attribute 15]', owner, fields: { customId: 'a', value: { type: 'asset-list' } }, at: 'customId' },
    ...['1a', 'a b', 'ä', '', 'if', 'random', 'visits'].map((customId) => ({
      rule: '[Attribute 14]',
      owner,
      fields: { customId, value: { type: 'integer' } },
      at: 'customId',
    })),
    { rule: '[Attribute] boolean', owner, fields: { customId: 'a', value: { type: 'boolean', data: 'true' } }, at: 'value' },
    { rule: '[Attribute] boolean', owner, fields: { customId: 'a', value: { type: 'boolean', data: null } }, at: 'value' },
    { rule: '[Attribute] integer', owner, fields: { customId: 'a', value: { type: 'integer', data: 1.5 } }, at: 'value' },
    { rule: '[Attribute] integer', owner, fields: { customId: 'a', value: { type: 'integer', data: '1' } }, at: 'value' },
    { rule: '[Attribute] integer', owner, fields: { customId: 'a', value: { type: 'integer', data: null } }, at: 'value' },
    { rule: '[Attribute] float', owner, fields: { customId: 'a', value: { type: 'float', data: '1.5' } }, at: 'value' },
    { rule: '[Attribute] float', owner, fields: { customId: 'a', value: { type: 'float', data: null } }, at: 'value' },
    { rule: '[Attribute] string', owner, fields: { customId: 'a', value: { type: 'string', data: 3 } }, at: 'value' },
  ]),
  { rule: '[Attribute] string', owner: 'element', fields: { value: { type: 'string', plain: false, data: '<i>a</i>' } }, at: 'value' },
  { rule: '[Attribute] string', owner: 'element', fields: { value: { type: 'string', plain: 'no' } }, at: 'value.plain' },
  { rule: '[Attribute] rich-text', owner: 'element', fields: { value: { type: 'rich-text', data: '<p>a' } }, at: 'value' },
  { rule: '[Attributes] value.type', owner: 'element', fields: { value: { data: 'a' } }, at: 'value.type' },
  { rule: '[Attributes] size', owner: 'element', fields: { size: 'Half', value: { type: 'string' } }, at: 'size' },
];
rules(
  refused,
  ({ rule: id }) => [...[id].flat(), create],
  ({ owner, fields }) => `of a ${owner} refuses ${JSON.stringify(fields)}`,
  async (client, { owner, fields, at }) => {
    const story = await newStory(client);
    await story.refuse(400, 'POST', `${await owners[owner](story)}/attribute`, fields, at);
  },
);

rule(['[Attributes 5]', '[Attribute] string'], 'plain text is stored unchanged, even if it looks like markup', async (client) => {
  const story = await newStory(client);
  const base = await owners.element(story);
  for (const data of ['a & b', '1 < 2 > 0', 'two\nlines', '"quoted"'])
    expect((await read(story, await story.attribute(base, { value: { type: 'string', data } }))).value).toEqual({
      type: 'string',
      plain: true,
      data,
    });
});

rule(
  ['[Attributes] name', '[Attributes] size', '[Attribute 1]', '[Attributes 8]', change],
  'name and size have defaults and can be changed separately',
  async (client) => {
    const story = await newStory(client);
    const base = await owners.element(story);
    const id = await story.attribute(base, { value: { type: 'string', data: 'a' } });
    expect(await read(story, id)).toMatchObject({ name: null, size: 'full' });
    await story.patch(`${base}/attribute/${id}`, { name: 'tag' });
    await story.patch(`${base}/attribute/${id}`, { size: 'half' });
    expect(await read(story, id)).toMatchObject({ name: 'tag', size: 'half', value: { type: 'string', plain: true, data: 'a' } });
    await story.patch(`${base}/attribute/${id}`, { name: null });
    expect(await read(story, id)).toMatchObject({ name: null });
  },
);

rule(
  ['[Attribute 6]', '[Attribute 7]', '[Attributes 8]', change],
  'the text format is kept when neither type nor plain is sent; type string alone means plain',
  async (client) => {
    const story = await newStory(client);
    const base = await owners.element(story);
    const path = `${base}/attribute`;
    const rich = await story.attribute(base, { value: { type: 'rich-text', data: '<p>a</p>' } });
    await story.patch(`${path}/${rich}`, { value: { data: '<p>b</p>' } });
    expect((await read(story, rich)).value).toEqual({ type: 'string', plain: false, data: '<p>b</p>' });
    await story.refuse(400, 'PATCH', `${path}/${rich}`, { value: { data: '<i>b</i>' } }, 'value');
    await story.patch(`${path}/${rich}`, { value: { type: 'string', data: 'c' } });
    expect((await read(story, rich)).value).toEqual({ type: 'string', plain: true, data: 'c' });
    await story.patch(`${path}/${rich}`, { value: { data: 'd < e' } });
    expect((await read(story, rich)).value).toEqual({ type: 'string', plain: true, data: 'd < e' });
    await story.patch(`${path}/${rich}`, { value: { type: 'rich-text', data: '<p>f</p>' } });
    expect((await read(story, rich)).value).toEqual({ type: 'string', plain: false, data: '<p>f</p>' });
    await story.patch(`${path}/${rich}`, { value: { data: '' } });
    expect((await read(story, rich)).value).toEqual({ type: 'string', plain: false, data: null });
  },
);

/** Changing each type to each other one: the default value of the new type. */
const defaults = {
  'component-list': { type: 'component-list', data: null },
  'asset-list': { type: 'asset-list', data: null },
  boolean: { type: 'boolean', data: false },
  integer: { type: 'integer', data: 0 },
  float: { type: 'float', data: 0 },
} as const;
rules(
  variableOwners.flatMap((owner) => (['boolean', 'integer', 'float', 'string'] as const).map((from) => ({ owner, from }))),
  ({ from }) => [`[Attribute] ${from}`, '[Attributes 11]', '[Attribute 16]', '[Attribute 17]', change],
  ({ owner, from }) => `a ${from} variable of a ${owner} becomes another variable with that one's default, and never rich text or a list`,
  async (client, { owner, from }) => {
    const story = await newStory(client);
    const base = await owners[owner](story);
    for (const to of ['boolean', 'integer', 'float', 'string'].filter((each) => each !== from)) {
      const id = await story.attribute(base, {
        customId: `v_${to}`,
        value: { type: from, data: { boolean: true, integer: 5, float: 2.5, string: 'a' }[from] },
      });
      await story.patch(`${base}/attribute/${id}`, { value: { type: to } });
      expect(await read(story, id)).toMatchObject({ customId: `v_${to}` });
      expect((await read(story, id)).value).toEqual(
        to === 'string' ? { type: 'string', plain: true, data: null } : defaults[to as keyof typeof defaults],
      );
    }
    const id = await story.attribute(base, { customId: 'kept', value: { type: from } });
    for (const type of ['rich-text', 'component-list', 'asset-list'])
      await story.refuse(400, 'PATCH', `${base}/attribute/${id}`, { value: { type } });
    await story.refuse(400, 'PATCH', `${base}/attribute/${id}`, { value: { type: 'string', plain: false } });
    await story.refuse(400, 'PATCH', `${base}/attribute/${id}`, { customId: 'renamed' }, 'customId');
    await story.refuse(400, 'PATCH', `${base}/attribute/${id}`, { customId: null }, 'customId');
  },
);

rules(
  [...variableOwners.flatMap((owner) => (['rich-text', 'component-list', 'asset-list'] as const).map((from) => ({ owner, from })))],
  ({ from }) => [`[Attribute] ${from}`, '[Attribute 18]', '[Attributes 9]', '[Attributes 11]', change],
  ({ owner, from }) => `a ${from} of a ${owner} becomes a variable only with a valid customId`,
  async (client, { owner, from }) => {
    const story = await newStory(client);
    const base = await owners[owner](story);
    for (const type of ['boolean', 'integer', 'float', 'string'] as const) {
      const id = await story.attribute(base, { value: { type: from, ...(from === 'rich-text' && { data: '<p>a</p>' }) } });
      await story.refuse(400, 'PATCH', `${base}/attribute/${id}`, { value: { type } }, 'customId');
      await story.refuse(400, 'PATCH', `${base}/attribute/${id}`, { value: { type }, customId: 'not valid' }, 'customId');
      await story.patch(`${base}/attribute/${id}`, { value: { type }, customId: `of_${type}` });
      expect(await read(story, id)).toMatchObject({ customId: `of_${type}` });
      const { value } = await read(story, id);
      // Rich text is stored as a string (Attribute), so it is undefined whether `type: string` changes the type: the text may be kept.
      if (type === 'string')
        expect(value).toEqual({ type: 'string', plain: true, data: from === 'rich-text' && value.data === 'a' ? 'a' : null });
      else expect(value).toEqual(defaults[type]);
    }
    const id = await story.attribute(base, { value: { type: from } });
    await story.refuse(400, 'PATCH', `${base}/attribute/${id}`, { customId: 'alone' }, 'customId');
  },
);

rule(['[Attributes 11]', change], 'texts and lists of an element are converted into each other, without the old data', async (client) => {
  const story = await newStory(client);
  const base = await owners.element(story);
  const component = await story.component();
  const id = await story.attribute(base, { value: { type: 'component-list', data: [{ id: 'r', component }] } });
  const becomes = async (value: object, stored: object) => {
    await story.patch(`${base}/attribute/${id}`, { value });
    expect((await read(story, id)).value).toEqual(stored);
  };
  await becomes({ type: 'asset-list' }, { type: 'asset-list', data: null });
  await becomes({ type: 'rich-text' }, { type: 'string', plain: false, data: null });
  await becomes({ data: '<p>x</p>' }, { type: 'string', plain: false, data: '<p>x</p>' });
  await becomes({ type: 'component-list' }, { type: 'component-list', data: null });
  await becomes({ type: 'string', data: 'now' }, { type: 'string', plain: true, data: 'now' });
});

rule('[Attribute 12]', 'a customId is unique within its owner, and other owners may use it, too', async (client) => {
  const story = await newStory(client);
  for (const owner of variableOwners) {
    const [one, two] = [await owners[owner](story), await owners[owner](story)];
    const value = { type: 'integer' };
    const first = await story.attribute(one, { customId: 'hp', value });
    await story.refuse(400, 'POST', `${one}/attribute`, { customId: 'hp', value }, 'customId');
    await story.attribute(one, { customId: 'HP', value });
    await story.attribute(one, { customId: '_hp$'.slice(0, 3), value });
    await story.attribute(two, { customId: 'hp', value });
    await story.same(`${one}/attribute/${first}`, { customId: 'hp' });
  }
});

rule(
  ['[Attribute 19]', '[Attributes 3]', '[Attributes 4]', '[Errors] 400'],
  'folders have no attributes, and reading them there is a 400',
  async (client) => {
    const story = await newStory(client);
    const attribute = await story.attribute(`/board/${story.board}`);
    for (const folder of [`/board/${await story.boardFolder()}`, `/component/${await story.componentFolder()}`]) {
      await story.refuse(400, 'POST', `${folder}/attribute`, { value: { type: 'rich-text' } });
      expect((await story.get(`${folder}/attributes`)).status).toBe(400);
      expect((await story.get(`${folder}/attribute/${attribute}`)).status).toBe(400);
    }
    for (const kind of ['board', 'component']) {
      expect((await story.get(`/${kind}/${unknownId()}/attributes`)).status).toBe(404);
      expect((await story.get(`/${kind}/${unknownId()}/attribute/${attribute}`)).status).toBe(404);
      const owner = kind === 'board' ? await story.newBoard() : await story.component();
      expect(await story.read(`/${kind}/${owner}/attributes`)).toEqual([]);
      expect((await story.get(`/${kind}/${owner}/attribute/${unknownId()}`)).status).toBe(404);
    }
    expect((await story.get(`/attribute/${unknownId()}`)).status).toBe(404);
  },
);

rules(
  allOwners,
  () => [
    '[Attributes 12]',
    '[Attributes 13]',
    '[Attributes] GET /{hash}/board/{boardID}/attribute/{attributeID} and /{hash}/component/{componentID}/attribute/{attributeID}',
    '[Attributes] PATCH base + /attribute/{attributeID}/index',
  ],
  (owner) => `of a ${owner} is read, changed and put in order only through it`,
  async (client, owner) => {
    const story = await newStory(client);
    const [base, other] = [await owners[owner](story), await owners[owner](story)];
    const [a, b, c] = [await story.attribute(base), await story.attribute(base), await story.attribute(base)];
    await story.refuse(404, 'PATCH', `${other}/attribute/${a}`, { name: 'x' });
    await story.refuse(404, 'PATCH', `${other}/attribute/${a}/index`, { index: 0 });
    await story.refuse(404, 'DELETE', `${other}/attribute/${a}`);
    expect((await story.get(`${other}/attribute/${a}`)).status).toBe(404);
    await story.patch(`${base}/attribute/${c}/index`, { index: 0 });
    expect((await story.read(base)).attributes).toEqual([c, a, b]);
    if (owner !== 'element') expect((await story.read(`${base}/attributes`)).map(({ id }: { id: string }) => id)).toEqual([c, a, b]);
  },
);

rules(
  allOwners,
  () => ['[Attributes] DELETE /{hash}/element/{elementID}/attribute/{attributeID}', '[Attributes 2]', '[G8]'],
  (owner) => `of a ${owner} is deleted, and listed and read like all others`,
  async (client, owner) => {
    const story = await newStory(client);
    const base = await owners[owner](story);
    const [a, b] = [await story.attribute(base), await story.attribute(base)];
    expect((await story.read(`${base}/attributes`)).map(({ id }: { id: string }) => id)).toEqual([a, b]);
    expect((await story.read(`${base}/attribute/${a}`)).id).toBe(a);
    await story.remove(`${base}/attribute/${a}`);
    expect((await story.read(base)).attributes).toEqual([b]);
    await story.refuse(404, 'DELETE', `${base}/attribute/${a}`);
  },
);

rule(['[Attributes 10]', '[Endpoints 7]'], 'an update names at least one of name, size, value or customId', async (client) => {
  const story = await newStory(client);
  for (const owner of allOwners) {
    const base = await owners[owner](story);
    const id = await story.attribute(base);
    await story.refuse(400, 'PATCH', `${base}/attribute/${id}`, {});
  }
  const base = await owners.element(story);
  await story.refuse(400, 'PATCH', `${base}/attribute/${await story.attribute(base)}`, { customId: 'a' }, 'customId');
});

rule(['[Attribute 13]', '[Boards and folders 3]'], 'an owner without a customId accepts no variables until it has one', async (client) => {
  const id = unknownId();
  const board = { name: 'Old', notes: [], jumpers: [], branches: [], elements: [], connections: [] };
  const { body } = await client.post('/workspace/projects/import', {
    name: 'Old',
    project: { startingElement: null, boards: { [id]: board }, elements: {} },
  });
  const path = `/${body.hash}/board/${id}`;
  const read = await client.get(path);
  // An import may generate the custom id; then no owner lacks one.
  if (read.body.customId !== null) return expect(read.body.customId).toMatch(/^[A-Za-z$]/);
  const answer = await client.post(`${path}/attribute`, { customId: 'hp', value: { type: 'integer' } });
  expect(answer.status).toBe(400);
  expect((await client.patch(path, { customId: 'old' })).status).toBe(200);
  expect((await client.patch(path, { customId: 'other' })).status).toBe(400);
  expect((await client.post(`${path}/attribute`, { customId: 'hp', value: { type: 'integer' } })).status).toBe(201);
});

rule(
  ['[Attribute] component-list', '[Attribute] asset-list', '[Attribute 11]'],
  'a deleted record leaves the lists that name it; an empty list is null',
  async (client) => {
    const story = await newStory(client);
    const base = await owners.element(story);
    const [ada, bo] = [await story.component(), await story.component()];
    const id = await story.attribute(base, {
      value: {
        type: 'component-list',
        data: [
          { id: 'a', component: ada },
          { id: 'b', component: bo },
        ],
      },
    });
    await story.remove(`/component/${ada}`);
    expect((await read(story, id)).value.data).toEqual([{ id: 'b', component: bo }]);
    await story.remove(`/component/${bo}`);
    expect((await read(story, id)).value.data).toBeNull();
  },
);
