/** Every export of two stories has the bytes that were recorded and read; the importers take each. After a change that is meant: `npm run goldens`. */
import { describe, expect, test } from 'vitest';
import { checkStory } from '../../../main/exporters/checks/check-story.ts';
import { blocksExport } from '../../../shared/contracts/findings.ts';
import { projectTemplates } from '../../../shared/contracts/ipc/project-calls.ts';
import { t } from '../../../shared/messages/english.ts';
import { gameEngines } from '../../exporter-ids.ts';
import { fileOf, goldenStory, goldensOf, indexOf, readGolden, recorded, stories, templateStory } from './goldens.ts';
import { assertReferencesExist, readers } from './importers.ts';

describe.each(stories)('%s', (story) => {
  test('[Exports] has its recorded bytes in every format and with every option', async () => {
    const goldens = goldensOf(await goldenStory(story));
    expect(recorded(story)).toEqual([...[...goldens.keys()].map(fileOf), 'index.txt'].sort());
    expect(readGolden(story, 'index.txt')).toBe(indexOf(goldens));
    for (const [name, { text }] of goldens) expect(text === readGolden(story, fileOf(name)), `${story}/${fileOf(name)}`).toBe(true);
  });

  test('[Exports] each file is read by its importer if the check reports no error; several languages in one file are only allowed for Unreal', async () => {
    const project = await goldenStory(story);
    let read = 0;
    for (const file of recorded(story).filter((name) => name.endsWith('.json'))) {
      const text = readGolden(story, file);
      const [shape = '', ...options] = file.slice(0, -'.json'.length).split('.');
      const engine = gameEngines.find((each) => shape.startsWith(each));
      const isGodotHttp = shape === 'godot-http';
      if (options.includes('all') || !engine) continue;
      const locales = [project.projectRecord.locales.find(({ iso }) => options.includes(iso))?.iso ?? project.mainLocale];
      const findings = checkStory(project, engine, { locales, fallbackContents: options.includes('fallback') });
      const isRefused = isGodotHttp || findings.some(blocksExport);
      if (isRefused) expect(() => readers[engine](text), file).toThrow();
      else readers[engine](text);
      if (isGodotHttp && !findings.some(blocksExport)) readers.godot(JSON.stringify(JSON.parse(text).project));
      if (engine !== 'unreal' || !shape.endsWith('http')) assertReferencesExist(JSON.parse(text).project ?? JSON.parse(text));
      read++;
    }
    expect(read).toBeGreaterThan(2);
  });
});

test.each(projectTemplates)('[Exports] the template %s has no errors that hold exports back for any engine', async (template) => {
  const project = await templateStory(template);
  for (const engine of gameEngines) {
    const errors = checkStory(project, engine).filter(blocksExport);
    expect(errors).toEqual(template === 'empty' ? [expect.objectContaining({ rule: 'missing-start' })] : []);
  }
});

test.each(projectTemplates)('[Exports] the template %s does the same in every engine as in Taleport', async (template) => {
  const project = await templateStory(template);
  for (const engine of gameEngines) {
    const findings = checkStory(project, engine).filter(({ stopsGame, rule }) => stopsGame || rule === 'differs-in-game');
    expect(findings.map(({ message }) => t(message))).toEqual([]);
  }
});
