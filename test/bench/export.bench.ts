/** Export of a large story beside the least that must be done: reading the rows, JSON.stringify, writing the file. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openEngine } from '../../main/engine/engine.ts';
import { openReadOnly } from '../../main/engine/sqlite.ts';
import { exportStory } from '../../main/export/export-story.ts';
import { exportFormats } from '../../shared/findings.ts';
import { stillWorld } from '../world.ts';
import { median, type Row, seconds } from './measure.ts';
import { largeStory } from './stories.ts';

export async function benchExport(size = 20_000): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'taleport-bench-'));
  const world = stillWorld();
  const engine = openEngine(folder, world);
  const { hash } = engine.create(largeStory(world, size, 500));
  const project = engine.project(hash);
  const rows: Row[] = [];
  for (const format of exportFormats) {
    const ours: number[] = [];
    const limit: number[] = [];
    for (let round = 0; round < 7; round++) {
      ours.push(await seconds(() => writeFileSync(join(folder, 'ours'), exportStory(project, { format, as: 'file' }))));
      limit.push(await seconds(() => writeFileSync(join(folder, 'limit'), atLeast(folder))));
    }
    const [mine, least] = [median(ours), median(limit)];
    rows.push({
      what: `export of ${size.toLocaleString('en')} elements as ${format}`,
      ours: ms(mine),
      limit: ms(least),
      ratio: mine / least,
      aim: '≤ 1.5 ×',
      number: mine,
    });
  }
  await engine.close();
  rmSync(folder, { recursive: true });
  return rows;
}

/** All rows read and parsed, and the whole stringified: what any exporter would do. */
function atLeast(folder: string): string {
  const database = openReadOnly(join(folder, 'taleport.sqlite'));
  const all: Record<string, unknown> = {};
  for (const { id, json } of database.prepare('SELECT id, json FROM record').iterate() as Iterable<{ id: string; json: string }>)
    all[id] = JSON.parse(json);
  database.close();
  return JSON.stringify(all);
}

export const ms = (value: number): string => `${(value * 1000).toFixed(0)} ms`;
