/** Covers of elements and components: what each type requires, accepts and rejects. */
import { expect } from 'vitest';
import { rule, rules } from './rule.ts';
import { newStory, type Story, unknownId } from './story.ts';

const coverOf = async (story: Story, path: string) => (await story.read(path)).assets?.cover ?? null;
const youtube = 'https://www.youtube.com/watch?v=dQw4w9WgXcQ';
const pictureRule = '[Elements] image, template-image';
const filmRule = '[Elements] video, template-video';

/** `asset` is the type of the asset that `id` names. */
const taken: { rule: string; asset?: string; cover: object }[] = [
  { rule: pictureRule, asset: 'image', cover: {} },
  { rule: pictureRule, asset: 'image', cover: { type: 'image' } },
  { rule: filmRule, asset: 'video', cover: {} },
  { rule: filmRule, asset: 'video', cover: { type: 'video' } },
  { rule: filmRule, asset: 'video', cover: { type: 'video', mode: 'loop', autoplay: true, showControls: false, showOptions: true } },
  { rule: filmRule, asset: 'video', cover: { mode: 'once' } },
  { rule: filmRule, asset: 'video', cover: { mode: 'stop', showOptions: false } },
  { rule: '[Elements] icon', cover: { type: 'icon', file: 'delapouite/castle' } },
  { rule: '[Elements] youtube', cover: { type: 'youtube', url: youtube } },
  { rule: '[Elements] youtube', cover: { type: 'youtube', url: youtube, autoplay: true, showControls: false } },
];
const refused: { rule: string; asset?: string; cover: object; at?: string }[] = [
  { rule: pictureRule, cover: { type: 'image' } },
  { rule: pictureRule, cover: { type: 'template-image' } },
  { rule: pictureRule, asset: 'image', cover: { mode: 'loop' } },
  { rule: pictureRule, asset: 'image', cover: { type: 'image', autoplay: true } },
  { rule: pictureRule, asset: 'image', cover: { type: 'image', showControls: true } },
  { rule: pictureRule, asset: 'image', cover: { type: 'image', showOptions: true } },
  { rule: pictureRule, asset: 'image', cover: { type: 'image', file: 'castle' } },
  { rule: pictureRule, asset: 'image', cover: { type: 'image', url: youtube } },
  { rule: pictureRule, asset: 'image', cover: { surprise: 1 } },
  { rule: pictureRule, asset: 'image', cover: { ['__proto__']: { x: 1 } } },
  { rule: '[Elements] icon', cover: { type: 'icon', file: 'castle', ['__proto__']: 1 } },
  { rule: filmRule, cover: { type: 'video' } },
  { rule: filmRule, cover: { type: 'template-video', mode: 'loop' } },
  { rule: filmRule, asset: 'video', cover: { type: 'video', mode: 'never' } },
  { rule: filmRule, asset: 'video', cover: { type: 'video', autoplay: 'yes' } },
  { rule: filmRule, asset: 'video', cover: { type: 'video', showControls: 1 } },
  { rule: filmRule, asset: 'video', cover: { type: 'video', showOptions: null } },
  { rule: filmRule, asset: 'video', cover: { type: 'video', file: 'castle' } },
  { rule: filmRule, asset: 'image', cover: { type: 'video' } },
  { rule: pictureRule, asset: 'video', cover: { type: 'image' } },
  { rule: '[Elements] icon', cover: { type: 'icon' } },
  { rule: '[Elements] icon', cover: { file: 'castle' } },
  { rule: '[Elements] icon', asset: 'image', cover: { type: 'icon', file: 'castle' } },
  { rule: '[Elements] icon', cover: { type: 'icon', file: 'castle', autoplay: true } },
  { rule: '[Elements] icon', cover: { type: 'icon', file: 3 } },
  { rule: '[Elements] youtube', cover: { type: 'youtube' } },
  { rule: '[Elements] youtube', cover: { url: youtube } },
  { rule: '[Elements] youtube', cover: { type: 'youtube', url: youtube, mode: 'loop' } },
  { rule: '[Elements] youtube', cover: { type: 'youtube', url: youtube, showOptions: true } },
  { rule: '[Elements] youtube', asset: 'image', cover: { type: 'youtube', url: youtube } },
  { rule: '[Elements 7]', asset: 'audio', cover: {} },
  { rule: '[Elements 7]', asset: 'folder', cover: {} },
  { rule: '[Elements 8]', cover: {} },
  { rule: '[Elements 8]', cover: { type: 'audio' } },
];

async function withAsset(story: Story, asset: string | undefined, cover: object): Promise<object> {
  if (asset === undefined) return cover;
  return { id: await (asset === 'folder' ? story.assetFolder() : story.asset({ name: 'a.bin', type: asset })), ...cover };
}

const elementCover = '[Elements] PATCH /{hash}/element/{elementID}/cover';
const componentCover = '[Components] PATCH /{hash}/component/{componentID}/cover';

rules(
  taken,
  ({ rule: id }) => [id, elementCover, '[Elements 6]'],
  ({ asset, cover }) => `an element takes the cover ${JSON.stringify(cover)}${asset ? ` of an ${asset} asset` : ''}`,
  async (client, { asset, cover }) => {
    const story = await newStory(client);
    const path = `/element/${await story.element()}`;
    const whole = await withAsset(story, asset, cover);
    await story.patch(`${path}/cover`, { cover: whole });
    expect(await coverOf(story, path)).toMatchObject(whole);
    if (asset) expect([asset, undefined]).toContain((await coverOf(story, path)).type);
    await story.patch(`${path}/cover`, { cover: { type: 'icon', file: 'other' } });
    expect(await coverOf(story, path)).toEqual({ type: 'icon', file: 'other' });
    await story.remove(`${path}/cover`);
    expect(await coverOf(story, path)).toBeNull();
  },
);

rules(
  refused,
  ({ rule: id }) => [id, elementCover, '[Elements 8]'],
  ({ asset, cover }) => `an element refuses the cover ${JSON.stringify(cover)}${asset ? ` of an ${asset} asset` : ''}`,
  async (client, { asset, cover }) => {
    const story = await newStory(client);
    const path = `/element/${await story.element()}`;
    await story.refuse(400, 'PATCH', `${path}/cover`, { cover: await withAsset(story, asset, cover) }, 'cover');
  },
);

rule(
  [elementCover, '[Elements 7]', '[Errors 5.1]', '[G5]'],
  'the asset of a cover must exist; the cover is cleared with it',
  async (client) => {
    const story = await newStory(client);
    const path = `/element/${await story.element()}`;
    await story.refuse(404, 'PATCH', `${path}/cover`, { cover: { id: unknownId() } });
    const id = await story.asset();
    await story.patch(`${path}/cover`, { cover: { id, type: 'image' } });
    await story.remove(`/asset/${id}`);
    expect(await coverOf(story, path)).toBeNull();
  },
);

rules(
  [
    { asset: 'image', cover: {} },
    { asset: 'image', cover: { type: 'image' } },
    { asset: undefined, cover: { type: 'icon', file: 'delapouite/castle' } },
  ],
  () => [componentCover, '[Components 3]', '[Components 4]', '[Components] DELETE /{hash}/component/{componentID}/cover'],
  ({ cover }) => `a component takes the cover ${JSON.stringify(cover)} and gives it back`,
  async (client, { asset, cover }) => {
    const story = await newStory(client);
    const path = `/component/${await story.component()}`;
    const whole = await withAsset(story, asset, cover);
    await story.patch(`${path}/cover`, { cover: whole });
    expect(JSON.stringify(await story.read(path))).toContain(JSON.stringify(Object.values(whole)[0]));
    await story.remove(`${path}/cover`);
    expect(JSON.stringify(await story.read(path))).not.toContain(JSON.stringify(Object.values(whole)[0]));
  },
);

rules(
  [
    ...refused.filter(({ rule: id }) => id !== filmRule && id !== '[Elements] youtube'),
    { asset: 'video', cover: {} },
    { asset: 'video', cover: { type: 'video' } },
    { asset: undefined, cover: { type: 'youtube', url: youtube } },
    { asset: 'image', cover: { type: 'image', file: 'castle' } },
  ],
  () => [componentCover, '[Components 3]', '[Components 4]', '[Components 5]'],
  ({ asset, cover }) => `a component refuses the cover ${JSON.stringify(cover)}${asset ? ` of an ${asset} asset` : ''}`,
  async (client, { asset, cover }) => {
    const story = await newStory(client);
    const path = `/component/${await story.component()}`;
    await story.refuse(400, 'PATCH', `${path}/cover`, { cover: await withAsset(story, asset, cover) }, 'cover');
  },
);

rule(['[Components 2]', componentCover, '[G5]'], 'a folder has no cover, and a missing asset is a 404', async (client) => {
  const story = await newStory(client);
  const [folder, component, id] = [await story.componentFolder(), await story.component(), await story.asset()];
  await story.refuse(400, 'PATCH', `/component/${folder}/cover`, { cover: { id } });
  await story.refuse(404, 'PATCH', `/component/${component}/cover`, { cover: { id: unknownId() } });
});
