/** The replica with a real engine in memory: in whatever order snapshot and events arrive, it ends up equal. */
import fc from 'fast-check';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { openEngine } from '../../../main/engine/engine.ts';
import { cachedChildIds } from '../../../renderer/state/open-project.ts';
import { createProjectReplica } from '../../../renderer/state/project-replica.ts';
import type { InvokeCall } from '../../../shared/contracts/ipc/call-types.ts';
import type { BackendEvent } from '../../../shared/contracts/ipc/events.ts';
import type { ProjectSnapshot } from '../../../shared/contracts/ipc/results.ts';
import { verbatim } from '../../../shared/messages/message.ts';
import type { IdMapping } from '../../../shared/model/id-mapping.ts';
import type { AnyRecord } from '../../../shared/model/kinds/kinds.ts';
import type { Project } from '../../../shared/model/project.ts';
import { Problem } from '../../../shared/problem.ts';
import { cases } from '../../rounds.ts';
import { createTestStory } from '../../story-builder.ts';
import { createTestEnvironment } from '../../test-environment.ts';

afterEach(() => vi.useRealTimers());

/** An engine with one project, a replica whose reads the test completes or rejects, and the events of the engine. */
function pair() {
  const environment = createTestEnvironment();
  const engine = openEngine(null, environment);
  const story = createTestStory(engine, environment);
  const events: BackendEvent[] = [];
  engine.onEvent((event) => events.push(event));
  const waiting: ((go: 'through' | 'fail' | 'deleted') => void)[] = [];
  // Answers the only call that the replica makes; `InvokeCall` has all of them.
  const invoke = ((name: string) => {
    if (name !== 'project.read') throw new Error(`${name} was not expected`);
    return new Promise<ProjectSnapshot>((resolve, reject) => {
      const problem = { fail: new Error('away'), deleted: new Problem('notFound', verbatim('Gone')) };
      waiting.push((go) => (go === 'through' ? resolve(engine.createSnapshot(story.hash)) : reject(problem[go])));
    });
  }) as unknown as InvokeCall;
  const screen = createProjectReplica({ invoke, pause: () => Promise.resolve() });
  const renamed: IdMapping[] = [];
  screen.store.subscribe((now, before) => {
    if (now.renamed !== before.renamed && now.renamed.length > 0) renamed.push(now.renamed);
  });
  const settle = async () => {
    for (let turn = 0; turn < 50; turn++) await Promise.resolve();
  };
  return { ...story, engine, events, screen, waiting, settle, renamed, state: () => screen.store.getState() };
}

const recordsOf = (project: Pick<Project, 'records'>): AnyRecord[] => [...project.records()].sort((one, two) => (one.id < two.id ? -1 : 1));

test('opening reads the whole project with its version and history', async () => {
  const { hash, engine, screen, waiting, settle, state, send, board } = pair();
  send({ do: 'create', kind: 'element', fields: { boardId: board, x: 1, y: 2 } });
  const opening = screen.open(hash);
  expect(state().isLoading).toBe(true);
  expect(state().project.size).toBe(0);
  waiting[0]?.('through');
  await opening;
  await settle();
  expect(recordsOf(state().project)).toEqual(recordsOf(engine.getProject(hash)));
  expect(state()).toMatchObject({
    hash,
    isLoading: false,
    version: engine.getVersion(hash).version,
    history: engine.getUndoRedoLabels(hash),
  });
});

test('events that come before the snapshot are held, and those it already has are skipped', async () => {
  const { hash, engine, events, screen, waiting, settle, state, build } = pair();
  const opening = screen.open(hash);
  build('element');
  screen.receive(events.splice(0));
  expect(state().project.size).toBe(0);
  waiting[0]?.('through');
  build('note');
  screen.receive(events.splice(0));
  await opening;
  await settle();
  expect(recordsOf(state().project)).toEqual(recordsOf(engine.getProject(hash)));
  expect(waiting).toHaveLength(1);
});

test('what is loaded again belongs to the same opening', async () => {
  const { hash, screen, waiting, state } = pair();
  const open = async () => {
    const opening = screen.open(hash);
    waiting.pop()?.('through');
    await opening;
    return state();
  };
  const first = await open();
  const again = screen.reread();
  waiting.pop()?.('through');
  await again;
  expect(state().project).not.toBe(first.project);
  expect(state().opening).toBe(first.opening);
  screen.close();
  expect((await open()).opening).not.toBe(first.opening);
});

test('a project that cannot be loaded again keeps its events, and is loaded as soon as that is possible', async () => {
  const { hash, engine, events, screen, waiting, settle, state, build } = pair();
  const opening = screen.open(hash);
  waiting.pop()?.('through');
  await opening;
  vi.useFakeTimers();
  build('element');
  events.splice(0);
  const arrived = screen.whenVersionArrives(hash, engine.getVersion(hash).version + 1);
  build('note');
  screen.receive(events.splice(0));
  waiting.pop()?.('fail');
  await settle();
  build('jumper');
  screen.receive(events.splice(0));
  expect(waiting).toHaveLength(0);
  await vi.advanceTimersByTimeAsync(2000);
  waiting.pop()?.('through');
  await arrived;
  expect(recordsOf(state().project)).toEqual(recordsOf(engine.getProject(hash)));
});

test('a project that was deleted while the connection was lost is gone, and not read again', async () => {
  const { hash, screen, waiting, state } = pair();
  const opening = screen.open(hash);
  waiting.pop()?.('through');
  await opening;
  vi.useFakeTimers();
  const again = screen.reread();
  waiting.pop()?.('deleted');
  await expect(again).rejects.toMatchObject({ code: 'notFound' });
  expect(state()).toMatchObject({ hash, isGone: true });
  await vi.advanceTimersByTimeAsync(10_000);
  expect(waiting).toHaveLength(0);
});

test('a batch of changes is one revision', async () => {
  const { hash, events, screen, waiting, state, build } = pair();
  const opening = screen.open(hash);
  waiting[0]?.('through');
  await opening;
  const { revision } = state();
  build('element');
  build('note');
  build('jumper');
  screen.receive(events.splice(0));
  expect(state().revision).toBe(revision + 1);
});

test('more changes than are sent read the project again, like a gap', async () => {
  const { hash, engine, events, screen, waiting, settle, state, build } = pair();
  const opening = screen.open(hash);
  waiting[0]?.('through');
  await opening;
  build('element');
  screen.receive(events.splice(0).map((event) => (event.event === 'project.changed' ? { ...event, changes: 5000 } : event)));
  expect(waiting).toHaveLength(2);
  waiting[1]?.('through');
  await settle();
  expect(state().version).toBe(engine.getVersion(hash).version);
  expect(recordsOf(state().project)).toEqual(recordsOf(engine.getProject(hash)));
});

test('a gap in the versions reads the project again, and the old one is shown until then', async () => {
  const { hash, engine, events, screen, waiting, settle, state, build } = pair();
  const opening = screen.open(hash);
  waiting[0]?.('through');
  await opening;
  const before = state().project;
  build('element');
  build('note');
  screen.receive(events.splice(0).slice(1));
  expect(state().project).toBe(before);
  expect(waiting).toHaveLength(2);
  waiting[1]?.('through');
  await settle();
  expect(state().project).not.toBe(before);
  expect(recordsOf(state().project)).toEqual(recordsOf(engine.getProject(hash)));
});

test('a version arrives with its event or with another read, and waiting ends when the project is closed', async () => {
  const { hash, engine, events, screen, waiting, settle, build } = pair();
  const opening = screen.open(hash);
  waiting[0]?.('through');
  await opening;
  const arrived: string[] = [];
  const expectArrival = (name: string) =>
    void screen.whenVersionArrives(hash, engine.getVersion(hash).version).then(() => arrived.push(name));
  expectArrival('the version that is open');
  await settle();
  expect(arrived).toEqual(['the version that is open']);
  build('element');
  expectArrival('by its event');
  await settle();
  expect(arrived).toHaveLength(1);
  screen.receive(events.splice(0));
  await settle();
  expect(arrived).toEqual(['the version that is open', 'by its event']);
  build('element');
  build('note');
  expectArrival('by a reading');
  screen.receive(events.splice(0).slice(1));
  await settle();
  expect(arrived).toHaveLength(2);
  waiting[1]?.('through');
  await settle();
  expect(arrived.at(-1)).toBe('by a reading');
  build('jumper');
  expectArrival('closed');
  screen.close();
  await settle();
  expect(arrived.at(-1)).toBe('closed');
});

test('events of another project are ignored', async () => {
  const { hash, events, screen, waiting, state, build } = pair();
  const opening = screen.open(hash);
  waiting[0]?.('through');
  await opening;
  const { version } = state();
  build('element');
  screen.receive(events.splice(0).map((event) => ({ ...event, hash: 'other' }) as BackendEvent));
  expect(state().version).toBe(version);
});

test('a project that cannot be read is closed again, and the reason is thrown', async () => {
  const { hash, screen, waiting, state } = pair();
  const opening = screen.open(hash);
  waiting[0]?.('fail');
  await expect(opening).rejects.toThrow('away');
  expect(state().hash).toBeNull();
});

test('what is read after the project was closed is ignored', async () => {
  const { hash, screen, waiting, settle, state } = pair();
  const opening = screen.open(hash);
  screen.close();
  waiting[0]?.('through');
  await opening;
  await settle();
  expect(state()).toMatchObject({ hash: null, isLoading: false });
});

test('in whatever order changes, lost events and reads arrive, the window ends with the project of the engine', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.constantFrom('change', 'undo', 'deliver', 'lose', 'through'), { maxLength: 40 }), async (steps) => {
      const { hash, engine, events, screen, waiting, settle, state, build } = pair();
      const opening = screen.open(hash);
      for (const step of steps) {
        if (step === 'change') build('element');
        else if (step === 'undo' && engine.getUndoRedoLabels(hash).undo !== null) engine.undo(hash);
        else if (step === 'deliver') screen.receive(events.splice(0));
        else if (step === 'lose') events.shift();
        else if (step === 'through') {
          for (const go of waiting.splice(0)) go('through');
          await settle();
        }
      }
      // One more change, so that what was lost at the end is noticed.
      build('note');
      screen.receive(events.splice(0));
      while (waiting.length > 0) {
        for (const go of waiting.splice(0)) go('through');
        await settle();
      }
      await opening;
      expect(recordsOf(state().project)).toEqual(recordsOf(engine.getProject(hash)));
      expect(state().version).toBe(engine.getVersion(hash).version);
      engine.close();
    }),
    { numRuns: cases(60) },
  );
});

test('a list keeps its identity while its members change, and gets a new one when they are added, removed or moved', async () => {
  const { hash, board, events, screen, waiting, state, build, send } = pair();
  const opening = screen.open(hash);
  waiting[0]?.('through');
  await opening;
  const [one, two] = [build('element'), build('element')];
  screen.receive(events.splice(0));
  const read = () => cachedChildIds(state().project, board, 'elements');
  const first = read();
  expect(first).toEqual([one.id, two.id]);

  send({ do: 'change', kind: 'element', id: one.id, fields: { x: 700 } });
  screen.receive(events.splice(0));
  expect(read()).toBe(first);

  send({ do: 'move', kind: 'element', id: one.id, at: '-' });
  screen.receive(events.splice(0));
  expect(read()).toEqual([two.id, one.id]);

  send({ do: 'remove', kind: 'element', id: one.id });
  screen.receive(events.splice(0));
  expect(read()).toEqual([two.id]);
});

test('an empty list is the same one each time', () => {
  const { screen } = pair();
  const { project } = screen.store.getState();
  expect(cachedChildIds(project, 'none', 'elements')).toBe(cachedChildIds(project, 'none', 'elements'));
});

describe('records that get other ids', () => {
  const rename = (from: string, to: string) => ({ do: 'replaceRecords', renamedIds: [[from, to]], put: [], removedIds: [] }) as const;

  /** An open project in which one element gets another id, which the replica does not know yet. */
  async function openAndRename() {
    const opened = pair();
    const { hash, events, screen, waiting, send, board } = opened;
    const [id = ''] = send({ do: 'create', kind: 'element', fields: { boardId: board, x: 1, y: 2 } }).ids;
    const opening = screen.open(hash);
    waiting[0]?.('through');
    await opening;
    events.length = 0;
    send(rename(id, 'assigned'), 'remote');
    return { ...opened, id };
  }

  test('are announced once, with the project that has them', async () => {
    const { id, events, screen, renamed, state } = await openAndRename();
    screen.receive(events);
    expect([renamed, state().project.has('assigned')]).toEqual([[[[id, 'assigned']]], true]);
  });

  test('are announced, too, where the change is too large to be sent, and the project is read again', async () => {
    const { id, events, screen, waiting, settle, renamed, state } = await openAndRename();
    screen.receive(events.map((event) => (event.event === 'project.changed' ? { ...event, changes: 9999 } : event)));
    expect(renamed).toEqual([]);
    waiting[1]?.('through');
    await settle();
    expect([renamed, state().project.has('assigned')]).toEqual([[[[id, 'assigned']]], true]);
  });

  test('are found under their former ids by commands that were on their way, which are named after them', async () => {
    const { send, board, engine, hash } = pair();
    const [id = ''] = send({ do: 'create', kind: 'element', fields: { boardId: board, x: 1, y: 2 } }).ids;
    send(rename(id, 'assigned'), 'remote');
    send(rename('assigned', 'again'), 'remote');
    await engine.inSlices.execute(
      hash,
      { do: 'change', kind: 'element', id, fields: { title: { en: { text: '<p>The gate</p>' } } } },
      'user',
    );
    expect(engine.getProject(hash).find('element', 'again')?.title.en?.text).toBe('<p>The gate</p>');
    expect(JSON.stringify(engine.getUndoRedoLabels(hash).undo)).toContain('The gate');
  });

  test('are not meant by a story folder that has a record under the former id', () => {
    const { send, board, engine, hash } = pair();
    const [id = ''] = send({ do: 'create', kind: 'element', fields: { boardId: board, x: 1, y: 2 } }).ids;
    const record = engine.getProject(hash).get(id) ?? expect.fail();
    send(rename(id, 'assigned'), 'remote');
    const folder = { branch: null, changes: 2, hasComments: false };
    send({ do: 'replaceRecords', renamedIds: [], put: [record], removedIds: ['assigned'], folder });
    expect([engine.getProject(hash).has(id), engine.getProject(hash).has('assigned')]).toEqual([true, false]);
  });
});

test('a project that does not exist is not opened, and nothing says that it was deleted', async () => {
  const { hash, screen, state, waiting } = pair();
  let saidGone = false;
  screen.store.subscribe(({ isGone }) => {
    saidGone ||= isGone;
  });
  const opening = screen.open(hash);
  waiting[0]?.('deleted');
  await expect(opening).rejects.toMatchObject({ code: 'notFound' });
  expect([state().hash, saidGone]).toEqual([null, false]);
});
