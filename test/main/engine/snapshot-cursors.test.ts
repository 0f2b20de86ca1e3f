import { describe, expect, test } from 'vitest';
import { SnapshotCursors } from '../../../main/engine/calls.ts';
import { openEngine } from '../../../main/engine/engine.ts';
import { createProjectReplica } from '../../../renderer/state/project-replica.ts';
import type { InvokeCall } from '../../../shared/contracts/ipc/call-types.ts';
import type { BackendEvent } from '../../../shared/contracts/ipc/events.ts';
import type { AnyRecord } from '../../../shared/model/kinds/kinds.ts';
import { largeStory } from '../../bench/stories.ts';
import { createTestEnvironment } from '../../test-environment.ts';

/** An engine with a story of several pieces. */
function withLargeStory() {
  const environment = createTestEnvironment();
  const engine = openEngine(null, environment);
  const { hash } = engine.createProject(largeStory(environment, 2000, 500));
  const [element = '', other = ''] = [...engine.getProject(hash).recordsOfKind('element')].map(({ id }) => id).slice(-2);
  const change = (x: number) => engine.execute(hash, { do: 'change', kind: 'element', id: element, fields: { x } }, 'user');
  return { engine, hash, other, change, readings: new SnapshotCursors(engine, environment) };
}
const parsed = (pieces: readonly string[]) => pieces.flatMap((piece) => JSON.parse(piece) as AnyRecord[]);
const sorted = (records: Iterable<AnyRecord>) => [...records].sort((one, two) => (one.id < two.id ? -1 : 1));

describe('a story that is read piece by piece', () => {
  test('does not change while it is read', () => {
    const { engine, hash, other, change, readings } = withLargeStory();
    change(11);
    const { version, total, records, cursor } = readings.open(hash);
    const before = sorted(engine.getProject(hash).records());
    const all = parsed(records);
    let answers = 1;
    for (let next = cursor; next !== null; answers++) {
      change(100 + answers);
      if (answers === 2) engine.execute(hash, { do: 'remove', kind: 'element', id: other }, 'user');
      const more = readings.next(next);
      all.push(...parsed(more.records));
      next = more.cursor;
    }
    expect(answers).toBeGreaterThan(2);
    expect(version).toBe(2);
    expect(all).toHaveLength(total);
    expect(sorted(all)).toEqual(before);
  });

  test('is dropped when it is abandoned or finished', () => {
    const { hash, readings } = withLargeStory();
    const [first = ''] = Array.from({ length: 20 }, () => readings.open(hash).cursor ?? '');
    expect(() => readings.next(first)).toThrow('expired');
  });

  test('arrives complete in the window, with the changes since', async () => {
    const { engine, hash, change, readings } = withLargeStory();
    const events: BackendEvent[] = [];
    engine.onEvent((event) => events.push(event));
    let moves = 0;
    // Answers the two calls that the replica makes; `InvokeCall` has all of them.
    const ask = (async (name: 'project.read' | 'project.readNext', input: { reading: string }) => {
      change(1000 + moves++);
      return name === 'project.read' ? readings.open(hash) : readings.next(input.reading);
    }) as unknown as InvokeCall;
    const screen = createProjectReplica({ invoke: ask, pause: async () => screen.receive(events.splice(0)) });
    await screen.open(hash);
    screen.receive(events.splice(0));
    expect(moves).toBeGreaterThan(2);
    expect(sorted(screen.store.getState().project.records())).toEqual(sorted(engine.getProject(hash).records()));
    expect(screen.store.getState().version).toBe(engine.getVersion(hash).version);
  });
});
