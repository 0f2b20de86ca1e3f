/** Import and export together: the content of a real file is exported again, and Taleport's own exports byte for byte. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { exportStory } from '../../../main/exporters/exporters.ts';
import { importStory } from '../../../main/importers/import-story.ts';
import { Project } from '../../../shared/model/project.ts';
import { readHostedExports, skippedSuffix } from '../../hosted-exports.ts';
import { cases } from '../../rounds.ts';
import { countingEnvironment } from './counting-environment.ts';
import { differencesOf } from './differences.ts';
import { readAsGodot, readAsUnity, readAsUnreal } from './importers.ts';
import { randomStory } from './random-story.ts';

async function imported(json: unknown, repair = false): Promise<Project> {
  return new Project((await importStory(json, { environment: countingEnvironment(), repair })).records);
}

const hostedExports = readHostedExports();

describe.skipIf(hostedExports.length === 0)(`real files${skippedSuffix}`, () => {
  for (const file of hostedExports) {
    const { name, json } = file;

    test.each([false, true])(
      `[Exports] ${name} is exported unchanged, field by field and key by key, except where a rule allows it (files beside it: %s)`,
      async (withFiles) => {
        const unexplained = (await differencesOf(file, { withFiles })).filter(({ rule }) => rule === null);
        expect(unexplained).toEqual([]);
      },
    );

    test(`[Exports] ${name} in the formats of the engines is read by their importers`, async () => {
      const project = await imported(json, true);
      readAsUnity(exportStory(project, { format: 'unity', destination: 'file' }));
      readAsGodot(exportStory(project, { format: 'godot', destination: 'file' }));
      readAsUnreal(exportStory(project, { format: 'unreal', destination: 'file' }));
      readAsUnreal(exportStory(project, { format: 'unreal', destination: 'http' }));
    });

    test.each([true, false])(
      `[Exports] ${name} as JSON (all languages: %s), imported and exported again, has the same bytes`,
      async (all) => {
        const once = exportStory(await imported(json, true), { format: 'json', destination: 'file', allLocales: all });
        expect(exportStory(await imported(JSON.parse(once)), { format: 'json', destination: 'file', allLocales: all })).toBe(once);
      },
    );
  }
});

describe('random stories', () => {
  test('[Exports] JSON with all languages, imported and exported again, has the same bytes', async () => {
    await fc.assert(
      fc.asyncProperty(randomStory, async (story) => {
        const options = { format: 'json' as const, destination: 'file' as const, allLocales: true };
        const first = await imported(JSON.parse(exportStory(story.project(), options)));
        const once = exportStory(first, options);
        expect(exportStory(await imported(JSON.parse(once)), options)).toBe(once);
      }),
      { numRuns: cases(100) },
    );
  });

  test('[Exports] a story without assets is unchanged by a JSON round trip, record by record', async () => {
    await fc.assert(
      fc.asyncProperty(randomStory, async (story) => {
        const project = story.project();
        const again = await imported(JSON.parse(exportStory(project, { format: 'json', destination: 'file', allLocales: true })));
        for (const kind of ['board', 'element', 'note', 'jumper', 'branch', 'condition', 'connection', 'variable', 'attribute'] as const) {
          const ids = (of: Project) => [...of.recordsOfKind(kind)].map(({ id }) => id).sort();
          expect(ids(again)).toEqual(ids(project));
        }
        for (const board of project.recordsOfKind('board'))
          for (const list of ['boards', 'elements', 'notes', 'jumpers', 'branches', 'connections', 'attributes'])
            expect(again.childIds(board.id, list)).toEqual(project.childIds(board.id, list));
        for (const element of project.recordsOfKind('element'))
          expect(again.childIds(element.id, 'outputs')).toEqual(project.childIds(element.id, 'outputs'));
      }),
      { numRuns: cases(50) },
    );
  });
});
