/** Every version of a record from the journal, and the way back to one of them. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openEngine } from '../../../main/engine/engine.ts';
import { journalLimit } from '../../../main/engine/history.ts';
import { openDatabase } from '../../../main/engine/sqlite.ts';
import type { AnyRecord } from '../../../shared/kinds/all.ts';
import { story } from '../../build.ts';
import { stillWorld } from '../../world.ts';

function opened(folder: string | null = null) {
  const engine = openEngine(folder, stillWorld());
  const { hash, project, send } = story(engine, stillWorld(7));
  const [board] = [...project.all('board')].filter(({ type }) => type === 'board');
  const fields = { boardId: board?.id ?? '', x: 10, y: 10, title: '<p>One</p>' };
  const { ids } = engine.send(hash, { do: 'create', kind: 'element', fields }, 'user');
  const id = ids[0] ?? '';
  const title = (text: string, origin: 'user' | 'remote' | 'api' = 'user') =>
    engine.send(hash, { do: 'change', kind: 'element', id, fields: { title: `<p>${text}</p>` } }, origin);
  const titles = () => engine.versionsOf(hash, id).map(({ record, by }) => [by, record && JSON.stringify(record.title)]);
  return { engine, hash, project, id, title, titles, send };
}
const titled = (text: string) => JSON.stringify({ en: { text: `<p>${text}</p>` } });

test('[history] a record is told as it was, newest first, with who changed it', () => {
  const { engine, hash, id, title, titles } = opened();
  title('Two');
  title('Three', 'api');
  engine.send(hash, { do: 'remove', kind: 'element', id }, 'user');
  expect(titles()).toEqual([
    ['user', null],
    ['api', titled('Three')],
    ['user', titled('Two')],
    ['user', titled('One')],
  ]);
});

test('[history] what was there from the beginning has its first version', () => {
  const { engine, hash, project } = opened();
  const versions = engine.versionsOf(hash, project.mainLocale === 'en' ? ([...project.all('board')][0]?.id ?? '') : '');
  expect(versions.map(({ by }) => by)).toEqual(['import']);
});

test('[history] a version is brought back in one step, which can be undone', () => {
  const { engine, hash, project, id, title } = opened();
  const { newVersion } = title('Two');
  title('Three');
  engine.restore(hash, id, newVersion);
  expect(JSON.stringify(project.at(id)?.title)).toBe(titled('Two'));
  engine.undo(hash);
  expect(JSON.stringify(project.at(id)?.title)).toBe(titled('Three'));
  engine.redo(hash);
  expect(JSON.stringify(project.at(id)?.title)).toBe(titled('Two'));
});

test('[history] what is gone comes back under its id, and goes again', () => {
  const { engine, hash, project, id, title } = opened();
  const { newVersion } = title('Two');
  const gone = engine.send(hash, { do: 'remove', kind: 'element', id }, 'user');
  engine.restore(hash, id, newVersion);
  expect(JSON.stringify(project.at(id)?.title)).toBe(titled('Two'));
  engine.restore(hash, id, gone.newVersion);
  expect(project.has(id)).toBe(false);
  expect(() => engine.restore(hash, id, 9999)).toThrow('There is no version 9999.');
});

test('[history] what was removed is listed by what went by itself, newest first, and comes back with what fell with it in one step', () => {
  const { engine, hash, project, id, send } = opened();
  const removed = () => engine.removed(hash).list.map(({ record, along, by }) => [record.kind, along, by]);
  const [one = ''] = send({ do: 'create', kind: 'board', fields: { name: 'Cellar' } }).ids;
  const [hall = ''] = send({ do: 'create', kind: 'element', fields: { boardId: one, x: 0, y: 0, title: '<p>Hall</p>' } }).ids;
  const [door = ''] = send({ do: 'create', kind: 'element', fields: { boardId: one, x: 500, y: 0, title: '<p>Door</p>' } }).ids;
  send({
    do: 'create',
    kind: 'connection',
    fields: { boardId: one, sourceid: hall, sourceType: 'elements', targetid: door, targetType: 'elements' },
  });
  send({ do: 'change', kind: 'element', id, fields: { linkedBoard: one } });
  const before = [...project.records()];
  send({ do: 'remove', kind: 'board', id: one });
  send({ do: 'remove', kind: 'element', id });
  expect(removed()).toEqual([
    ['element', 0, 'user'],
    ['board', 3, 'user'],
  ]);
  engine.restore(hash, id);
  expect(engine.restore(hash, one).left).toEqual([]);
  expect(removed()).toEqual([]);
  // The leading there was lost by the removal, too; the element had gone meanwhile.
  expect(byId([...project.records()])).toEqual(byId(before));
  engine.undo(hash);
  expect(removed()).toEqual([['board', 3, 'user']]);
});
const byId = (records: readonly AnyRecord[]) => [...records].sort((a, b) => (a.id < b.id ? -1 : 1)).map(({ rank: _, ...rest }) => rest);

test('[history] of several that went in one step each comes back by itself; what cannot stand alone says why', () => {
  const { engine, hash, project, send } = opened();
  const [board = ''] = send({ do: 'create', kind: 'board', fields: { name: 'Cellar' } }).ids;
  const make = (title: string) => send({ do: 'create', kind: 'element', fields: { boardId: board, x: 0, y: 0, title } }).ids[0] ?? '';
  const [one, two] = [make('<p>One</p>'), make('<p>Two</p>')];
  send({ do: 'batch', commands: [one, two].map((id) => ({ do: 'remove', kind: 'element', id }) as const) });
  engine.restore(hash, two);
  expect([project.has(one), project.has(two)]).toEqual([false, true]);
  send({ do: 'remove', kind: 'board', id: board });
  expect(() => engine.restore(hash, one)).toThrow(/The element cannot come back: its board.* is gone/);
  expect(engine.removed(hash).list.map(({ record }) => record.id)).toEqual([board, one]);
});

test('[G22] what mentioned something that was removed mentions it again when it comes back', () => {
  const { engine, hash, project, id, send } = opened();
  const [ada = ''] = send({ do: 'create', kind: 'component', fields: { name: 'Ada' } }).ids;
  const mention = `<p><span class="mention-component mention" data-id="${ada}" data-label="Ada" data-type="component">Ada</span> laughs.</p>`;
  send({ do: 'change', kind: 'element', id, fields: { content: mention } });
  send({ do: 'create', kind: 'componentAttachment', fields: { elementId: id, componentId: ada } });
  const before = project.at(id);
  send({ do: 'remove', kind: 'component', id: ada });
  expect(JSON.stringify(project.at(id)?.content)).not.toContain(ada);
  expect(engine.removed(hash).list).toMatchObject([{ along: 1, record: { id: ada } }]);
  expect(engine.restore(hash, ada).left).toEqual([]);
  expect(project.at(id)).toEqual(before);
  expect(project.list(id, 'components')).toHaveLength(1);
});

test('[history] removed things come by pages', () => {
  const { engine, hash, project, send } = opened();
  const boardId = [...project.all('board')].find(({ type }) => type === 'board')?.id ?? '';
  const ids = Array.from({ length: 130 }, (_, at) => send({ do: 'create', kind: 'note', fields: { boardId, x: at, y: 0 } }).ids[0] ?? '');
  for (const id of ids.slice(0, 60)) send({ do: 'remove', kind: 'note', id });
  send({ do: 'batch', commands: ids.slice(60).map((id) => ({ do: 'remove', kind: 'note', id }) as const) });
  const first = engine.removed(hash);
  expect([first.list.length, first.before]).toEqual([100, first.list.at(-1)?.id]);
  const second = engine.removed(hash, first.before ?? '');
  expect([second.list.length, second.before]).toEqual([30, null]);
  expect(new Set([...first.list, ...second.list].map(({ record }) => record.id))).toEqual(new Set(ids));
});

test('[history] an id that the remote gives is no version and removes nothing', () => {
  const { engine, hash, id, title, titles } = opened();
  title('Two');
  const given = '99999999-0000-4000-8000-000000000001';
  engine.send(hash, { do: 'take', renamed: [[id, given]], put: [], gone: [] }, 'remote');
  expect(titles()).toEqual([]);
  expect(engine.versionsOf(hash, given).map(({ by, record }) => [by, JSON.stringify(record?.title)])).toEqual([
    ['user', titled('Two')],
    ['user', titled('One')],
  ]);
  expect(engine.removed(hash).list).toEqual([]);
});

test('[history] what the journal has forgotten has no versions, and what was before the oldest step is kept', { timeout: 60_000 }, () => {
  const { engine, hash, project, id, send } = opened();
  const boardId = String(project.at(id)?.boardId);
  const [kept = ''] = send({ do: 'create', kind: 'note', fields: { boardId, x: 0, y: 0, content: '<p>First</p>' } }).ids;
  for (let at = 0; at <= journalLimit.steps; at++) send({ do: 'change', kind: 'element', id, fields: { x: 100 + (at % 7) } });
  send({ do: 'change', kind: 'note', id: kept, fields: { content: '<p>Second</p>' } });
  const versions = engine.versionsOf(hash, id);
  expect(versions.length).toBeLessThan(journalLimit.steps);
  expect(versions.at(-1)).toMatchObject({ by: 'earlier', version: (versions.at(-2)?.version ?? 0) - 1 });
  expect(engine.versionsOf(hash, kept).map(({ by, record }) => [by, record?.content])).toEqual([
    ['user', '<p>Second</p>'],
    ['earlier', '<p>First</p>'],
  ]);
});

test('[Store] the journal of an older file is looked through once, and then knows its records', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'taleport-past-'));
  try {
    const { engine, hash, id, title, send, project } = opened(folder);
    title('Two');
    const { ids } = send({ do: 'create', kind: 'note', fields: { boardId: String(project.at(id)?.boardId), x: 0, y: 0 } });
    send({ do: 'remove', kind: 'note', id: ids[0] ?? '' });
    const before = { versions: engine.versionsOf(hash, id), removed: engine.removed(hash) };
    await engine.close();
    const database = openDatabase(join(folder, 'taleport.sqlite'));
    database.exec('DROP TABLE touched');
    database.pragma('user_version = 1');
    database.close();
    const again = openEngine(folder, stillWorld());
    expect({ versions: again.versionsOf(hash, id), removed: again.removed(hash) }).toEqual(before);
    expect(before.removed.list).toHaveLength(1);
    await again.close();
  } finally {
    rmSync(folder, { recursive: true });
  }
});
