/** [Version envelope, G7] and the events of a commit; ids and unknown fields ([Common conventions]). */
import { describe, expect, test } from 'vitest';
import type { BackendEvent } from '../../../shared/contracts/ipc/events.ts';
import { openStory, pathsOf } from './open-story.ts';

describe('[Version envelope]', () => {
  test('[G7] a command that changes something raises the version by exactly 1, whatever it cascades to', () => {
    const { make, build, send } = openStory();
    const id = make('board', {});
    for (let count = 0; count < 5; count++) build('element', { boardId: id });
    expect(send({ do: 'remove', kind: 'board', id })).toMatchObject({ version: 7, newVersion: 8 });
  });

  test('[G7] versionTime is seconds and their fraction as strings, from the same reading as updatedAt', () => {
    const { engine, hash, board, send } = openStory();
    const { versionTime } = send({ do: 'change', kind: 'board', id: board, fields: { name: 'Two' } });
    const [seconds = '', fraction = ''] = versionTime ?? [];
    expect([seconds, fraction]).toEqual([expect.stringMatching(/^\d{10}$/), expect.stringMatching(/^0\.\d{6}$/)]);
    const { updatedAt } = engine.getVersion(hash);
    expect(updatedAt).toBe(`${new Date(Number(seconds) * 1000).toISOString().slice(0, 19)}.${fraction.slice(2)}Z`);
    expect(engine.listProjects()[0]?.updatedAt).toBe(updatedAt);
  });

  test('a command without effect keeps the version, returns versionTime null and emits no event', () => {
    const { engine, board, send } = openStory();
    const events: BackendEvent[] = [];
    engine.onEvent((event) => events.push(event));
    expect(send({ do: 'change', kind: 'board', id: board, fields: { name: 'Act 1' } })).toEqual({
      version: 1,
      newVersion: 1,
      versionTime: null,
      ids: [],
    });
    expect(events).toEqual([]);
  });

  test('a commit emits one event with its origin, version and changes', () => {
    const { engine, hash, board, send } = openStory();
    const events: BackendEvent[] = [];
    const stop = engine.onEvent((event) => events.push(event));
    send({ do: 'change', kind: 'board', id: board, fields: { name: 'Two' } }, 'remote');
    stop();
    send({ do: 'change', kind: 'board', id: board, fields: { name: 'Three' } });
    expect(events).toMatchObject([
      { event: 'project.changed', hash, version: 2, origin: 'remote', changes: [{ before: { name: 'Act 1' }, after: { name: 'Two' } }] },
    ]);
  });

  test('a listener that throws withholds the event neither from the others nor the result from the caller', () => {
    const { engine, board, send } = openStory();
    const events: BackendEvent[] = [];
    engine.onEvent(() => {
      throw new Error('A listener is broken');
    });
    engine.onEvent((event) => events.push(event));
    expect(send({ do: 'change', kind: 'board', id: board, fields: { name: 'Two' } })).toMatchObject({ version: 1, newVersion: 2 });
    expect(events).toMatchObject([{ event: 'project.changed', version: 2 }]);
  });

  test('a batch is one version, and its reply has the ids in the order of the commands', () => {
    const { board: boardId, send, project } = openStory();
    const place = { boardId, x: 0, y: 0 };
    const { version, newVersion, ids } = send({
      do: 'batch',
      commands: [
        { do: 'create', kind: 'note', fields: place },
        { do: 'create', kind: 'branch', fields: place },
        { do: 'create', kind: 'element', fields: place },
      ],
    });
    expect(newVersion).toBe(version + 1);
    expect(ids.map((id) => project.get(id)?.kind)).toEqual(['note', 'branch', 'condition', 'element']);
  });

  test('an invalid batch changes nothing', () => {
    const { board: boardId, refused } = openStory();
    const good = { do: 'create', kind: 'note', fields: { boardId, x: 0, y: 0 } };
    expect(refused({ do: 'batch', commands: [good, good, { do: 'remove', kind: 'note', id: 'no' }] }).status).toBe(404);
  });

  test('records already removed by a batch are skipped, those created again are not', () => {
    const { build, project, send, make, board } = openStory();
    const { sourceid, id } = build('connection');
    const remove = (kind: string, gone: string) => ({ do: 'remove', kind, id: gone });
    send({ do: 'batch', commands: [remove('element', sourceid), remove('connection', id)] });
    expect(project.has(id)).toBe(false);
    const createNote = { do: 'create', kind: 'note', id: '0f6f5c62-38d1-4d53-9c52-7a4f8e5a9b10', fields: { boardId: board, x: 0, y: 0 } };
    make('note', createNote.fields, { id: createNote.id });
    send({ do: 'batch', commands: [remove('note', createNote.id), createNote, remove('note', createNote.id)] });
    expect(project.has(createNote.id)).toBe(false);
  });
});

describe('[Project]', () => {
  test('a name has 1 to 255 characters and is listed', () => {
    const { engine, change, refusedChange } = openStory();
    change('project', 'project', { name: 'x'.repeat(255) });
    expect(engine.listProjects()[0]?.name).toBe('x'.repeat(255));
    for (const name of ['', 'x'.repeat(256), null]) expect(pathsOf(refusedChange('project', 'project', { name }))).toEqual(['name']);
  });

  test('[Projects] the list is ordered by latest update', () => {
    const { engine, board, send, hash } = openStory();
    const other = openStory();
    const second = engine.createProject([...other.project.records()]).hash;
    expect(engine.listProjects().map((each) => each.hash)).toEqual([second, hash]);
    send({ do: 'change', kind: 'board', id: board, fields: { name: 'Two' } });
    expect(engine.listProjects().map((each) => each.hash)).toEqual([hash, second]);
    engine.removeProject(hash);
    expect(engine.listProjects().map((each) => each.hash)).toEqual([second]);
    expect(() => engine.getProject(hash)).toThrow(/no project/);
    expect(() => engine.removeProject(hash)).toThrow(/no project/);
  });

  test('[Custom stylesheet] is replaced as a whole; an empty text clears it', () => {
    const { project, change, refusedChange } = openStory();
    change('project', 'project', { css: 'p { color: red }' });
    expect(project.projectRecord.css).toBe('p { color: red }');
    change('project', 'project', { css: '' });
    expect(project.projectRecord.css).toBe('');
    expect(pathsOf(refusedChange('project', 'project', { css: null }))).toEqual(['css']);
  });

  test('a project record cannot be created or deleted', () => {
    const { refused, refusedCreate } = openStory();
    expect(refusedCreate('project', { name: 'x' }).status).toBe(400);
    expect(refused({ do: 'remove', kind: 'project', id: 'project' }).status).toBe(400);
  });
});

describe('[Common conventions]', () => {
  test('the engine assigns ids; a chosen one must be free', () => {
    const { board, refused, make } = openStory();
    expect(make('note', { boardId: board, x: 0, y: 0 })).toMatch(/^[0-9a-f-]{36}$/);
    const taken = { do: 'create', kind: 'note', id: board, fields: { boardId: board, x: 0, y: 0 } };
    expect(refused(taken)).toMatchObject({ status: 409, conflictType: 'duplicate' });
  });

  test('an undefined field counts as omitted', () => {
    const { build, project, change, refusedChange } = openStory();
    const element = build('element', { title: 'Hall' });
    change('element', element.id, { title: undefined, x: 7 });
    expect(project.get(element.id)).toEqual({ ...element, x: 7 });
    expect(refusedChange('element', element.id, { title: undefined }).status).toBe(400);
  });
});
