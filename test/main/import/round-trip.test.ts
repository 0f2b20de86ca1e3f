/** What our JSON export writes comes in again as the same story. */
import { expect, test } from 'vitest';
import { exportStory } from '../../../main/export/export-story.ts';
import { importStory } from '../../../main/import/import-story.ts';
import { templateStory } from '../../../main/import/templates.ts';
import { templates } from '../../../shared/ipc/calls.ts';
import { Project } from '../../../shared/project.ts';
import { leftOut, realFiles } from '../../real-files.ts';
import { stillWorld } from '../../world.ts';

const options = { format: 'json', allLocales: true, as: 'file' } as const;
const open = async (json: unknown) => {
  const { records, notes } = await importStory(json, { world: stillWorld(), repair: true });
  return { text: exportStory(new Project(records), options), notes };
};

test.each(templates)('[Exports] %s comes back byte for byte, with nothing to note', async (template) => {
  const { text } = await open(templateStory(template, stillWorld(5)));
  expect(await open(JSON.parse(text))).toEqual({ text, notes: [] });
});

test(`[Exports] the real files come back byte for byte, with nothing to note${leftOut}`, async () => {
  for (const { name, json } of realFiles()) {
    const { text } = await open(json);
    expect(await open(JSON.parse(text)), name).toEqual({ text, notes: [] });
  }
});
