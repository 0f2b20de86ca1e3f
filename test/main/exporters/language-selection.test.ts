/** Languages of an export: one, one with fallbacks, all. */
import { describe, expect, test } from 'vitest';
import { exportStory, type StoryExportOptions } from '../../../main/exporters/exporters.ts';
import { Problem } from '../../../shared/problem.ts';
import { exportFormats } from '../../exporter-ids.ts';
import { roots, StoryBuilder } from './build-project.ts';

const locales = [
  { iso: 'en', name: 'English', base: null },
  { iso: 'de', name: 'Deutsch', base: 'en' },
  { iso: 'de-AT', name: 'Österreichisch', base: 'de' },
];

function translated() {
  const story = new StoryBuilder({ locales });
  const board = story.board();
  const element = story.element(board, null, {
    title: { en: { text: '<p>Hall</p>' }, de: { text: '<p>Halle</p>' } },
    content: { en: { text: '<p>Dark</p>' }, de: { text: '<p></p>' } },
    status: { de: 'final' },
  });
  const bare = story.element(board, null, { title: {}, content: {} });
  const labelled = story.connect(element, bare, { label: { en: { text: '<p>Go</p>' } } });
  const silent = story.connect(bare, element);
  const folder = story.component('', { type: 'folder', name: { en: { text: 'People' } } });
  const knight = story.component('', { name: { en: { text: 'Knight' }, de: { text: 'Ritter' } }, parentId: folder });
  story.start(element);
  return { story, board, element, bare, labelled, silent, folder, knight };
}

const read = (story: StoryBuilder, options: Partial<StoryExportOptions>) =>
  JSON.parse(exportStory(story.project(), { format: 'json', destination: 'file', ...options }));

describe('one language', () => {
  test('[Exports] without locale it is the main one', () => {
    const { story, element, knight } = translated();
    expect(read(story, {}).elements[element]).toMatchObject({ title: '<p>Hall</p>', content: '<p>Dark</p>' });
    expect(read(story, {}).components[knight].name).toBe('Knight');
  });

  test('[Exports] a language is exported as it is; missing texts are null, for content and names empty', () => {
    const { story, element, labelled, knight } = translated();
    const german = read(story, { locale: 'de' });
    expect(german.elements[element]).toMatchObject({ title: '<p>Halle</p>', content: '<p></p>' });
    expect(german.connections[labelled].label).toBeNull();
    const austrian = read(story, { locale: 'de-AT' });
    expect(austrian.elements[element]).toMatchObject({ title: null, content: '' });
    expect(austrian.components[knight].name).toBe('');
    expect(read(story, { locale: 'de-AT', format: 'unity' }).elements[element]).toMatchObject({ title: null, content: '<p></p>' });
  });

  test('[Exports] with fallbackContents the base language is the fallback, then its base; empty text counts as missing', () => {
    const { story, element, bare, labelled, knight } = translated();
    const austrian = read(story, { locale: 'de-AT', fallbackContents: true });
    expect(austrian.elements[element]).toMatchObject({ title: '<p>Halle</p>', content: '<p>Dark</p>' });
    expect(austrian.connections[labelled].label).toBe('<p>Go</p>');
    expect(austrian.components[knight].name).toBe('Ritter');
    expect(austrian.elements[bare]).toMatchObject({ title: null, content: '' });
  });

  test.each(exportFormats)('[G17] a language the project does not have is a 400 at locale (%s)', (format) => {
    const { story } = translated();
    const wrong = () => read(story, { format, locale: 'fr' });
    expect(wrong).toThrow(Problem);
    expect(wrong).toThrow(
      expect.objectContaining({ code: 'invalid', json: expect.objectContaining({ status: 400, errors: { locale: expect.any(String) } }) }),
    );
  });
});

describe('all languages', () => {
  test('[Exports] allLocales overrides locale', () => {
    const { story } = translated();
    expect(read(story, { locale: 'fr', allLocales: true }).locales).toEqual(locales);
    expect(read(story, { locale: 'de', allLocales: false })).not.toHaveProperty('locales');
  });

  test('[Exports] texts are moved from their records to contents, with a status for every language but the main one', () => {
    const { story, element, labelled, silent, folder, knight, bare } = translated();
    const out = read(story, { allLocales: true });
    for (const [collection, fields] of Object.entries({ elements: ['title', 'content'], connections: ['label'], components: ['name'] }))
      for (const record of Object.values(out[collection])) for (const field of fields) expect(record).not.toHaveProperty(field);
    expect(out.contents[element]).toEqual({
      title: { en: { text: '<p>Hall</p>' }, de: { text: '<p>Halle</p>' } },
      content: { en: { text: '<p>Dark</p>' }, de: { text: '<p></p>' } },
      _status: { de: 'final', 'de-AT': 'untranslated' },
    });
    expect(out.contents[labelled]).toEqual({
      label: { en: { text: '<p>Go</p>' } },
      _status: { de: 'untranslated', 'de-AT': 'untranslated' },
    });
    expect(out.contents).not.toHaveProperty(silent);
    expect(out.contents[folder]).toEqual({ name: { en: { text: 'People' } } });
    expect(out.contents[knight].name).toEqual({ en: { text: 'Knight' }, de: { text: 'Ritter' } });
    expect(out.contents).not.toHaveProperty(roots.component);
    expect(out.contents[bare]).toMatchObject({ title: { en: { text: null } }, content: { en: { text: '' } } });
  });

  test('[Exports] contents are ordered by id and contain engine dialect for an engine', () => {
    const { story, bare } = translated();
    const { contents } = read(story, { allLocales: true, format: 'unreal' });
    expect(Object.keys(contents)).toEqual(Object.keys(contents).sort());
    expect(contents[bare].content).toEqual({ en: { text: '<p></p>' } });
  });

  test('[Exports] with fallbackContents every language contains its fallback texts', () => {
    const { story, element } = translated();
    const { contents } = read(story, { allLocales: true, fallbackContents: true });
    expect(contents[element].title['de-AT']).toEqual({ text: '<p>Halle</p>' });
    expect(contents[element].content.de).toEqual({ text: '<p>Dark</p>' });
  });

  test('[Exports] notes, board names, attributes, variables and scripts are not localised', () => {
    const { story, board } = translated();
    story.add('note', { boardId: board, x: 1, y: 1, content: '<p>n</p>' });
    const out = read(story, { allLocales: true });
    expect(Object.values(out.notes)).toEqual([expect.objectContaining({ content: '<p>n</p>' })]);
    expect(out.boards[board].name).toBe('Board');
  });
});
