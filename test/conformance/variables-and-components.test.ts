/** [Variables (global)] and [Components]. */
import { expect } from 'vitest';
import { rule, rules } from './rule.ts';
import { newStory, type Story, textIn, unknownId } from './story.ts';

const variableCreate = '[Variables (global)] POST /{hash}/variable';
const variablePatch = '[Variables (global)] PATCH /{hash}/variable/{variableID}';

rules(
  [
    { type: undefined, value: '' },
    { type: 'string', value: '' },
    { type: 'integer', value: 0 },
    { type: 'float', value: 0 },
    { type: 'boolean', value: false },
  ],
  () => ['[Variables (global) 1]', '[Variable (global) 1]', variableCreate, '[Variables (global)] GET /{hash}/variable/{variableID}'],
  ({ type, value }) => `a variable of type ${type ?? 'nothing said'} starts with ${JSON.stringify(value)}`,
  async (client, { type, value }) => {
    const story = await newStory(client);
    const id = await story.variable({ name: 'hp', ...(type && { type }) });
    expect(await story.read(`/variable/${id}`)).toEqual({ id, name: 'hp', type: type ?? 'string', value, cType: 'global' });
  },
);

rules(
  [
    { type: 'string', good: ['a', ''], wrong: [3, true, null] },
    { type: 'integer', good: [0, -7, 1e9], wrong: [1.5, '1', true, null] },
    { type: 'float', good: [0.5, -1, 3], wrong: ['0.5', false, null] },
    { type: 'boolean', good: [true, false], wrong: [0, 'true', null] },
  ],
  () => ['[Variables (global) 2]', variableCreate, variablePatch],
  ({ type }) => `a value must fit the type ${type}`,
  async (client, { type, good, wrong }) => {
    const story = await newStory(client);
    const id = await story.variable({ type });
    for (const value of good) {
      expect((await story.read(`/variable/${await story.variable({ type, value })}`)).value).toBe(value);
      await story.write('PATCH', `/variable/${id}`, { value });
      expect((await story.read(`/variable/${id}`)).value).toBe(value);
    }
    for (const value of wrong) {
      await story.refuse(400, 'POST', '/variable', { name: 'other', type, value }, 'value');
      await story.refuse(400, 'PATCH', `/variable/${id}`, { value }, 'value');
      await story.refuse(400, 'PATCH', `/variable/${id}`, { type, value }, 'value');
    }
  },
);

rule(['[Variables (global) 3]', variableCreate], 'a name follows its pattern, is not reserved, and is unique', async (client) => {
  const story = await newStory(client);
  for (const name of ['hp', '$hp', '_hp', 'Hp_2', 'x']) await story.variable({ name });
  for (const name of ['hp', '1hp', 'h p', 'h-p', 'ä', '', 'if', 'elseif', 'true', 'random', 'visits', 'resetVisits'])
    await story.refuse(400, 'POST', '/variable', { name }, 'name');
  await story.variable({ name: 'HP' });
});

rule(
  ['[Variables (global) 4]', '[Variables (global) 5]', '[Variable (global) 2]', variablePatch],
  'a variable belongs to no board and cannot be renamed',
  async (client) => {
    const story = await newStory(client);
    const id = await story.variable({ name: 'hp' });
    await story.refuse(400, 'POST', '/variable', { name: 'mp', boardId: story.board }, 'boardId');
    await story.refuse(400, 'PATCH', `/variable/${id}`, { name: 'mp' }, 'name');
    await story.refuse(400, 'PATCH', `/variable/${id}`, { name: 'hp', value: 'a' }, 'name');
    await story.attribute(`/board/${story.board}`, { customId: 'hp', value: { type: 'integer' } });
    expect((await story.read('/json')).variables[id]).toMatchObject({ name: 'hp', cType: 'global' });
  },
);

rule(['[Variables (global) 6]', variablePatch], 'with only a type, the value is converted if possible', async (client) => {
  const story = await newStory(client);
  const id = await story.variable({ type: 'integer', value: 3 });
  await story.patch(`/variable/${id}`, { type: 'float' });
  expect(await story.read(`/variable/${id}`)).toMatchObject({ type: 'float', value: 3 });
  await story.patch(`/variable/${id}`, { value: 2.5 });
  const { status } = await client.patch(`/${story.hash}/variable/${id}`, { type: 'boolean' });
  expect([200, 400]).toContain(status);
  await story.client.patch(`/${story.hash}/variable/${id}`, { type: 'string', value: 'words' });
  expect(await story.read(`/variable/${id}`)).toMatchObject({ type: 'string', value: 'words' });
  expect((await client.patch(`/${story.hash}/variable/${id}`, { type: 'integer' })).status).toBe(400);
});

rule(
  [
    '[Variables (global)] PATCH /{hash}/variable/{variableID}/index',
    '[Variables (global)] DELETE /{hash}/variable/{variableID}',
    '[Common conventions 9]',
  ],
  'variables are reordered and deleted',
  async (client) => {
    const story = await newStory(client);
    const [a, b, c] = [await story.variable(), await story.variable(), await story.variable({ index: 0 })];
    const order = async () => {
      const { variables } = await story.read('/json');
      return Object.values(variables as Record<string, { root?: boolean; children?: string[] }>).find(({ root }) => root)?.children;
    };
    expect(await order()).toEqual([c, a, b]);
    await story.patch(`/variable/${c}/index`, { index: 1 });
    expect(await order()).toEqual([a, c, b]);
    await story.remove(`/variable/${a}`);
    expect(await order()).toEqual([c, b]);
    await story.refuse(404, 'DELETE', `/variable/${a}`);
  },
);

rule(
  ['[Common conventions 6]', '[Errors 5.2]', '[Variables (global)] GET /{hash}/variable/{variableID}'],
  'the root of variables is never returned',
  async (client) => {
    const story = await newStory(client);
    await story.variable();
    const { variables } = await story.read('/json');
    const [root = ''] = Object.entries(variables as Record<string, { root?: boolean }>).find(([, { root: isRoot }]) => isRoot) ?? [];
    expect(root).not.toBe('');
    expect((await story.get(`/variable/${root}`)).status).toBe(404);
    await story.refuse(404, 'PATCH', `/variable/${root}`, { value: 'a' });
    await story.refuse(404, 'PATCH', `/variable/${root}/index`, { index: 0 });
    await story.refuse(404, 'DELETE', `/variable/${root}`);
  },
);

const treeEntry = async (story: Story, id: string) => (await story.read('/component')).find((each: { id: string }) => each.id === id);

rule(
  [
    '[Component and component folder 1]',
    '[Component and component folder 2]',
    '[Component and component folder 3]',
    '[Components] GET /{hash}/component',
    '[Components] GET /{hash}/component/{componentID}',
  ],
  'the tree, and a component read by itself',
  async (client) => {
    const story = await newStory(client);
    const folder = await story.componentFolder({ name: 'People' });
    const id = await story.component({ name: 'Ada', parentId: folder });
    const attribute = await story.attribute(`/component/${id}`);
    const tree = await story.read('/component');
    const root = tree.find(({ parentId }: { parentId: string | null }) => parentId === null);
    expect(root).toMatchObject({ type: 'folder', children: [folder] });
    expect(await treeEntry(story, folder)).toEqual({ id: folder, name: 'People', type: 'folder', parentId: root.id, children: [id] });
    expect(await treeEntry(story, id)).toEqual({ id, name: 'Ada', type: 'component', parentId: folder, children: [] });
    const component = await story.read(`/component/${id}`);
    expect(component).toMatchObject({ id, parentId: folder, attributes: [attribute], name: { en: { text: 'Ada' } } });
    expect(component.customId).toMatch(/^[A-Za-z$][0-9A-Za-z_]*$/);
    expect((await story.read(`/component/${folder}`)).children).toEqual([id]);
  },
);

rule(
  '[Components] POST /{hash}/component',
  'defaults: a component "Untitled component" at the end of the root, a folder "New folder"',
  async (client) => {
    const story = await newStory(client);
    const [id, folder] = [await story.create('/component'), await story.create('/component', { type: 'folder' })];
    expect(await treeEntry(story, id)).toMatchObject({ type: 'component', name: 'Untitled component' });
    expect(await treeEntry(story, folder)).toMatchObject({ type: 'folder', name: 'New folder' });
    const root = (await story.read('/component')).find(({ parentId }: { parentId: string | null }) => parentId === null);
    expect(root.children).toEqual([id, folder]);
  },
);

rule(
  ['[Component and component folder 5]', '[G23]'],
  'a customId is generated from the name, cannot be given, and stays when the name changes',
  async (client) => {
    const story = await newStory(client);
    const idOf = async (id: string) => (await story.read(`/component/${id}`)).customId;
    const [ada, second, reserved] = [
      await story.component({ name: 'Ada' }),
      await story.component({ name: 'Ada' }),
      await story.component({ name: 'random' }),
    ];
    expect(await idOf(ada)).toBe('ada');
    expect(await idOf(second)).not.toBe('ada');
    expect(await idOf(reserved)).not.toBe('random');
    const board = await story.newBoard({ customId: 'bo' });
    expect(board).not.toBe('');
    expect(await idOf(await story.component({ name: 'Bo' }))).not.toBe('bo');
    await story.refuse(400, 'POST', '/component', { name: 'Cy', customId: 'cy' }, 'customId');
    await story.refuse(400, 'PATCH', `/component/${ada}`, { customId: 'other' }, 'customId');
    await story.patch(`/component/${ada}`, { name: 'Adele' });
    expect(await idOf(ada)).toBe('ada');
  },
);

rule(
  [
    '[Components 1]',
    '[Component and component folder 6]',
    '[Components] PATCH /{hash}/component/{componentID}/index',
    '[Errors] 400',
    '[G5]',
  ],
  'a parent must exist and be a folder; a move keeps or changes it, and never goes into itself',
  async (client) => {
    const story = await newStory(client);
    const [one, two, folder] = [await story.component(), await story.component(), await story.componentFolder()];
    await story.refuse(404, 'POST', '/component', { parentId: unknownId() });
    await story.refuse(400, 'POST', '/component', { parentId: one });
    await story.refuse(400, 'PATCH', `/component/${two}/index`, { parentId: one, index: 0 });
    await story.refuse(404, 'PATCH', `/component/${two}/index`, { parentId: unknownId(), index: 0 });
    await story.patch(`/component/${two}/index`, { index: 0 });
    const root = (await story.read('/component')).find(({ parentId }: { parentId: string | null }) => parentId === null);
    expect(root.children).toEqual([two, one, folder]);
    await story.patch(`/component/${two}/index`, { parentId: folder, index: 0 });
    expect((await story.read(`/component/${folder}`)).children).toEqual([two]);
    await story.patch(`/component/${two}/index`, { parentId: null, index: 9 });
    expect(await treeEntry(story, two)).toMatchObject({ parentId: root.id });
    const inner = await story.componentFolder({ parentId: folder });
    await story.refuse(400, 'PATCH', `/component/${folder}/index`, { parentId: inner, index: 0 });
    await story.refuse(400, 'PATCH', `/component/${folder}/index`, { parentId: folder, index: 0 });
  },
);

rule(
  ['[Components] DELETE /{hash}/component/{componentID}'],
  'deleting a component deletes its attributes and what refers to it; deleting a folder deletes everything below it',
  async (client) => {
    const story = await newStory(client);
    const folder = await story.componentFolder();
    const [id, remaining] = [await story.component({ parentId: folder }), await story.component()];
    const attribute = await story.attribute(`/component/${id}`);
    const element = await story.element();
    await story.create(`/element/${element}/component`, { componentId: id });
    await story.create(`/element/${element}/component`, { componentId: remaining });
    const list = await story.attribute(`/element/${element}`, {
      value: {
        type: 'component-list',
        data: [
          { id: 'a', component: id },
          { id: 'b', component: remaining },
        ],
      },
    });
    await story.remove(`/component/${folder}`);
    for (const path of [`/component/${id}`, `/component/${folder}`, `/attribute/${attribute}`])
      expect((await story.get(path)).status, path).toBe(404);
    expect((await story.read(`/element/${element}`)).components.map(({ component }: { component: string }) => component)).toEqual([
      remaining,
    ]);
    expect((await story.read(`/attribute/${list}`)).value.data).toEqual([{ id: 'b', component: remaining }]);
  },
);

rule(
  ['[Components] PATCH /{hash}/component/{componentID}', '[Components] DELETE /{hash}/component/{componentID}', '[G22]'],
  'mentions follow the name, and keep their text when the component is deleted',
  async (client) => {
    const [board, element, component, root] = Array.from({ length: 4 }, unknownId) as [string, string, string, string];
    const mention = `<span class="mention mention-component" data-id="${component}" data-label="Ada" data-type="component">Ada</span>`;
    const project = {
      startingElement: element,
      boards: { [board]: { name: 'One', notes: [], jumpers: [], branches: [], elements: [element], connections: [] } },
      elements: { [element]: { title: null, content: `<p>Meet ${mention}.</p>`, outputs: [] } },
      components: { [root]: { name: 'Root', root: true, children: [component] }, [component]: { name: 'Ada', attributes: [] } },
    };
    const { body } = await client.post('/workspace/projects/import', { name: 'Mentions', project });
    const text = async () => textIn((await client.get(`/${body.hash}/element/${element}`)).body.content) ?? '';
    expect(await text()).toContain('Ada</span>');
    expect((await client.patch(`/${body.hash}/component/${component}`, { name: 'Adele' })).status).toBe(200);
    expect(await text()).toContain('data-label="Adele"');
    expect(await text()).toContain('>Adele</span>');
    expect((await client.remove(`/${body.hash}/component/${component}`)).status).toBe(200);
    expect(await text()).toBe('<p>Meet Adele.</p>');
  },
);
