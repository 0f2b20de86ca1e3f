/** [Elements], [Element]: stored form, defaults, order, components, sounds, linked board. */
import { expect } from 'vitest';
import { rule } from './rule.ts';
import { newStory, type Story, textIn, unknownId } from './story.ts';

const onBoard = async (story: Story, board = story.board): Promise<string[]> => (await story.read(`/board/${board}`)).elements;
const carried = async (story: Story, element: string): Promise<{ id: string; component: string }[]> =>
  (await story.read(`/element/${element}`)).components;
const sounds = async (story: Story, element: string) => (await story.read(`/element/${element}`)).assets?.audio ?? [];

rule(
  ['[Element 1]', '[Element 4]', '[Elements] POST /{hash}/element', '[Elements] GET /{hash}/element/{elementID}', '[G12]'],
  'defaults: 301 by 121, automatic height, no title, no content',
  async (client) => {
    const story = await newStory(client);
    const id = await story.create('/element', { boardId: story.board, x: 7, y: 8 });
    const element = await story.read(`/element/${id}`);
    expect(element).toMatchObject({
      id,
      boardId: story.board,
      x: 7,
      y: 8,
      width: 301,
      height: 121,
      theme: 'default',
      components: [],
      outputs: [],
    });
    expect(element.autoHeight).toBe(true);
    expect([textIn(element.title), textIn(element.content)]).toEqual([null, null]);
  },
);

rule(
  ['[Element 1]', '[Elements] POST /{hash}/element', '[Localized content 2]'],
  'a created element is read as it was sent',
  async (client) => {
    const story = await newStory(client);
    const fields = { boardId: story.board, x: 1.5, y: 2, width: 400, height: 50.25, theme: 'moss' };
    const id = await story.create('/element', {
      ...fields,
      autoHeight: false,
      title: '<p>A</p>',
      content: '<p>Once <b>upon</b></p><code>x = 1</code>',
    });
    const element = await story.read(`/element/${id}`);
    expect(element).toMatchObject({ ...fields, autoHeight: false });
    expect(element.title).toEqual({ en: { text: '<p>A</p>' } });
    expect(element.content).toEqual({ en: { text: '<p>Once <b>upon</b></p><code>x = 1</code>' } });
  },
);

rule(
  ['[Element 3]', '[Boards and folders] GET /{hash}/board/{boardID}/elements'],
  'the list shows the title as a string and counts',
  async (client) => {
    const story = await newStory(client);
    const [id, empty] = [await story.element({ title: '<p>A</p>', content: '<p>b</p>' }), await story.element()];
    await story.create(`/element/${id}/component`, { componentId: await story.component() });
    await story.attribute(`/element/${id}`);
    await story.attribute(`/element/${id}`);
    await story.connection(id, empty);
    const [one, two] = await story.read(`/board/${story.board}/elements`);
    expect(one).toMatchObject({
      id,
      hasContent: true,
      componentCount: 1,
      attributeCount: 2,
      outputCount: 1,
      width: 301,
      height: 121,
      theme: 'default',
    });
    expect(one.title).toEqual(expect.stringContaining('A'));
    expect(two).toMatchObject({ id: empty, hasContent: false, componentCount: 0, attributeCount: 0, outputCount: 0 });
    expect(typeof two.title).toBe('string');
  },
);

rule(
  ['[Elements 1]', '[Elements 2]', '[Elements] PATCH /{hash}/element/{elementID}'],
  'omitted fields stay; ids and relationships cannot be changed',
  async (client) => {
    const story = await newStory(client);
    const id = await story.element({ width: 400, autoHeight: false, title: '<p>A</p>', theme: 'gold' });
    const before = await story.read(`/element/${id}`);
    await story.patch(`/element/${id}`, { y: 99 });
    expect(await story.read(`/element/${id}`)).toEqual({ ...before, y: 99 });
    for (const field of ['id', 'boardId', 'components', 'outputs', 'attributes', 'cover', 'linkedBoard', 'audio', 'assets'])
      await story.refuse(400, 'PATCH', `/element/${id}`, { [field]: before[field] ?? null }, field);
  },
);

rule(
  ['[Elements] PATCH /{hash}/element/{elementID}/index', '[Common conventions 8]'],
  'elements are ordered within their board; a position beyond the end is the end',
  async (client) => {
    const story = await newStory(client);
    const [a, b, c] = [await story.element(), await story.element(), await story.element()];
    await story.patch(`/element/${c}/index`, { index: 0 });
    expect(await onBoard(story)).toEqual([c, a, b]);
    await story.patch(`/element/${c}/index`, { index: 1 });
    expect(await onBoard(story)).toEqual([a, c, b]);
    await story.patch(`/element/${a}/index`, { index: 2 });
    expect(await onBoard(story)).toEqual([c, b, a]);
    await story.refuse(400, 'PATCH', `/element/${a}/index`, { index: '-' }, 'index');
  },
);

rule(
  ['[Elements] PATCH /{hash}/element/{elementID}/output/{connectionID}/index', '[Errors 5.1]'],
  'outputs are ordered, and only within their own element',
  async (client) => {
    const story = await newStory(client);
    const [from, to] = [await story.element(), await story.element()];
    const [a, b, c] = [await story.connection(from, to), await story.connection(from, to), await story.connection(from, to)];
    const foreign = await story.connection(to, from);
    await story.patch(`/element/${from}/output/${c}/index`, { index: 0 });
    expect((await story.read(`/element/${from}`)).outputs).toEqual([c, a, b]);
    expect((await story.read(`/board/${story.board}`)).connections).toEqual([a, b, c, foreign]);
    await story.refuse(404, 'PATCH', `/element/${from}/output/${foreign}/index`, { index: 0 });
  },
);

rule(
  ['[Elements] DELETE /{hash}/element/{elementID}', '[G6]'],
  'deleting an element deletes its attributes and the connections in both directions, and clears references to it',
  async (client) => {
    const story = await newStory(client);
    const [one, two] = [await story.element(), await story.element()];
    const attribute = await story.attribute(`/element/${one}`);
    const [out, back] = [await story.connection(one, two), await story.connection(two, one)];
    const branch = await story.branch();
    const { ifCondition } = (await story.read(`/branch/${branch}`)).conditions;
    const fromCondition = await story.connection(ifCondition.id, one, { sourceType: 'conditions' });
    const jumper = await story.jumper({ elementId: one });
    await story.remove(`/element/${one}`);
    for (const path of [
      `/element/${one}`,
      `/attribute/${attribute}`,
      `/connection/${out}`,
      `/connection/${back}`,
      `/connection/${fromCondition}`,
    ])
      expect((await story.get(path)).status, path).toBe(404);
    expect((await story.read(`/element/${two}`)).outputs).toEqual([]);
    expect((await story.read(`/branch/${branch}`)).conditions.ifCondition.output).toBeNull();
    expect((await story.read(`/jumper/${jumper}`)).elementId).toBeNull();
  },
);

rule(
  [
    '[Elements] POST /{hash}/element/{elementID}/component',
    '[Elements] DELETE /{hash}/element/{elementID}/component/{componentAttachmentID}',
    '[Element 1]',
    '[G5]',
  ],
  'components are attached in order, each as an entry of its own',
  async (client) => {
    const story = await newStory(client);
    const [element, ada, bo] = [await story.element(), await story.component(), await story.component()];
    const list = `/element/${element}/component`;
    const first = await story.create(list, { componentId: ada });
    const second = await story.create(list, { componentId: bo, index: 0 });
    expect(await carried(story, element)).toEqual([
      { id: second, component: bo },
      { id: first, component: ada },
    ]);
    await story.refuse(404, 'POST', list, { componentId: unknownId() });
    await story.refuse(400, 'POST', list, { componentId: await story.componentFolder() });
    await story.remove(`${list}/${second}`);
    expect(await carried(story, element)).toEqual([{ id: first, component: ada }]);
    expect((await story.get(`/component/${bo}`)).status).toBe(200);
  },
);

rule(
  '[Elements] PATCH /{hash}/element/{elementID}/component/{componentAttachmentID}/index',
  'an attached component is reordered, or moved to another element',
  async (client) => {
    const story = await newStory(client);
    const [one, two] = [await story.element(), await story.element()];
    const attach = async (element: string) => story.create(`/element/${element}/component`, { componentId: await story.component() });
    const [a, b, other] = [await attach(one), await attach(one), await attach(two)];
    const ids = async (element: string) => (await carried(story, element)).map(({ id }) => id);
    await story.patch(`/element/${one}/component/${b}/index`, { index: 0 });
    expect(await ids(one)).toEqual([b, a]);
    await story.patch(`/element/${one}/component/${b}/index`, { targetElementId: two, index: 0 });
    expect([await ids(one), await ids(two)]).toEqual([[a], [b, other]]);
    await story.refuse(404, 'PATCH', `/element/${one}/component/${b}/index`, { index: 0 });
    await story.refuse(404, 'PATCH', `/element/${two}/component/${b}/index`, { targetElementId: unknownId(), index: 0 });
    await story.refuse(404, 'DELETE', `/element/${one}/component/${b}`);
  },
);

rule(
  [
    '[Elements] POST /{hash}/element/{elementID}/audio',
    '[Elements] PATCH /{hash}/element/{elementID}/audio/{audioAttachmentID}',
    '[Elements] DELETE /{hash}/element/{elementID}/audio/{audioAttachmentID}',
  ],
  'sounds are played once and immediately by default, and only audio assets are sounds',
  async (client) => {
    const story = await newStory(client);
    const [element, assetId] = [await story.element(), await story.asset({ name: 'a.mp3', type: 'audio' })];
    const list = `/element/${element}/audio`;
    const id = await story.create(list, { assetId });
    expect(await sounds(story, element)).toEqual([expect.objectContaining({ id, asset: assetId, mode: 'once', delay: 0 })]);
    await story.patch(`${list}/${id}`, { mode: 'stop', delay: 1200 });
    expect(await sounds(story, element)).toEqual([expect.objectContaining({ id, mode: 'stop', delay: 1200 })]);
    const other = await story.asset({ name: 'b.mp3', type: 'audio' });
    await story.patch(`${list}/${id}`, { assetId: other });
    expect(await sounds(story, element)).toEqual([expect.objectContaining({ asset: other, mode: 'stop' })]);
    const picture = await story.asset();
    for (const wrong of [picture, await story.assetFolder()]) {
      await story.refuse(400, 'POST', list, { assetId: wrong }, 'assetId');
      await story.refuse(400, 'PATCH', `${list}/${id}`, { assetId: wrong }, 'assetId');
    }
    await story.refuse(404, 'POST', list, { assetId: unknownId() });
    await story.remove(`${list}/${id}`);
    expect(await sounds(story, element)).toEqual([]);
    expect((await story.get(`/asset/${other}`)).status).toBe(200);
  },
);

rule(
  '[Elements] PATCH /{hash}/element/{elementID}/audio/{audioAttachmentID}/index',
  'a sound is reordered, or moved to another element',
  async (client) => {
    const story = await newStory(client);
    const [one, two, assetId] = [await story.element(), await story.element(), await story.asset({ name: 'a.mp3', type: 'audio' })];
    const ids = async (element: string) => (await sounds(story, element)).map(({ id }: { id: string }) => id);
    const [a, b] = [await story.create(`/element/${one}/audio`, { assetId }), await story.create(`/element/${one}/audio`, { assetId })];
    await story.patch(`/element/${one}/audio/${b}/index`, { index: 0 });
    expect(await ids(one)).toEqual([b, a]);
    await story.patch(`/element/${one}/audio/${a}/index`, { targetElementId: two, index: 0 });
    expect([await ids(one), await ids(two)]).toEqual([[b], [a]]);
    await story.refuse(404, 'PATCH', `/element/${one}/audio/${a}`, { mode: 'loop' });
  },
);

rule(
  ['[Elements] PATCH /{hash}/element/{elementID}/linked-board', '[Elements] DELETE /{hash}/element/{elementID}/linked-board', '[G5]'],
  'a linked board must exist; the link is cleared with the board',
  async (client) => {
    const story = await newStory(client);
    const [element, boardId] = [await story.element(), await story.newBoard()];
    const linked = async () => (await story.read(`/element/${element}`)).linkedBoard;
    await story.patch(`/element/${element}/linked-board`, { boardId });
    expect(await linked()).toBe(boardId);
    await story.refuse(404, 'PATCH', `/element/${element}/linked-board`, { boardId: unknownId() });
    await story.remove(`/element/${element}/linked-board`);
    expect((await linked()) ?? null).toBeNull();
    await story.patch(`/element/${element}/linked-board`, { boardId });
    await story.remove(`/board/${boardId}`);
    expect((await linked()) ?? null).toBeNull();
  },
);
