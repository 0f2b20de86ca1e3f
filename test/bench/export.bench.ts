/** Export of a large story, compared with the minimum of work: reading the rows, JSON.stringify, writing the file. */
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openEngine } from '../../main/engine/engine.ts';
import { openReadOnlyDatabase } from '../../main/engine/storage/sqlite.ts';
import { checkStory } from '../../main/exporters/checks/check-story.ts';
import { exportStory } from '../../main/exporters/exporters.ts';
import { systemEnvironment } from '../../main/platform/environment.ts';
import { Project } from '../../shared/model/project.ts';
import { exportFormats } from '../exporter-ids.ts';
import { openFakeRemote } from '../fake-remote.ts';
import { createTestEnvironment } from '../test-environment.ts';
import { measureSeconds, median, type Row, watchTurns } from './measure.ts';
import { largeStory } from './stories.ts';

export async function benchExport(size = 20_000): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'taleport-bench-'));
  const environment = createTestEnvironment();
  const engine = openEngine(folder, environment);
  const { hash } = engine.createProject(largeStory(environment, size, 500));
  const project = engine.getProject(hash);
  const rows: Row[] = [];
  for (const format of exportFormats) {
    const ours: number[] = [];
    const limit: number[] = [];
    for (let round = 0; round < 7; round++) {
      const read = fresh(project);
      ours.push(await measureSeconds(() => writeFileSync(join(folder, 'ours'), exportStory(read, { format, destination: 'file' }))));
      limit.push(await measureSeconds(() => writeFileSync(join(folder, 'limit'), atLeast(folder))));
    }
    const [mine, least] = [median(ours), median(limit)];
    rows.push({
      what: `export of ${size.toLocaleString('en')} elements as ${format}`,
      ours: formatMilliseconds(mine),
      limit: formatMilliseconds(least),
      ratio: mine / least,
      aim: '≤ 1.5 ×',
      number: mine,
    });
  }
  rows.push(await againAfterOneChange(project, size, join(folder, 'again')));
  rows.push(await overHttp(size));
  await engine.close();
  rmSync(folder, { recursive: true });
  return rows;
}

/** An export after one change, compared with what a delivery must do with the same text in any case. */
async function againAfterOneChange(project: Project, size: number, file: string): Promise<Row> {
  const options = { format: 'godot', destination: 'file' } as const;
  const locales = [project.mainLocale];
  exportStory(project, options);
  checkStory(project, 'godot', { locales });
  const ours: number[] = [];
  const limit: number[] = [];
  const elements = [...project.recordsOfKind('element')];
  for (let round = 0; round < 11; round++) {
    const before = project.get(elements[round * 7]?.id ?? '');
    if (!before) throw new Error('no element');
    project.apply([{ before, after: { ...before, content: { en: { text: `<p>Round ${round}</p>` } } } }]);
    let text = '';
    ours.push(
      await measureSeconds(() => {
        checkStory(project, 'godot', { locales });
        text = exportStory(project, options);
      }),
    );
    limit.push(
      await measureSeconds(() => {
        const bytes = Buffer.from(text);
        createHash('sha256').update(bytes).digest('hex');
        writeFileSync(file, bytes);
      }),
    );
  }
  const [mine, least] = [median(ours), median(limit)];
  return {
    what: `check and export again after one change, ${size.toLocaleString('en')} elements`,
    ours: formatMilliseconds(mine),
    limit: `${formatMilliseconds(least)} (encode, hash, write)`,
    ratio: mine / least,
    aim: '≤ 50 ms',
    number: mine,
  };
}

/** How long other requests wait while the service writes an export: the longest turn of its thread, in processor time. */
async function overHttp(size: number): Promise<Row> {
  const remote = await openFakeRemote(systemEnvironment);
  const hash = remote.createProject(largeStory(createTestEnvironment(), size, 500));
  // The project is loaded before, like one that is being edited.
  remote.engine.getProject(hash);
  const turns = watchTurns();
  const longest: number[] = [];
  for (const format of exportFormats) {
    turns.reset();
    const headers = { authorization: `Bearer ${remote.key}` };
    const response = await remote.handle(new Request(`http://remote/api/v1/${hash}/${format}`, { headers }));
    if (!response.ok || !response.body) throw new Error(`${format} was answered ${response.status}`);
    for await (const _ of response.body);
    const { cpu } = turns.longest();
    longest.push(cpu);
  }
  turns.stop();
  await remote.close();
  const most = Math.max(...longest);
  const what = `longest blocking of the service while it exports ${size.toLocaleString('en')} elements, all four formats`;
  return { what, ours: formatMilliseconds(most), limit: '', ratio: Number.NaN, aim: '≤ 50 ms', number: most };
}

/** The same project without any cached text. Reading the records is not part of the measurement. */
const fresh = (project: Project): Project => new Project(project.records());

/** Reads and parses all rows and stringifies the whole: the minimum for any exporter. */
function atLeast(folder: string): string {
  const database = openReadOnlyDatabase(join(folder, 'taleport.sqlite'));
  const all: Record<string, unknown> = {};
  for (const { id, json } of database.prepare('SELECT id, json FROM record').iterate() as Iterable<{ id: string; json: string }>)
    all[id] = JSON.parse(json);
  database.close();
  return JSON.stringify(all);
}

export const formatMilliseconds = (value: number): string => `${(value * 1000).toFixed(0)} ms`;
