/** The time from an edit until the file in the game folder contains it: the engine, the export and the delivery. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openBackend } from '../../main/app/backend/backend.ts';
import { exportStory } from '../../main/exporters/exporters.ts';
import { systemEnvironment } from '../../main/platform/environment.ts';
import { delay, systemTimer } from '../../main/platform/timer.ts';
import type { CallInput, CallOutput } from '../../shared/contracts/ipc/call-types.ts';
import { Project } from '../../shared/model/project.ts';
import { createTestEnvironment } from '../test-environment.ts';
import { formatMilliseconds } from './export.bench.ts';
import { measureSeconds, median, type Row } from './measure.ts';
import { largeStory } from './stories.ts';

/** In milliseconds: more than the distance that targets keep between two writes, so that each edit is the first one after a pause (main/platform/timer.ts). */
export const pause = 200;

export async function benchEditToDisk(sizes = [100, 20_000]): Promise<Row[]> {
  const rows: Row[] = [];
  for (const size of sizes) rows.push(await atSize(size));
  return rows;
}

async function atSize(size: number): Promise<Row> {
  const folder = mkdtempSync(join(tmpdir(), 'taleport-bench-'));
  const game = mkdtempSync(join(tmpdir(), 'taleport-game-'));
  writeFileSync(join(game, 'project.godot'), 'config_version=5\n');
  const parts = await openBackend(folder, systemEnvironment);
  const ask = async <N extends 'project.import' | 'target.add' | 'project.read' | 'project.send'>(
    name: N,
    input: CallInput<N>,
  ): Promise<CallOutput<N>> => {
    const answer = await parts.call(name, input);
    if (!answer.ok) throw new Error(answer.problem.detail ?? '');
    return answer.value as CallOutput<N>;
  };
  const text = exportStory(new Project(largeStory(createTestEnvironment(), size, 500)), { format: 'json', destination: 'file' });
  const { hash } = await ask('project.import', { source: { text, fileName: 'story.json' } });
  await ask('target.add', { hash, folder: game });
  const file = join(game, 'arcweave', 'project.json');
  const snapshot = await ask('project.read', { hash });
  const element = (
    JSON.parse(snapshot.records.find((piece) => piece.includes('"kind":"element"')) ?? '[]') as { kind: string; id: string }[]
  ).find(({ kind }) => kind === 'element');
  const [ours, limit]: [number[], number[]] = [[], []];
  for (let round = 0; round < 6; round++) {
    await delay(systemTimer, pause);
    const delivered = new Promise<void>((resolve) => {
      const stop = parts.onEvents((events) => {
        if (!events.some(({ event }) => event === 'target.delivered')) return;
        stop();
        resolve();
      });
    });
    ours.push(
      await measureSeconds(async () => {
        await ask('project.send', {
          hash,
          command: { do: 'change', kind: 'element', id: element?.id ?? '', fields: { content: `<p>Round ${round}</p>` } },
        });
        await delivered;
      }),
    );
    const whole = readFileSync(file, 'utf8');
    if (!whole.includes(`Round ${round}`)) throw new Error('The file does not hold the edit');
    limit.push(await measureSeconds(() => writeFileSync(join(folder, 'limit'), JSON.stringify(JSON.parse(whole)))));
  }
  await parts.close();
  for (const each of [folder, game]) rmSync(each, { recursive: true });
  const [mine, least] = [median(ours), median(limit)];
  return {
    what: `from an edit to the game folder, ${size.toLocaleString('en')} elements, first edit after a pause`,
    ours: formatMilliseconds(mine),
    limit: `${formatMilliseconds(least)} (parse, stringify, write)`,
    ratio: mine / least,
    aim: '≤ 300 ms',
    number: mine,
  };
}
