/**
 * Any events in any order (edits, other languages, external writes and deletions, the user's choices, faults,
 * restarts): no file that Taleport did not export is changed or removed, and each exported file is complete.
 */

import { rmSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ExportFormat } from '../../exporter-ids.ts';
import { cases, expectEnough } from '../../rounds.ts';
import { type Bench, openBench, pathOf, Story } from './bench.ts';
import { FaultyDisk } from './faulty-disk.ts';
import { gameProject, initialFilesOf, readAllFiles, writeTextFile } from './game.ts';
import { ManualTimer } from './manual-timer.ts';

type Step =
  | { readonly do: 'edit'; readonly text: string }
  | { readonly do: 'locales'; readonly fr: boolean }
  | { readonly do: 'foreignWrite' | 'foreignDelete'; readonly at: number; readonly text: string }
  | { readonly do: 'lastMoment'; readonly at: number; readonly text: string }
  | { readonly do: 'resolve'; readonly choice: 'restore' | 'keep' | 'restoreKept' }
  | { readonly do: 'fault'; readonly call: 'write' | 'replace' | 'sync' | 'remove' }
  | { readonly do: 'restart' };

const at = fc.nat({ max: 3 });
const text = fc.constantFrom('a', 'b', 'c');
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ do: fc.constant('edit' as const), text }),
  fc.record({ do: fc.constant('locales' as const), fr: fc.boolean() }),
  fc.record({ do: fc.constantFrom('foreignWrite' as const, 'foreignDelete' as const), at, text }),
  fc.record({ do: fc.constant('lastMoment' as const), at, text }),
  fc.record({ do: fc.constant('resolve' as const), choice: fc.constantFrom('restore' as const, 'keep' as const, 'restoreKept' as const) }),
  fc.record({
    do: fc.constant('fault' as const),
    call: fc.constantFrom('write' as const, 'replace' as const, 'sync' as const, 'remove' as const),
  }),
  fc.record({ do: fc.constant('restart' as const) }),
);

const sideOf = (path: string): string => path.replace('.json', '.fr.json');
/** The paths where another program writes: exported ones, exported ones in French, and two that an export never has. */
const placesOf = (engine: ExportFormat): string[] => [pathOf[engine], sideOf(pathOf[engine]), `${pathOf[engine]}.meta`, 'readme.md'];

/** What another program wrote, by path; null if it deleted the file. Removed once the user chose to overwrite it. */
type ForeignFiles = Map<string, string | null>;

test('[Targets] files of other programs are never changed or removed', async () => {
  let withForeignWrites = 0;
  let delivered = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom<ExportFormat>('unity', 'godot', 'json'),
      fc.array(step, { minLength: 4, maxLength: 14 }),
      async (engine, steps) => {
        const disk = new FaultyDisk();
        const timer = new ManualTimer();
        const folder = gameProject(engine);
        const story = new Story();
        const given = { disk, timer, story };
        let bench: Bench = await openBench(given);
        const { id } = await bench.targets.add({ hash: 'castle', folder, engine });
        const foreignFiles: ForeignFiles = new Map();
        let [foreignWrites, deliveries] = [0, 0];
        const foreign = (path: string, content: string | null): void => {
          foreignWrites += 1;
          if (content === null) rmSync(join(folder, path), { force: true });
          else writeTextFile(folder, path, content);
          foreignFiles.set(path, content);
        };
        for (const [index, one] of steps.entries()) {
          const place = 'at' in one ? (placesOf(engine)[one.at] ?? '') : '';
          if (one.do === 'edit') story.text = one.text;
          if (one.do === 'locales') await bench.targets.changeSettings(id, { locales: one.fr ? ['fr'] : 'main' });
          if (one.do === 'foreignWrite') foreign(place, `theirs ${index}: ${one.text}`);
          if (one.do === 'foreignDelete') foreign(place, null);
          if (one.do === 'lastMoment') {
            let left = 1;
            story.text = one.text;
            disk.before = (call) => {
              if (call === 'replace' && left-- > 0) foreign(place, `theirs ${index}`);
            };
          }
          if (one.do === 'resolve') {
            // What is shown to the user may be overwritten after `restore`, and what was kept before after `restoreKept`.
            await attempt(bench);
            for (const path of placesOf(engine).slice(0, 2)) if (mayRestore(bench, path, one.choice)) foreignFiles.delete(path);
            await bench.targets.resolve(id, one.choice);
          }
          if (one.do === 'fault') {
            story.text = `${story.text}'`;
            disk.fail(one.call, 'EIO', 1);
          }
          if (one.do === 'restart') {
            await bench.targets.close();
            bench = await openBench({ ...given, keyValueStore: bench.keyValueStore });
          }
          deliveries += await attempt(bench);
          disk.before = () => undefined;
          disk.heal();
          expectUnharmed(engine, folder, foreignFiles, story);
        }
        if (foreignWrites > 0) withForeignWrites += 1;
        if (deliveries > 0) delivered += 1;
        await bench.targets.close();
      },
    ),
    { numRuns: cases(40) },
  );
  expectEnough(withForeignWrites, cases(40), 0.5);
  expectEnough(delivered, cases(40), 0.3);
});

const mayRestore = (bench: Bench, path: string, choice: 'restore' | 'keep' | 'restoreKept'): boolean => {
  const status = bench.targets.list()[0]?.status;
  if (choice === 'restore') return status?.foreign.some((one) => one.path === path) === true;
  return choice === 'restoreKept' && status?.kept.first.includes(path) === true;
};

const attempt = (bench: Bench): Promise<number> =>
  bench.targets.run({}).then(
    (done) => done.reduce((sum, { written }) => sum + written.length, 0),
    () => 0,
  );

function expectUnharmed(engine: ExportFormat, folder: string, foreignFiles: ForeignFiles, story: Story): void {
  const files = readAllFiles(folder);
  const known = new Set(Object.keys(initialFilesOf(engine)));
  for (const [path, content] of Object.entries(initialFilesOf(engine)))
    if (!foreignFiles.has(path)) expect([path, files[path]]).toEqual([path, content]);
  for (const [path, content] of foreignFiles) {
    // A program that writes exactly our bytes returns the file to us; only then may a deleted file be written again.
    if (content === null) continue;
    expect([path, files[path]]).toEqual([path, content]);
  }
  for (const [path, content] of Object.entries(files)) {
    if (known.has(path) || foreignFiles.has(path)) continue;
    expect(placesOf(engine)).toContain(path);
    expect(content.endsWith('}\n')).toBe(true);
  }
  expect(story.text).not.toBe('');
}
