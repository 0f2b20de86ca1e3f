import { describe, expect, test } from 'vitest';
import { openEngine } from '../../../main/engine/engine.ts';
import { Readings } from '../../../main/parts/readings.ts';
import { openProjectStore } from '../../../renderer/state/open-project.ts';
import type { Ask } from '../../../shared/ipc/ask.ts';
import type { Event } from '../../../shared/ipc/events.ts';
import type { AnyRecord } from '../../../shared/kinds/all.ts';
import { largeStory } from '../../bench/stories.ts';
import { stillWorld } from '../../world.ts';

/** An engine with a story of several pieces. */
function withLargeStory() {
  const world = stillWorld();
  const engine = openEngine(null, world);
  const { hash } = engine.create(largeStory(world, 2000, 500));
  const [element = '', other = ''] = [...engine.project(hash).all('element')].map(({ id }) => id).slice(-2);
  const change = (x: number) => engine.send(hash, { do: 'change', kind: 'element', id: element, fields: { x } }, 'user');
  return { engine, hash, other, change, readings: new Readings(engine, world) };
}
const parsed = (pieces: readonly string[]) => pieces.flatMap((piece) => JSON.parse(piece) as AnyRecord[]);
const sorted = (records: Iterable<AnyRecord>) => [...records].sort((one, two) => (one.id < two.id ? -1 : 1));

describe('a story that is read piece by piece', () => {
  test('is what it was when the reading began, whatever happens meanwhile', () => {
    const { engine, hash, other, change, readings } = withLargeStory();
    change(11);
    const { version, total, records, reading } = readings.begin(hash);
    const before = sorted(engine.project(hash).records());
    const all = parsed(records);
    let answers = 1;
    for (let next = reading; next !== null; answers++) {
      change(100 + answers);
      if (answers === 2) engine.send(hash, { do: 'remove', kind: 'element', id: other }, 'user');
      const more = readings.goOn(next);
      all.push(...parsed(more.records));
      next = more.reading;
    }
    expect(answers).toBeGreaterThan(2);
    expect(version).toBe(2);
    expect(all).toHaveLength(total);
    expect(sorted(all)).toEqual(before);
  });

  test('that nobody goes on with is forgotten; a reading that has ended is too', () => {
    const { hash, readings } = withLargeStory();
    const [first = ''] = Array.from({ length: 20 }, () => readings.begin(hash).reading ?? '');
    expect(() => readings.goOn(first)).toThrow('forgotten');
  });

  test('comes whole to the screen, with what has changed since', async () => {
    const { engine, hash, change, readings } = withLargeStory();
    const events: Event[] = [];
    engine.onEvent((event) => events.push(event));
    let moves = 0;
    const ask = (async (name: 'project.read' | 'project.readOn', input: { reading: string }) => {
      change(1000 + moves++);
      return name === 'project.read' ? readings.begin(hash) : readings.goOn(input.reading);
    }) as unknown as Ask;
    const screen = openProjectStore({ ask, rest: async () => screen.receive(events.splice(0)) });
    await screen.open(hash);
    screen.receive(events.splice(0));
    expect(moves).toBeGreaterThan(2);
    expect(sorted(screen.store.getState().project.records())).toEqual(sorted(engine.project(hash).records()));
    expect(screen.store.getState().version).toBe(engine.versionOf(hash).version);
  });
});
