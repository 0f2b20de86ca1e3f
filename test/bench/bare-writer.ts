/** Bare better-sqlite3 transactions that write what a command writes: the record, the project's version, the journal and which step changed the record. Same tables, same safety. */

import { upgradeSchema } from '../../main/engine/storage/schema-upgrade.ts';
import { openDatabase } from '../../main/engine/storage/sqlite.ts';

export function bareWriter(file: string, records: readonly { id: string; json: string }[]) {
  const database = openDatabase(file);
  upgradeSchema(database, () => {});
  database.exec("INSERT INTO project VALUES (1, 'bare', 'active', 0, 0, 0, 0, 0)");
  const put = database.prepare(
    'INSERT INTO record VALUES (1, ?, ?, ?, ?, ?, 0) ON CONFLICT DO UPDATE SET rank = excluded.rank, json = excluded.json',
  );
  const touch = database.prepare('UPDATE project SET version = ?, updated = ? WHERE id = 1');
  const note = database.prepare("INSERT INTO journal VALUES (1, ?, ?, 'user', 'Change element', 'do', NULL, ?, 0)");
  database.transaction(() => {
    for (const { id, json } of records) put.run(id, 'element', 'board', 'a0', json);
  })();
  const touched = database.prepare('INSERT INTO touched VALUES (1, ?, ?, 0)');
  const changes =
    '[{"id":"00000000-0000-4000-8000-000000000000","kind":"element","was":{"title":{"en":{"text":"<p>Title</p>"}}},"now":{"title":{"en":{"text":"<p>Title</p>"}}}}]';
  const write = database.transaction(({ id, json }: { id: string; json: string }, version: number) => {
    put.run(id, 'element', 'board', 'a0', json);
    touch.run(version, version);
    note.run(version, version, changes);
    touched.run(id, version);
  });
  return { write, close: () => database.close() };
}
