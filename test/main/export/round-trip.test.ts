/** Import and export together: what a real file holds comes out again, and what we wrote ourselves comes out the same to the byte. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { exportStory } from '../../../main/export/export-story.ts';
import { importStory } from '../../../main/import/import-story.ts';
import type { ExportFormat } from '../../../shared/findings.ts';
import { Project } from '../../../shared/project.ts';
import type { World } from '../../../shared/world.ts';
import { leftOut, realFiles } from '../../real-files.ts';
import { godotReads, unityReads, unrealReads } from './importers.ts';
import { randomStory } from './random-story.ts';

function stillWorld(): World {
  let made = 0;
  return { now: () => 0, newId: () => `new-${++made}`, random: () => 0 };
}

async function imported(json: unknown, repair = false): Promise<Project> {
  return new Project((await importStory(json, { world: stillWorld(), repair })).records);
}

/** What may differ between a real file and what we write for it, by path (`*` an id, `#` a position), and the rule that says so. */
const explained: readonly [path: RegExp, rule: string][] = [
  [/^boards\.\*\.attributes$/, '[Exports] id array of every board; older files have none'],
  [/^boards\.\*\.comments$/, '[Exports] comments are not carried'],
  [/^boards\.\*\.branches$/, '[Exports] a folder has name and children; one old root has branches too'],
  [/^boards\.\*\.children\.#$/, '[G27] a reference to nothing, left out by the repair'],
  [/^(boards|variables)\.new$/, '[G26] a missing root'],
  [/^(notes|elements|jumpers|branches)\.\*\.(x|y|width|height|autoHeight)$/, '[G28] laid out; ours writes geometry'],
  [/^elements\.\*\.assets$|^components\.\*\.assets$|^assets\.\*/, '[Import rules] asset files are not restored'],
  [/^components\.\*\.customId$/, '[G26] components get generated customIds'],
  [/^attributes\.\*\.(cId|cType)$/, '[G26] taken from their owner'],
  [/^variables\.\*\.cType$/, '[Exports] cType is always written'],
];

/** Where only these two values may stand for each other. */
const rewritten: readonly [path: RegExp, before: RegExp, after: RegExp, rule: string][] = [
  [/^attributes\.\*\.value\.data$/, /^""$/, /^null$/, '[Exports] empty text is null'],
  [/^attributes\.\*\.value\.data$/, /^"Conrad|^"[^<]/, /^"<p>/, '[G21] text without a tag is one paragraph'],
  [/^elements\.\*\.attributes$/, /^\[\]$/, /^undefined$/, '[Exports] absent when empty'],
  [/^(notes|elements)\.\*\.content$/, /^""$/, /^"<p><\/p>"$/, '[Exports] empty content for the engines'],
  [/^elements\.\*\.content$/, /wanda_health < 40/, /wanda_health &lt; 40/, '[G21] canonical entities'],
  [
    /^elements\.\*\.title$/,
    /style=\\"margin-left: 0px\\"/,
    /^"<p>Outside/,
    '[Exports] presentation attributes are dropped for the engines',
  ],
];

function* differences(one: unknown, two: unknown, path: string[]): Generator<[path: string, one: unknown, two: unknown]> {
  if (one === two) return;
  const isBoth =
    typeof one === 'object' && typeof two === 'object' && one !== null && two !== null && Array.isArray(one) === Array.isArray(two);
  if (!isBoth) {
    const named = path.map((step) =>
      /^[\da-f]{8}-[\da-f-]{27}$/.test(step) ? '*' : /^new-\d+$/.test(step) ? 'new' : /^\d+$/.test(step) ? '#' : step,
    );
    yield [named.join('.'), one, two];
    return;
  }
  for (const key of new Set([...Object.keys(one), ...Object.keys(two)]))
    yield* differences(Reflect.get(one, key), Reflect.get(two, key), [...path, key]);
}

function isExplained([path, one, two]: [string, unknown, unknown]): boolean {
  const before = String(JSON.stringify(one));
  const after = String(JSON.stringify(two));
  return (
    explained.some(([at]) => at.test(path)) || rewritten.some(([at, from, to]) => at.test(path) && from.test(before) && to.test(after))
  );
}

describe(`real files${leftOut}`, () => {
  for (const { name, json } of realFiles()) {
    const format: ExportFormat = (['unity', 'unreal', 'godot'] as const).find((engine) => name.startsWith(engine)) ?? 'json';
    const allLocales = name.includes('all-locales');

    test(`[Exports] ${name} comes out as it was, field by field, but for what a rule says`, async () => {
      const text = exportStory(await imported(json, true), { format, as: 'file', allLocales });
      const unexplained = [...differences(json, JSON.parse(text), [])].filter((difference) => !isExplained(difference));
      expect(unexplained).toEqual([]);
    });

    test(`[Exports] ${name} in the formats of the engines is read by their importers`, async () => {
      const project = await imported(json, true);
      unityReads(exportStory(project, { format: 'unity', as: 'file' }));
      godotReads(exportStory(project, { format: 'godot', as: 'file' }));
      unrealReads(exportStory(project, { format: 'unreal', as: 'file' }));
      unrealReads(exportStory(project, { format: 'unreal', as: 'http' }));
    });

    test.each([true, false])(
      `[Exports] ${name} as JSON (all languages: %s), imported and exported again, has the same bytes`,
      async (all) => {
        const once = exportStory(await imported(json, true), { format: 'json', as: 'file', allLocales: all });
        expect(exportStory(await imported(JSON.parse(once)), { format: 'json', as: 'file', allLocales: all })).toBe(once);
      },
    );
  }
});

describe('random stories', () => {
  test('[Exports] JSON with all languages, imported and exported again, has the same bytes', async () => {
    let taken = 0;
    await fc.assert(
      fc.asyncProperty(randomStory, async (story) => {
        const options = { format: 'json' as const, as: 'file' as const, allLocales: true };
        const first = await imported(JSON.parse(exportStory(story.project(), options)));
        const once = exportStory(first, options);
        expect(exportStory(await imported(JSON.parse(once)), options)).toBe(once);
        taken++;
      }),
      { numRuns: 100 },
    );
    expect(taken).toBeGreaterThan(40);
  });

  test('[Exports] a story without assets comes out of JSON as it went in, record by record', async () => {
    await fc.assert(
      fc.asyncProperty(randomStory, async (story) => {
        const project = story.project();
        const again = await imported(JSON.parse(exportStory(project, { format: 'json', as: 'file', allLocales: true })));
        for (const kind of ['board', 'element', 'note', 'jumper', 'branch', 'condition', 'connection', 'variable', 'attribute'] as const) {
          const ids = (of: Project) => [...of.all(kind)].map(({ id }) => id).sort();
          expect(ids(again)).toEqual(ids(project));
        }
        for (const board of project.all('board'))
          for (const list of ['boards', 'elements', 'notes', 'jumpers', 'branches', 'connections', 'attributes'])
            expect(again.list(board.id, list)).toEqual(project.list(board.id, list));
        for (const element of project.all('element'))
          expect(again.list(element.id, 'outputs')).toEqual(project.list(element.id, 'outputs'));
      }),
      { numRuns: 50 },
    );
  });
});
