/**
 * A complete target: 20,000 elements, 2,000 assets and 10 languages, exported to a game folder. Compared with the minimum of work: `cp` of
 * the same files and flushing each to the disk, and reading, stringifying and writing the JSON.
 */
import { execFileSync } from 'node:child_process';
import {
  closeSync,
  fsyncSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openFileStore } from '../../main/assets/file-store.ts';
import type { PendingFile } from '../../main/assets/pending-files.ts';
import { openTextArchive } from '../../main/delivery/history/text-archive.ts';
import { createTargetRenderer } from '../../main/delivery/target/render-target.ts';
import { openTargetService } from '../../main/delivery/target/target-service.ts';
import { openEngine } from '../../main/engine/engine.ts';
import { ExportSnapshots } from '../../main/exporters/export-snapshots.ts';
import { systemEnvironment } from '../../main/platform/environment.ts';
import { mapConcurrently } from '../../main/platform/job-queue.ts';
import { reserveDiskThreads } from '../../main/platform/time-limited-disk.ts';
import { delay, systemTimer } from '../../main/platform/timer.ts';
import type { TargetSettings } from '../../shared/contracts/targets.ts';
import { type AnyRecord, getKind } from '../../shared/model/kinds/kinds.ts';
import { ranksBetween } from '../../shared/model/rank.ts';
import { createTestEnvironment } from '../test-environment.ts';
import { pause } from './disk.bench.ts';
import { formatMilliseconds } from './export.bench.ts';
import { measureSeconds, median, type Row, watchTurns } from './measure.ts';
import { largeStory } from './stories.ts';

const isos = ['en', 'de', 'fr', 'es', 'it', 'pt', 'pl', 'cs', 'ja', 'ko'];
const limits = { fileBytes: 1e9, projectBytes: 1e11, imagePixels: 1e9 };

export async function benchTargets(elements = 20_000, assets = 2000): Promise<Row[]> {
  reserveDiskThreads();
  const folder = mkdtempSync(join(tmpdir(), 'taleport-bench-'));
  const environment = createTestEnvironment();
  const engine = openEngine(folder, environment);
  const vault = openFileStore(join(folder, 'vault'), engine.openKeyValueStore('files'), systemEnvironment);
  const held: PendingFile[] = [];
  for (let count = 0; count < assets; count += 1)
    held.push(await vault.storePending(null, { name: `picture ${count}.png`, bytes: picture(count), limits }));
  const story = translated(largeStory(environment, elements, 500));
  const root = story.find(({ kind }) => kind === 'project')?.roots as { asset: string };
  const records = [
    ...story,
    ...assetRecords(
      root.asset,
      held.map(({ stored }) => stored.file),
    ),
  ];
  const { hash } = engine.createProject(records, (made) => [vault.rowsToCommit(made, held)]);
  vault.confirmCommitted(hash, held);
  const element = records.find(({ kind }) => kind === 'element')?.id ?? '';

  const rows: Row[] = [];
  const before = process.resourceUsage().maxRSS;
  for (const [words, settings] of [
    ['one language', { locales: 'main' }],
    ['10 languages', { locales: 'all' }],
  ] as const) {
    const game = mkdtempSync(join(tmpdir(), 'taleport-game-'));
    mkdirSync(join(game, 'Assets'));
    mkdirSync(join(game, 'ProjectSettings'));
    writeFileSync(join(game, 'ProjectSettings', 'ProjectVersion.txt'), 'm_EditorVersion: 6000.0.1f1\n');
    let delivered = (): void => undefined;
    const targets = await openTargetService({
      store: engine.openKeyValueStore('targets'),
      environment: systemEnvironment,
      render: createTargetRenderer(new ExportSnapshots(engine), vault),
      versionOf: (of) => engine.getVersion(of).version,
      locate: (of, file) => vault.findPath(of, file),
      archive: openTextArchive(join(folder, 'exports')),
      log: console.error,
      emit: (event) => event.event === 'target.delivered' && delivered(),
    });
    const stop = engine.onEvent((event) => event.event === 'project.changed' && targets.onProjectChanged(event.hash));
    let id = '';
    engine.getProject(hash);
    const turns = watchTurns();
    const full = await measureSeconds(async () => {
      ({ id } = await targets.add({ hash, folder: game, settings: settings as Partial<TargetSettings> }));
    });
    const atFirst = turns.longest();
    const where = join(game, 'Assets', 'Arcweave');
    const copied = await measureSeconds(() => copyAndFlush(where, join(folder, `copy ${words}`)));
    const file = join(where, 'project.json');
    const least = median(
      await several(3, () => writeFileSync(join(folder, 'limit'), JSON.stringify(JSON.parse(readFileSync(file, 'utf8'))))),
    );
    const files = settings.locales === 'all' ? isos.length : 1;
    rows.push(
      row(
        `full export, ${elements} elements, ${assets} assets, ${words}`,
        full,
        copied + files * least,
        'cp, fsync; parse, stringify, write',
      ),
    );

    const unchanged = median(
      await several(5, async () => {
        const [done] = await targets.run({ id });
        if ((done?.written.length ?? 0) + (done?.removed.length ?? 0) > 0) throw new Error('An unchanged export wrote files');
      }),
    );
    rows.push(row(`unchanged export, ${words}: 0 files written`, unchanged, files * least, 'parse, stringify, write'));

    await targets.history(id);
    turns.reset();
    let round = 0;
    for (const [what, touched, change] of [
      ['a changed text', 1, () => ({ content: `<p>Round ${round}</p>` })],
      ['a moved element', files, () => ({ x: round * 10 })],
    ] as const) {
      if (what === 'a moved element' && files === 1) continue;
      const took = median(
        await several(6, async () => {
          round += 1;
          const done = new Promise<void>((resolve) => {
            delivered = resolve;
          });
          engine.execute(hash, { do: 'change', kind: 'element', id: element, fields: change() }, 'user');
          await done;
        }),
      );
      const bytes = touched * statSync(file).size;
      const written = median(await several(3, () => writeAll(folder, file, touched)));
      const limit = `${formatMilliseconds(touched * least)} (parse, stringify, write); ${formatMilliseconds(written)} (write, fsync ${Math.round(bytes / 1e6)} MB)`;
      rows.push({
        what: `from ${what} to the disk, ${words}: ${touched === 1 ? '1 file' : `${touched} files`}, first edit after a pause`,
        ours: formatMilliseconds(took),
        limit,
        ratio: took / (touched * least),
        aim: files === 1 ? '≤ 300 ms' : '',
        number: took,
      });
    }
    const held = turns.longest();
    turns.stop();
    const [stop1, stop2] = [held, atFirst].map(
      ({ cpu, delay }) => `${formatMilliseconds(cpu)} (${formatMilliseconds(delay)} including everything else that runs)`,
    );
    rows.push({
      what: `longest blocking of the delivering thread, ${words}`,
      ours: `${stop1}; during the first export ${stop2}`,
      limit: 'the window has its own thread',
      ratio: Number.NaN,
      aim: '≤ 50 ms',
      number: held.cpu,
    });
    rows.push({
      what: `peak memory of the process, ${words}`,
      ours: `${Math.round(process.resourceUsage().maxRSS / 1000)} MB`,
      limit: `${Math.round(before / 1000)} MB (the story, before a target exists)`,
      ratio: process.resourceUsage().maxRSS / before,
      aim: '',
      number: process.resourceUsage().maxRSS,
    });
    stop();
    await targets.remove(id);
    await targets.close();
    rmSync(game, { recursive: true });
  }
  await vault.close();
  await engine.close();
  rmSync(folder, { recursive: true });
  return rows;
}

/** The minimum of work for files that survive a power failure: `cp`, and then flushing each, several at once. */
async function copyAndFlush(from: string, to: string): Promise<void> {
  execFileSync('cp', ['-r', '--reflink=auto', from, to]);
  const entries = readdirSync(to, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  await mapConcurrently(16, entries, async ({ parentPath, name }) => {
    const file = await open(join(parentPath, name), 'r+');
    await file.sync();
    await file.close();
  });
}

/** The minimum of work for a change of this many files of this length. */
function writeAll(folder: string, file: string, count: number): void {
  const bytes = readFileSync(file);
  for (let at = 0; at < count; at += 1) {
    const to = openSync(join(folder, `limit ${at}`), 'w');
    writeFileSync(to, bytes);
    fsyncSync(to);
    closeSync(to);
  }
}

const row = (what: string, ours: number, least: number, of: string): Row => ({
  what,
  ours: formatMilliseconds(ours),
  limit: Number.isNaN(least) ? of : `${formatMilliseconds(least)} (${of})`,
  ratio: ours / least,
  aim: '',
  number: ours,
});

async function several(count: number, run: () => unknown): Promise<number[]> {
  const times: number[] = [];
  for (let round = 0; round < count; round += 1) {
    await delay(systemTimer, pause);
    times.push(await measureSeconds(run));
  }
  return times;
}

/** Each element in all languages. */
function translated(records: readonly AnyRecord[]): AnyRecord[] {
  const locales = isos.map((iso) => ({ iso, name: iso, base: iso === 'en' ? null : 'en' }));
  return records.map((record): AnyRecord => {
    if (record.kind === 'project') return { ...record, locales };
    if (record.kind !== 'element') return record;
    const { en } = record.content as { en: { text: string } };
    return { ...record, content: Object.fromEntries(isos.map((iso) => [iso, { text: en.text.replace('<p>', `<p>${iso} `) }])) };
  });
}

function assetRecords(parentId: string, files: readonly string[]): AnyRecord[] {
  const ranks = ranksBetween(null, null, files.length);
  return files.map((file, at): AnyRecord => {
    const id = `a55e7000-0000-4000-8000-${String(at).padStart(12, '0')}`;
    return {
      ...getKind('asset').defaults,
      kind: 'asset',
      id,
      rank: ranks[at] ?? '',
      parentId,
      type: 'image',
      name: `picture ${at}.png`,
      file,
    };
  });
}

/** The header of an image, then noise. Most are small; every twentieth has a megabyte. */
async function* picture(count: number): AsyncGenerator<Uint8Array> {
  const size = count % 20 === 0 ? 1_000_000 : 30_000;
  const head = Buffer.from('89504e470d0a1a0a0000000d49484452000000400000004008060000', 'hex');
  yield Buffer.concat([head, Buffer.alloc(5), Buffer.from(`picture ${count}`.repeat(Math.ceil(size / 10)))]).subarray(0, size);
}
