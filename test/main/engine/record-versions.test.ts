/** Every version of a record from the journal, and restoring one of them. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openEngine } from '../../../main/engine/engine.ts';
import { journalLimits } from '../../../main/engine/history/undo-history.ts';
import { openDatabase } from '../../../main/engine/storage/sqlite.ts';
import type { AnyRecord } from '../../../shared/model/kinds/kinds.ts';
import { createTestStory } from '../../story-builder.ts';
import { createTestEnvironment } from '../../test-environment.ts';

function opened(folder: string | null = null) {
  const engine = openEngine(folder, createTestEnvironment());
  const { hash, project, send } = createTestStory(engine, createTestEnvironment(7));
  const [board] = [...project.recordsOfKind('board')].filter(({ type }) => type === 'board');
  const fields = { boardId: board?.id ?? '', x: 10, y: 10, title: '<p>One</p>' };
  const { ids } = engine.execute(hash, { do: 'create', kind: 'element', fields }, 'user');
  const id = ids[0] ?? '';
  const title = (text: string, origin: 'user' | 'remote' | 'api' = 'user') =>
    engine.execute(hash, { do: 'change', kind: 'element', id, fields: { title: `<p>${text}</p>` } }, origin);
  const titles = () => engine.listRecordVersions(hash, id).map(({ record, origin: by }) => [by, record && JSON.stringify(record.title)]);
  return { engine, hash, project, id, title, titles, send };
}
const titled = (text: string) => JSON.stringify({ en: { text: `<p>${text}</p>` } });

test('[history] the versions of a record are listed newest first, with their origin', () => {
  const { engine, hash, id, title, titles } = opened();
  title('Two');
  title('Three', 'api');
  engine.execute(hash, { do: 'remove', kind: 'element', id }, 'user');
  expect(titles()).toEqual([
    ['user', null],
    ['api', titled('Three')],
    ['user', titled('Two')],
    ['user', titled('One')],
  ]);
});

test('[history] initial records have a first version', () => {
  const { engine, hash, project } = opened();
  const versions = engine.listRecordVersions(hash, project.mainLocale === 'en' ? ([...project.recordsOfKind('board')][0]?.id ?? '') : '');
  expect(versions.map(({ origin: by }) => by)).toEqual(['import']);
});

test('[history] a version is restored in one step, which can be undone', () => {
  const { engine, hash, project, id, title } = opened();
  const { newVersion } = title('Two');
  title('Three');
  engine.restoreRecord(hash, id, newVersion);
  expect(JSON.stringify(project.get(id)?.title)).toBe(titled('Two'));
  engine.undo(hash);
  expect(JSON.stringify(project.get(id)?.title)).toBe(titled('Three'));
  engine.redo(hash);
  expect(JSON.stringify(project.get(id)?.title)).toBe(titled('Two'));
});

test('[history] a removed record is restored with its id, and can be removed again', () => {
  const { engine, hash, project, id, title } = opened();
  const { newVersion } = title('Two');
  const gone = engine.execute(hash, { do: 'remove', kind: 'element', id }, 'user');
  engine.restoreRecord(hash, id, newVersion);
  expect(JSON.stringify(project.get(id)?.title)).toBe(titled('Two'));
  engine.restoreRecord(hash, id, gone.newVersion);
  expect(project.has(id)).toBe(false);
  expect(() => engine.restoreRecord(hash, id, 9999)).toThrow('There is no version 9999.');
});

test('[history] removed records are listed without their dependents, newest first, and restored with them in one step', () => {
  const { engine, hash, project, id, send } = opened();
  const removed = () =>
    engine.listRemovedRecords(hash).records.map(({ record, cascadedCount, origin: by }) => [record.kind, cascadedCount, by]);
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
  engine.restoreRecord(hash, id);
  expect(engine.restoreRecord(hash, one).skipped).toEqual([]);
  expect(removed()).toEqual([]);
  // Removing the board had also cleared the element's link to it, and the element was removed afterwards: both are as before.
  expect(byId([...project.records()])).toEqual(byId(before));
  engine.undo(hash);
  expect(removed()).toEqual([['board', 3, 'user']]);
});
const byId = (records: readonly AnyRecord[]) => [...records].sort((a, b) => (a.id < b.id ? -1 : 1)).map(({ rank: _, ...rest }) => rest);

test('[history] records removed in one step are restored separately; one that depends on another reports why it cannot', () => {
  const { engine, hash, project, send } = opened();
  const [board = ''] = send({ do: 'create', kind: 'board', fields: { name: 'Cellar' } }).ids;
  const make = (title: string) => send({ do: 'create', kind: 'element', fields: { boardId: board, x: 0, y: 0, title } }).ids[0] ?? '';
  const [one, two] = [make('<p>One</p>'), make('<p>Two</p>')];
  send({ do: 'batch', commands: [one, two].map((id) => ({ do: 'remove', kind: 'element', id }) as const) });
  engine.restoreRecord(hash, two);
  expect([project.has(one), project.has(two)]).toEqual([false, true]);
  send({ do: 'remove', kind: 'board', id: board });
  expect(() => engine.restoreRecord(hash, one)).toThrow(/The element couldn’t be restored\. Its “Board” no longer exists/);
  expect(engine.listRemovedRecords(hash).records.map(({ record }) => record.id)).toEqual([board, one]);
});

test('[G22] restoring a record restores its mentions', () => {
  const { engine, hash, project, id, send } = opened();
  const [ada = ''] = send({ do: 'create', kind: 'component', fields: { name: 'Ada' } }).ids;
  const mention = `<p><span class="mention-component mention" data-id="${ada}" data-label="Ada" data-type="component">Ada</span> laughs.</p>`;
  send({ do: 'change', kind: 'element', id, fields: { content: mention } });
  send({ do: 'create', kind: 'componentAttachment', fields: { elementId: id, componentId: ada } });
  const before = project.get(id);
  send({ do: 'remove', kind: 'component', id: ada });
  expect(JSON.stringify(project.get(id)?.content)).not.toContain(ada);
  expect(engine.listRemovedRecords(hash).records).toMatchObject([{ cascadedCount: 1, record: { id: ada } }]);
  expect(engine.restoreRecord(hash, ada).skipped).toEqual([]);
  expect(project.get(id)).toEqual(before);
  expect(project.childIds(id, 'components')).toHaveLength(1);
});

test('[history] removed records are listed in pages', () => {
  const { engine, hash, project, send } = opened();
  const boardId = [...project.recordsOfKind('board')].find(({ type }) => type === 'board')?.id ?? '';
  const ids = Array.from({ length: 130 }, (_, at) => send({ do: 'create', kind: 'note', fields: { boardId, x: at, y: 0 } }).ids[0] ?? '');
  for (const id of ids.slice(0, 60)) send({ do: 'remove', kind: 'note', id });
  send({ do: 'batch', commands: ids.slice(60).map((id) => ({ do: 'remove', kind: 'note', id }) as const) });
  const first = engine.listRemovedRecords(hash);
  expect([first.records.length, first.nextCursor]).toEqual([100, first.records.at(-1)?.id]);
  const second = engine.listRemovedRecords(hash, first.nextCursor ?? '');
  expect([second.records.length, second.nextCursor]).toEqual([30, null]);
  expect(new Set([...first.records, ...second.records].map(({ record }) => record.id))).toEqual(new Set(ids));
});

test('[history] an id assigned by the remote is no version and no removal', () => {
  const { engine, hash, id, title, titles } = opened();
  title('Two');
  const given = '99999999-0000-4000-8000-000000000001';
  engine.execute(hash, { do: 'replaceRecords', renamedIds: [[id, given]], put: [], removedIds: [] }, 'remote');
  expect(titles()).toEqual([]);
  expect(engine.listRecordVersions(hash, given).map(({ origin: by, record }) => [by, JSON.stringify(record?.title)])).toEqual([
    ['user', titled('Two')],
    ['user', titled('One')],
  ]);
  expect(engine.listRemovedRecords(hash).records).toEqual([]);
});

test('[history] steps dropped from the journal have no versions, and the state before the oldest step is kept', () => {
  const { engine, hash, project, id, send } = opened();
  const boardId = String(project.get(id)?.boardId);
  const [kept = ''] = send({ do: 'create', kind: 'note', fields: { boardId, x: 0, y: 0, content: '<p>First</p>' } }).ids;
  for (let at = 0; at <= journalLimits.steps; at++) send({ do: 'change', kind: 'element', id, fields: { x: 100 + (at % 7) } });
  send({ do: 'change', kind: 'note', id: kept, fields: { content: '<p>Second</p>' } });
  const versions = engine.listRecordVersions(hash, id);
  expect(versions.length).toBeLessThan(journalLimits.steps);
  expect(versions.at(-1)).toMatchObject({ origin: 'earlier', version: (versions.at(-2)?.version ?? 0) - 1 });
  expect(engine.listRecordVersions(hash, kept).map(({ origin: by, record }) => [by, record?.content])).toEqual([
    ['user', '<p>Second</p>'],
    ['earlier', '<p>First</p>'],
  ]);
});

test('[Store] the journal of an older file is indexed once', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'taleport-past-'));
  try {
    const { engine, hash, id, title, send, project } = opened(folder);
    title('Two');
    const { ids } = send({ do: 'create', kind: 'note', fields: { boardId: String(project.get(id)?.boardId), x: 0, y: 0 } });
    send({ do: 'remove', kind: 'note', id: ids[0] ?? '' });
    const before = { versions: engine.listRecordVersions(hash, id), removed: engine.listRemovedRecords(hash) };
    await engine.close();
    const database = openDatabase(join(folder, 'taleport.sqlite'));
    // As version 1 had it: without the table of touched records, and with the names of Taleport 0.1.
    database.exec(`
      DROP TABLE touched;
      ALTER TABLE project DROP COLUMN records;
      ALTER TABLE project DROP COLUMN checksum;
      ALTER TABLE record DROP COLUMN checksum;
      ALTER TABLE journal DROP COLUMN checksum;
      ALTER TABLE key_value DROP COLUMN checksum;
      ALTER TABLE key_value RENAME TO shelf;
      ALTER TABLE shelf RENAME COLUMN store TO name;
      ALTER TABLE session RENAME TO running;
      ALTER TABLE running RENAME COLUMN closed_cleanly TO clean;
      UPDATE journal SET changes = replace(replace(changes, '{"created":', '{"made":'), '{"removed":', '{"gone":');
      UPDATE journal SET changes = replace(replace(changes, '"before":', '"was":'), '"after":', '"now":');`);
    database.pragma('user_version = 1');
    database.close();
    const reopened = openEngine(folder, createTestEnvironment());
    expect({ versions: reopened.listRecordVersions(hash, id), removed: reopened.listRemovedRecords(hash) }).toEqual(before);
    expect(before.removed.records).toHaveLength(1);
    await reopened.close();
  } finally {
    rmSync(folder, { recursive: true });
  }
});
