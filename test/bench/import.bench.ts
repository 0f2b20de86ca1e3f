/** Import of a large file until it is on the disk, beside parsing it and writing its records as bare rows in one transaction. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openEngine } from '../../main/engine/engine.ts';
import { openDatabase } from '../../main/engine/storage/sqlite.ts';
import { exportStory } from '../../main/exporters/exporters.ts';
import { importStory } from '../../main/importers/import-story.ts';
import { Project } from '../../shared/model/project.ts';
import { createTestEnvironment } from '../test-environment.ts';
import { formatMilliseconds } from './export.bench.ts';
import { measureSeconds, median, type Row } from './measure.ts';
import { largeStory } from './stories.ts';

export async function benchImport(size = 20_000): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'taleport-bench-'));
  const file = join(folder, 'story.json');
  const environment = createTestEnvironment();
  writeFileSync(file, exportStory(new Project(largeStory(environment, size, 500)), { format: 'json', destination: 'file' }));
  const engine = openEngine(folder, environment);
  const bare = openDatabase(join(folder, 'bare.sqlite'));
  bare.exec('CREATE TABLE record (run INTEGER, id TEXT, json TEXT, PRIMARY KEY (run, id)) WITHOUT ROWID');
  const put = bare.prepare('INSERT INTO record VALUES (?, ?, ?)');
  const [ours, limit]: [number[], number[]] = [[], []];
  for (let round = 0; round < 5; round++) {
    ours.push(
      await measureSeconds(async () => {
        const { records } = await importStory(JSON.parse(readFileSync(file, 'utf8')), { environment: environment });
        engine.createProject(records);
      }),
    );
    limit.push(
      await measureSeconds(
        bare.transaction(() => {
          const story = JSON.parse(readFileSync(file, 'utf8')) as Record<string, Record<string, object>>;
          for (const [kind, records] of Object.entries(story))
            if (typeof records === 'object' && records !== null)
              for (const [id, record] of Object.entries(records)) put.run(round, `${kind}/${id}`, JSON.stringify(record));
        }),
      ),
    );
  }
  const once = ['--disable-warning=ExperimentalWarning', join(import.meta.dirname, 'import-once.ts'), file];
  const megabytes = Number(execFileSync(process.execPath, once, { encoding: 'utf8' }));
  await engine.close();
  bare.close();
  rmSync(folder, { recursive: true });
  const [mine, least] = [median(ours), median(limit)];
  return [
    {
      what: `import of ${size.toLocaleString('en')} elements, until stored on disk`,
      ours: formatMilliseconds(mine),
      limit: formatMilliseconds(least),
      ratio: mine / least,
      aim: '≤ 5 s',
      number: mine,
    },
    {
      what: 'peak memory of a process that imports and opens it',
      ours: `${megabytes} MB`,
      limit: '',
      ratio: Number.NaN,
      aim: '≤ 1 GB',
      number: megabytes,
    },
  ];
}
