/** Taleport's JSON export is imported as the same story. */
import { expect, test } from 'vitest';
import { exportStory } from '../../../main/exporters/exporters.ts';
import { importStory } from '../../../main/importers/import-story.ts';
import { createTemplateStory } from '../../../main/importers/templates.ts';
import { projectTemplates } from '../../../shared/contracts/ipc/project-calls.ts';
import { Project } from '../../../shared/model/project.ts';
import { readHostedExports, skippedSuffix } from '../../hosted-exports.ts';
import { createTestEnvironment } from '../../test-environment.ts';

const options = { format: 'json', allLocales: true, destination: 'file' } as const;
const open = async (json: unknown) => {
  const { records, notes } = await importStory(json, { environment: createTestEnvironment(), repair: true });
  return { text: exportStory(new Project(records), options), notes };
};

test.each(projectTemplates)('[Exports] %s is unchanged byte for byte, without notes', async (template) => {
  const { text } = await open(createTemplateStory(template, createTestEnvironment(5)));
  expect(await open(JSON.parse(text))).toEqual({ text, notes: [] });
});

test(`[Exports] the real files are unchanged byte for byte, without notes${skippedSuffix}`, async () => {
  for (const { name, json } of readHostedExports()) {
    const { text } = await open(json);
    expect(await open(JSON.parse(text)), name).toEqual({ text, notes: [] });
  }
});
