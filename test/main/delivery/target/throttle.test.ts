/** When a target writes. The test controls the time. */

import { expect, test } from 'vitest';
import { message } from '../../../../shared/messages/message.ts';
import { deliveries, openBench, pathOf } from '../bench.ts';
import { gameProject, textAt } from '../game.ts';
import { ManualTimer } from '../manual-timer.ts';

async function typing() {
  const timer = new ManualTimer();
  const bench = await openBench({ timer });
  const folder = gameProject('godot');
  await bench.targets.add({ hash: 'castle', folder });
  bench.story.renders = 0;
  const delivered = () => bench.until(({ event }) => event === 'target.delivered');
  return { timer, bench, folder, delivered };
}

test('[Targets] the first change after a pause is written at once', async () => {
  const { timer, bench, folder, delivered } = await typing();
  const done = delivered();
  bench.write('One');
  expect(bench.targets.list()[0]?.status).toMatchObject({ state: 'waiting', sentence: message('targets.status.storyChanged') });
  expect(bench.story.renders).toBe(0);
  timer.pass(0);
  await done;
  expect(textAt(folder, pathOf.godot)).toBe(bench.story.bytes());
  expect(bench.targets.list()[0]?.status).toMatchObject({ state: 'upToDate', version: 2 });
});

test('[Targets] the next change is written 150 ms after that, not before', async () => {
  const { timer, bench, folder, delivered } = await typing();
  const first = delivered();
  bench.write('One');
  timer.pass(0);
  await first;
  const second = delivered();
  bench.write('Two');
  timer.pass(149);
  expect(bench.story.renders).toBe(1);
  timer.pass(1);
  await second;
  expect(textAt(folder, pathOf.godot)).toBe(bench.story.bytes());
});

test('[Targets] a thousand edits in one turn are one write', async () => {
  const { timer, bench, folder, delivered } = await typing();
  const done = delivered();
  for (let edit = 0; edit < 1000; edit += 1) bench.write(`Edit ${edit}`);
  timer.pass(0);
  await done;
  timer.pass(1000);
  expect(bench.story.renders).toBe(1);
  expect(textAt(folder, pathOf.godot)).toContain('Edit 999');
});

test('[Targets] while someone types without a pause, it is written every 150 ms, and ends with the last words', async () => {
  const { timer, bench, folder, delivered } = await typing();
  const before = deliveries(bench);
  for (let edit = 0; edit <= 100; edit += 1) {
    const due = edit % 15 === 0 ? delivered() : null;
    bench.write(`Edit ${edit}`);
    timer.pass(edit === 0 ? 0 : 10);
    await due;
  }
  expect(deliveries(bench) - before).toBe(7);
  const last = delivered();
  timer.pass(150);
  await last;
  expect(textAt(folder, pathOf.godot)).toContain('Edit 100');
  expect(bench.story.renders).toBe(8);
});

test('[Targets] a change during a delivery is followed by another delivery', async () => {
  const { timer, bench, folder, delivered } = await typing();
  const writing = bench.untilState('writing');
  const first = delivered();
  bench.write('First');
  timer.pass(0);
  await writing;
  bench.write('Second');
  await first;
  expect(textAt(folder, pathOf.godot)).toContain('First');
  expect(bench.targets.list()[0]?.status).toMatchObject({ state: 'waiting', version: 2 });
  const second = delivered();
  timer.pass(150);
  await second;
  expect(textAt(folder, pathOf.godot)).toContain('Second');
  expect(bench.targets.list()[0]?.status).toMatchObject({ state: 'upToDate', version: 3 });
});

test('[Targets] a change that results in the same bytes writes nothing', async () => {
  const { timer, bench } = await typing();
  const before = deliveries(bench);
  const settled = bench.untilState('upToDate');
  bench.write(bench.story.text);
  timer.pass(0);
  expect((await settled).status.version).toBe(2);
  expect(deliveries(bench)).toBe(before);
});
