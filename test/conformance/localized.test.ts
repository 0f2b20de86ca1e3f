/** [Localized content]: strings, maps and path-style keys; unknown languages apply nothing. */
import { expect } from 'vitest';
import { rule, rules } from './rule.ts';
import { unknownId } from './story.ts';
import { type Translated, translatedStory } from './translated.ts';

const fields = [
  { kind: 'element', field: 'title', text: (words: string) => `<p>${words}</p>` },
  { kind: 'element', field: 'content', text: (words: string) => `<p>${words}</p>` },
  { kind: 'connection', field: 'label', text: (words: string) => `<p>${words}</p>` },
  { kind: 'component', field: 'name', text: (words: string) => words },
] as const;

const at = (story: Translated, { kind }: { kind: 'element' | 'component' | 'connection' }) => `/${kind}/${story.ids[kind]}`;
const mapOf = async (story: Translated, each: (typeof fields)[number]) => {
  const map = (await story.read(at(story, each)))[each.field] as Record<string, { text: string | null } | undefined>;
  return ['en', 'de', 'fr'].map((locale) => map[locale]?.text ?? null);
};

rules(
  fields,
  () => [
    '[Localized content 1]',
    '[Localized content 2]',
    '[Localized content 3]',
    '[Localized content 5]',
    '[Localized content 6]',
    '[Localized content 7]',
    '[Localized content 8]',
    '[Localized content 9]',
    '[Localized content 10]',
    '[Localized content 14]',
    '[Connections 5]',
  ],
  ({ kind, field }) => `${kind} ${field}: a string or null is for the main language, a map for those it names`,
  async (client, each) => {
    const story = await translatedStory(client);
    const { field, text } = each;
    const path = at(story, each);
    const [, de, fr] = await mapOf(story, each);
    await story.patch(path, { [field]: text('new') });
    expect(await mapOf(story, each)).toEqual([text('new'), de, fr]);
    await story.patch(path, { [field]: null });
    expect(await mapOf(story, each)).toEqual([null, de, fr]);
    await story.patch(path, { [field]: text('null') });
    expect(await mapOf(story, each)).toEqual([text('null'), de, fr]);
    await story.patch(path, { [field]: { de: text('neu') } });
    expect(await mapOf(story, each)).toEqual([text('null'), text('neu'), fr]);
    await story.patch(path, { [field]: { fr: { text: text('nouveau') }, en: text('newer') } });
    expect(await mapOf(story, each)).toEqual([text('newer'), text('neu'), text('nouveau')]);
    await story.patch(path, { [field]: { fr: null, de: { text: null } } });
    expect(await mapOf(story, each)).toEqual([text('newer'), null, null]);
    await story.patch(path, { [field]: { fr: text('encore'), de: text('wieder') } });
    expect(await mapOf(story, each)).toEqual([text('newer'), text('wieder'), text('encore')]);
  },
);

rule('[Localized content 9]', 'omitted fields keep all their languages', async (client) => {
  const story = await translatedStory(client);
  const path = `/element/${story.ids.element}`;
  const { content } = await story.read(path);
  await story.patch(path, { title: '<p>other</p>' });
  await story.patch(path, { x: 55 });
  expect((await story.read(path)).content).toEqual(content);
});

rule(
  ['[Localized content 3]', '[Localized content 5]', '[Localized content 10]'],
  'a create accepts a string, null, or a map',
  async (client) => {
    const story = await translatedStory(client);
    const titleOf = async (title: unknown) => (await story.read(`/element/${await story.element({ title })}`)).title;
    expect((await titleOf('<p>a</p>')).en).toEqual({ text: '<p>a</p>' });
    expect(await titleOf({ de: '<p>b</p>', fr: { text: '<p>c</p>' } })).toMatchObject({
      de: { text: '<p>b</p>' },
      fr: { text: '<p>c</p>' },
    });
    expect((await titleOf(null)).en?.text ?? null).toBeNull();
    const { name } = await story.read(`/component/${await story.component({ name: { fr: 'Chat', en: 'Cat' } })}`);
    expect(name).toMatchObject({ fr: { text: 'Chat' }, en: { text: 'Cat' } });
    const connection = await story.connection(story.ids.element, story.ids.element, { label: { de: '<p>weiter</p>' } });
    expect((await story.read(`/connection/${connection}`)).label).toMatchObject({ de: { text: '<p>weiter</p>' } });
  },
);

const elementKeys = ['title/de', 'title.de', 'title/de/text', 'title.de.text', 'content/fr/text', 'content.fr', 'content.fr.text'];
rules(
  [
    ...elementKeys.map((key) => ({ kind: 'element' as const, key, text: '<p>neu</p>' })),
    { kind: 'connection' as const, key: 'label/de/text', text: '<p>neu</p>' },
    { kind: 'component' as const, key: 'name/de/text', text: 'neu' },
    { kind: 'component' as const, key: 'name/fr/text', text: 'neu' },
  ],
  () => ['[Localized content 4]', '[Elements 3]', '[Elements 4]', '[Elements 5]', '[Components] PATCH /{hash}/component/{componentID}'],
  ({ kind, key }) => `the key ${key} of a ${kind} writes that language and no other`,
  async (client, { kind, key, text }) => {
    const story = await translatedStory(client);
    const path = at(story, { kind });
    const [field = '', locale = ''] = key.split(/[./]/);
    const before = (await story.read(path))[field];
    await story.patch(path, { [key]: text });
    expect((await story.read(path))[field]).toEqual({ ...before, [locale]: { text } });
    await story.patch(path, { [key]: null });
    const after = (await story.read(path))[field];
    expect(after[locale]?.text ?? null).toBeNull();
    expect({ ...after, [locale]: null }).toEqual({ ...before, [locale]: null });
    await story.refuse(400, 'PATCH', path, { [key]: 3 });
    await story.refuse(400, 'PATCH', path, { [key]: { text } });
    await story.patch(path, { [field]: null, [key]: text });
    const both = (await story.read(path))[field];
    expect([both.en?.text ?? null, both[locale]]).toEqual([null, { text }]);
    await story.refuse(400, 'PATCH', path, { [field]: { [locale]: text }, [key]: text }, key);
  },
);

rule(
  ['[Elements 3]', '[Elements 5]', '[Common conventions 3]'],
  'other forms of path-style keys, and path-style keys in a create, are unknown properties',
  async (client) => {
    const story = await translatedStory(client);
    const element = `/element/${story.ids.element}`;
    for (const key of ['title/de/words', 'title/de/text/more', 'theme/de', 'x.de', 'title/', 'title.', '/de', 'label/de/text', 'title de'])
      await story.refuse(400, 'PATCH', element, { [key]: '<p>a</p>' }, key);
    for (const key of ['label/de', 'label.de', 'title/de/text'])
      await story.refuse(400, 'PATCH', `/connection/${story.ids.connection}`, { [key]: '<p>a</p>' }, key);
    for (const key of ['name/de', 'name.de', 'title/de/text'])
      await story.refuse(400, 'PATCH', `/component/${story.ids.component}`, { [key]: 'a' }, key);
    await story.refuse(400, 'POST', '/element', { boardId: story.board, x: 0, y: 0, 'title/de': '<p>a</p>' }, 'title/de');
  },
);

rules(
  fields,
  () => ['[Localized content 11]', '[Localized content 12]', '[Localized content 13]', '[Errors 3.2]', '[Errors] 409'],
  ({ kind, field }) => `${kind} ${field}: an undefined language is a 409 unknown_locale at its path, with nothing applied`,
  async (client, each) => {
    const story = await translatedStory(client);
    const { field, text } = each;
    for (const locale of ['it', 'EN', 'De', 'en-GB']) {
      const { body } = await story.refuse(
        409,
        'PATCH',
        at(story, each),
        { [field]: { [locale]: text('ciao'), de: text('neu') } },
        `${field}.${locale}`,
      );
      expect(body).toMatchObject({
        title: 'Integrity error: Unknown locale in API payload',
        type: 'integrity_conflict',
        conflictType: 'unknown_locale',
      });
    }
    expect((await mapOf(story, each))[1]).not.toBe(text('neu'));
    const { body } = await story.refuse(409, 'PATCH', at(story, each), { [`${field}/it/text`]: text('ciao') });
    expect(body).toMatchObject({ conflictType: 'unknown_locale' });
  },
);

rule(
  ['[Localized content 13]', '[Localized content 12]'],
  'a create with an undefined language is a 409, even with null in it',
  async (client) => {
    const story = await translatedStory(client);
    const place = { boardId: story.board, x: 0, y: 0 };
    await story.refuse(409, 'POST', '/element', { ...place, title: { it: '<p>a</p>' } }, 'title.it');
    await story.refuse(409, 'POST', '/element', { ...place, content: { it: null } }, 'content.it');
    await story.refuse(409, 'POST', '/component', { name: { it: 'a' } }, 'name.it');
    const locales = (await client.get(`/${story.hash}/json?allLocales=true`)).body.locales;
    expect(locales.map(({ iso }: { iso: string }) => iso)).toEqual(['en', 'de', 'fr']);
  },
);

rule(['[Errors 4]', '[Localized content 10]'], 'a malformed map is a 400 and not a conflict', async (client) => {
  const story = await translatedStory(client);
  for (const title of [{ en: 3 }, { en: [] }, { en: { text: 3 } }, { en: { text: 'a', more: 'b' } }, [], true, { it: 3 }])
    await story.refuse(400, 'PATCH', `/element/${story.ids.element}`, { title }, 'title');
});

rule(
  ['[Component and component folder 1]', '[Element 3]', '[Connection 1]'],
  'lists show the text in the default language, trees fall back to another one',
  async (client) => {
    const story = await translatedStory(client);
    const { component, element } = story.ids;
    const named = async () => (await story.read('/component')).find(({ id }: { id: string }) => id === component).name;
    expect(await named()).toBe('one name');
    await story.patch(`/component/${component}`, { name: null });
    expect(['eins name', 'un name']).toContain(await named());
    const [item] = await story.read(`/board/${story.board}/elements`);
    expect(item).toMatchObject({ id: element, title: expect.stringContaining('one') });
    const [line] = await story.read(`/board/${story.board}/connections`);
    expect(line.label).toEqual(expect.stringContaining('one label'));
  },
);

rule('[Errors 5.1]', 'a localized write to a missing record is a 404', async (client) => {
  const story = await translatedStory(client);
  await story.refuse(404, 'PATCH', `/element/${unknownId()}`, { title: { de: '<p>a</p>' } });
});
