/** Commands per second of the engine, compared with bare better-sqlite3 transactions that write the same rows with the same durability. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openEngine } from '../../main/engine/engine.ts';
import { createTestEnvironment } from '../test-environment.ts';
import { bareWriter } from './bare-writer.ts';
import { median, type Row } from './measure.ts';
import { largeStory } from './stories.ts';

const rounds = 40;
const commands = 25;

export async function benchEngine(sizes = [100, 10_000, 100_000]): Promise<Row[]> {
  const rows: Row[] = [];
  // Warm-up, not counted: code is compiled when it runs for the first time.
  await atSize(100);
  for (const size of sizes) rows.push(await atSize(size));
  const [first, last] = [rows.at(0), rows.at(-1)];
  if (first && last)
    rows.push({
      what: `time for each command, largest against smallest board`,
      ours: `${(first.number / last.number).toFixed(2)} ×`,
      limit: '',
      ratio: first.number / last.number,
      aim: '≤ 1.3 ×',
      number: first.number / last.number,
    });
  return rows;
}

async function atSize(size: number): Promise<Row> {
  const folder = mkdtempSync(join(tmpdir(), 'taleport-bench-'));
  const environment = createTestEnvironment();
  const engine = openEngine(folder, environment);
  const { hash } = engine.createProject(largeStory(environment, size));
  const ids = [...engine.getProject(hash).recordsOfKind('element')].map(({ id }) => id);
  const records = ids.map((id) => ({ id, json: JSON.stringify(engine.getProject(hash).get(id)) }));
  const bare = bareWriter(join(folder, 'bare.sqlite'), records);
  const ours: number[] = [];
  const theirs: number[] = [];
  for (let round = 0; round < rounds; round++) {
    ours.push(
      timed(() => {
        for (let n = 0; n < commands; n++)
          engine.execute(
            hash,
            {
              do: 'change',
              kind: 'element',
              id: ids[(round * 7919 + n * 31) % ids.length] ?? '',
              fields: { title: `<p>Title ${round} ${n}</p>` },
            },
            'user',
          );
      }),
    );
    theirs.push(
      timed(() => {
        for (let n = 0; n < commands; n++) {
          const record = records[(round * 7919 + n * 31) % records.length];
          if (record) bare.write(record, round * commands + n + 1);
        }
      }),
    );
  }
  await engine.close();
  bare.close();
  rmSync(folder, { recursive: true });
  const [mine, limit] = [commands / median(ours.slice(1)), commands / median(theirs.slice(1))];
  return {
    what: `commands per second, ${size.toLocaleString('en')} elements on one board`,
    ours: mine.toFixed(0),
    limit: limit.toFixed(0),
    ratio: mine / limit,
    aim: '≥ 0.5 ×',
    number: mine,
    isRate: true,
  };
}

function timed(run: () => void): number {
  const start = performance.now();
  run();
  return (performance.now() - start) / 1000;
}
