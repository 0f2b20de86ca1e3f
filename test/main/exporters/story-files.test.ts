/** The files of a target, by engine and languages. */
import { describe, expect, test } from 'vitest';
import { describeExporters, exportStory } from '../../../main/exporters/exporters.ts';
import type { PluginKnowledge } from '../../../main/exporters/plugin-version.ts';
import { selectedLocales } from '../../../main/exporters/story-files.ts';
import { exportFormats } from '../../exporter-ids.ts';
import { en, smallStory } from './build-project.ts';
import { writtenFiles } from './written-files.ts';

const locales = [
  { iso: 'de', name: 'Deutsch', base: 'en' },
  { iso: 'en', name: 'English', base: null },
  { iso: 'pt-BR', name: 'Português', base: 'en' },
];

function translated() {
  const { story, element } = smallStory({ locales });
  story.change(element, { title: { ...en('<p>Hall</p>'), de: { text: '<p>Halle</p>' } } });
  return { project: story.project(), element };
}
const settings = { fallbackContents: false };
const paths = (files: { path: string }[]) => files.map(({ path }) => path);

test('[Exports] the story is where each importer reads it', () => {
  const { project } = translated();
  const matches = exportFormats.map((engine) => paths(writtenFiles(project, engine, { ...settings, locales: 'main' })));
  expect(matches).toEqual([
    ['project.json'],
    ['Assets/Arcweave/project.json'],
    ['Content/ArcweaveExport/project.json'],
    ['arcweave/project.json'],
  ]);
});

test('the description of an exporter names the main story file, also where one other language is exported', () => {
  const { project } = translated();
  for (const { id, storyPath } of describeExporters())
    for (const chosen of ['main' as const, ['de']])
      expect(paths(writtenFiles(project, id, { ...settings, locales: chosen }))).toEqual([storyPath]);
});

test('[Exports] the file is that of a game project: bare, and as the export of a file', () => {
  const { project } = translated();
  for (const format of exportFormats) {
    const [file] = writtenFiles(project, format, { ...settings, locales: 'main' });
    expect(file?.text).toBe(exportStory(project, { format, destination: 'file' }));
    expect(JSON.parse(file?.text ?? '')).not.toHaveProperty('project');
  }
});

describe('several languages', () => {
  test('[Exports] are a file each for Unity and Godot, the main one in project.json', () => {
    const { project, element } = translated();
    for (const [engine, folder] of [
      ['unity', 'Assets/Arcweave'],
      ['godot', 'arcweave'],
    ] as const) {
      const files = writtenFiles(project, engine, { ...settings, locales: 'all' });
      expect(paths(files)).toEqual([`${folder}/project.json`, `${folder}/project.de.json`, `${folder}/project.pt-BR.json`]);
      const titles = files.map(({ text }) => JSON.parse(text).elements[element].title);
      expect(titles).toEqual(['<p>Hall</p>', '<p>Halle</p>', null]);
    }
  });

  test('[Exports] are one file for JSON', () => {
    const { project } = translated();
    for (const chosen of ['all' as const, ['en', 'de']]) {
      const files = writtenFiles(project, 'json', { ...settings, locales: chosen });
      expect(files).toHaveLength(1);
      expect(JSON.parse(files[0]?.text ?? '').locales).toHaveLength(chosen === 'all' ? 3 : 2);
    }
  });

  test('[Exports] are rejected for Unreal, whose folder contains one file with one language', () => {
    const { project, element } = translated();
    for (const chosen of ['all' as const, ['en', 'de']])
      expect(() => writtenFiles(project, 'unreal', { ...settings, locales: chosen })).toThrow('must be one language');
    const [file, ...others] = writtenFiles(project, 'unreal', { ...settings, locales: ['de'] });
    expect(others).toEqual([]);
    expect(JSON.parse(file?.text ?? '').elements[element].title).toBe('<p>Halle</p>');
  });

  test('[Exports] selected languages for JSON are in one file with the main one, and none is based on a missing one', () => {
    const { story, element } = smallStory({ locales: [...locales, { iso: 'de-AT', name: 'x', base: 'de' }] });
    story.change(element, { title: { ...en('<p>Hall</p>'), de: { text: '<p>Halle</p>' } } });
    const [file, ...others] = writtenFiles(story.project(), 'json', { fallbackContents: true, locales: ['de-AT', 'pt-BR'] });
    expect(others).toEqual([]);
    const written = JSON.parse(file?.text ?? '');
    expect(written.locales).toEqual([
      { iso: 'en', name: 'English', base: null },
      { iso: 'pt-BR', name: 'Português', base: 'en' },
      { iso: 'de-AT', name: 'x', base: 'en' },
    ]);
    // Fallback texts are found as before.
    expect(written.contents[element].title).toEqual({
      en: { text: '<p>Hall</p>' },
      'pt-BR': { text: '<p>Hall</p>' },
      'de-AT': { text: '<p>Halle</p>' },
    });
    expect(Object.keys(written.contents[element]._status)).toEqual(['pt-BR', 'de-AT']);
  });

  test('[Exports] one file for each language is an option for JSON', () => {
    const { project } = translated();
    const each = { ...settings, fileEach: true, locales: ['en', 'de'] };
    expect(paths(writtenFiles(project, 'json', each))).toEqual(['project.json', 'project.de.json']);
  });

  test('[Exports] one chosen language is the only file', () => {
    const { project, element } = translated();
    for (const engine of exportFormats) {
      const files = writtenFiles(project, engine, { ...settings, locales: ['de'] });
      expect(files).toHaveLength(1);
      expect(files[0]?.path).toMatch(/(^|\/)project\.json$/);
      expect(JSON.parse(files[0]?.text ?? '').elements[element].title).toBe('<p>Halle</p>');
    }
  });

  test('[Exports] where the main one is not chosen the first chosen one is project.json', () => {
    const { project } = translated();
    expect(selectedLocales(project, { locales: ['pt-BR', 'de'] })).toEqual(['pt-BR', 'de']);
    expect(selectedLocales(project, { locales: ['pt-BR', 'en', 'pt-BR'] })).toEqual(['en', 'pt-BR']);
    expect(paths(writtenFiles(project, 'godot', { ...settings, locales: ['pt-BR', 'de'] }))).toEqual([
      'arcweave/project.json',
      'arcweave/project.de.json',
    ]);
  });

  test('[Exports] all languages of a story that has one are its plain form', () => {
    const { story } = smallStory();
    const files = writtenFiles(story.project(), 'unreal', { ...settings, locales: 'all' });
    expect(JSON.parse(files[0]?.text ?? '')).not.toHaveProperty('contents');
  });

  test('[Exports] languages whose names a file system would confuse or reject have distinct files', () => {
    const { story } = smallStory({
      locales: [...locales, { iso: 'PT-br', name: 'x', base: 'en' }, { iso: '../a', name: 'y', base: 'en' }],
    });
    expect(paths(writtenFiles(story.project(), 'godot', { ...settings, locales: 'all' })).slice(1)).toEqual([
      'arcweave/project.de.json',
      'arcweave/project.pt-BR.json',
      'arcweave/project.PT-br_2.json',
      'arcweave/project.___a.json',
    ]);
  });

  test('[Exports] a removed language is left out, and the main language remains', () => {
    const { project } = translated();
    const pathsFor = (chosen: string[]) => paths(writtenFiles(project, 'godot', { ...settings, locales: chosen }));
    expect(pathsFor(['en', 'fr', 'de'])).toEqual(pathsFor(['en', 'de']));
    expect(selectedLocales(project, { locales: ['fr'] })).toEqual(['en']);
  });
});

test('[Exports] a file for Unreal has all languages if the plug-in in the game is known to read them, and is indented unless it is compact', () => {
  const { project, element } = translated();
  const write = (knowledge: PluginKnowledge & { readonly compact?: boolean }) =>
    writtenFiles(project, 'unreal', { ...settings, locales: 'all', ...knowledge });
  const found = (number: string) => ({ foundPlugin: { number, versionId: null, source: 'arcweave.uplugin' } });
  for (const knowledge of [{ pluginVersion: '2.2.0' }, found('2.2'), found('2.4')]) {
    const [file, ...others] = write(knowledge);
    expect([file?.path, others]).toEqual(['Content/ArcweaveExport/project.json', []]);
    const story = JSON.parse(file?.text ?? '');
    expect(story.contents[element].title).toMatchObject({ en: expect.anything(), de: expect.anything() });
    expect(story.locales.map(({ iso }: { iso: string }) => iso)).toEqual(locales.map(({ iso }) => iso));
  }
  // A version that is only assumed may not read them.
  for (const knowledge of [{}, { pluginVersion: '1.1' }, found('1.1'), { pluginVersion: '1.1', ...found('2.2') }])
    expect(() => write(knowledge)).toThrow('must be one language');
  const [indented, compact] = [false, true].map((isCompact) => write({ pluginVersion: '2.2.0', compact: isCompact })[0]?.text ?? '');
  expect(indented).toContain('\n    "boards": {\n');
  expect(compact).not.toContain('\n');
  expect(JSON.parse(compact ?? '')).toEqual(JSON.parse(indented ?? ''));
});
