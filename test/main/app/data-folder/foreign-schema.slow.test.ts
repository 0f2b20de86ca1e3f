/** [Damage] a database whose tables are not ours is not opened, and repairing it copies its records into a new one. */
import { copyFileSync, cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { openBackend } from '../../../../main/app/backend/backend.ts';
import { examineDataFolder } from '../../../../main/app/data-folder/examine-data-folder.ts';
import { repairDataFolder } from '../../../../main/app/data-folder/repair-data-folder.ts';
import { openEngine } from '../../../../main/engine/engine.ts';
import { openDatabase, openDatabaseFile } from '../../../../main/engine/storage/sqlite.ts';
import { openStoredProjects } from '../../../../main/engine/storage/stored-projects.ts';
import { databaseFileIn } from '../../../../main/platform/data-folder.ts';
import { systemEnvironment } from '../../../../main/platform/environment.ts';
import { createInvoke } from '../../../../shared/contracts/ipc/backend.ts';
import { newFolder, newFolderForFile } from '../../../new-folder.ts';
import { createTestEnvironment } from '../../../test-environment.ts';

const data = newFolderForFile();
/** A small project, for what is refused whatever is in the database. */
const empty = newFolderForFile();
let records: string;
beforeAll(async () => {
  const backend = await openBackend(data, systemEnvironment);
  await createInvoke(backend)('project.create', { template: 'sample' });
  await backend.close();
  records = await readRecords(data);
  const emptyBackend = await openBackend(empty, systemEnvironment);
  await createInvoke(emptyBackend)('project.create', { template: 'empty' });
  await emptyBackend.close();
});

async function readRecords(folder: string): Promise<string> {
  const engine = openEngine(folder, createTestEnvironment());
  try {
    const all = engine.listProjects().map(({ hash }) => [...engine.getProject(hash).records()]);
    return JSON.stringify(all.map((project) => project.sort((one, two) => (one.id < two.id ? -1 : 1))));
  } finally {
    await engine.close();
  }
}

/** A copy of the folder, whose database was changed by another program. */
function folderWith(sql: string, original = data): string {
  const folder = newFolder();
  cpSync(original, folder, { recursive: true });
  const database = openDatabaseFile(databaseFileIn(folder));
  database.unsafeMode(true);
  database.pragma('trusted_schema = ON');
  database.exec(sql);
  database.close();
  return folder;
}

const endless = 'WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x FROM n)';

const kinds: readonly (readonly [name: string, sql: string])[] = [
  ['a trigger that deletes', 'CREATE TRIGGER x AFTER UPDATE ON project BEGIN DELETE FROM record; END'],
  ['a trigger that rejects', "CREATE TRIGGER x BEFORE INSERT ON record BEGIN SELECT RAISE(FAIL, 'no'); END"],
  ['a trigger that never ends', `CREATE TRIGGER x BEFORE INSERT ON journal BEGIN SELECT count(*) FROM (${endless} SELECT x FROM n); END`],
  [
    'a trigger that writes secrets elsewhere',
    'CREATE TABLE spy (json); CREATE TRIGGER x AFTER INSERT ON key_value BEGIN INSERT INTO spy VALUES (new.json); END',
  ],
  ['a trigger with the name of a table of ours', 'CREATE TRIGGER record AFTER DELETE ON record BEGIN SELECT 1; END'],
  ['a view', 'CREATE VIEW x AS SELECT 1'],
  ['a view that never ends', `CREATE VIEW x AS ${endless} SELECT x FROM n`],
  ['a view in place of the records', 'ALTER TABLE record RENAME TO record_; CREATE VIEW record AS SELECT * FROM record_'],
  [
    'an endless view in place of the records',
    `ALTER TABLE record RENAME TO record_; CREATE VIEW record AS SELECT record_.* FROM record_, (${endless} SELECT x FROM n)`,
  ],
  ['a view in place of the steps', 'ALTER TABLE touched RENAME TO touched_; CREATE VIEW touched AS SELECT * FROM touched_'],
  ['another table', 'CREATE TABLE x (a)'],
  ['a table that looks internal', 'CREATE TABLE "x sqlite_" (a)'],
  ['a virtual table', 'CREATE VIRTUAL TABLE x USING fts5(a)'],
  ['an index', 'CREATE INDEX x ON record (kind)'],
  ['an index of expressions', 'CREATE INDEX x ON record (length(json))'],
  ['an index that makes values unique', 'CREATE UNIQUE INDEX x ON project (status, id)'],
  [
    'one of our indexes with another text',
    'DROP INDEX touched_removed; CREATE INDEX touched_removed ON touched (project) WHERE removed = 0',
  ],
  ['one of our indexes missing', 'DROP INDEX touched_removed'],
  ['another column', "ALTER TABLE record ADD COLUMN note TEXT DEFAULT ''"],
  ['a computed column', 'ALTER TABLE record ADD COLUMN size INTEGER AS (length(json)) VIRTUAL'],
  ['a computed column in a table of settings', 'ALTER TABLE key_value ADD COLUMN size INTEGER AS (length(json)) VIRTUAL'],
  ['a renamed column', 'ALTER TABLE journal RENAME COLUMN label TO title'],
  ['a missing table', 'DROP TABLE touched'],
];

/** One of each sort: the repair reads the rows of our tables, whatever else there is. */
const repaired: ReadonlySet<string> = new Set([
  'a trigger that rejects',
  'a trigger that never ends',
  'an endless view in place of the records',
  'a virtual table',
  'an index of expressions',
  'a computed column',
  'a renamed column',
  'a missing table',
]);

describe('[Damage] a database that another program has changed', () => {
  test.each(kinds)('with %s is refused and named by doctor', async (_, sql) => {
    const folder = folderWith(sql, empty);
    const bytes = readFileSync(databaseFileIn(folder));
    expect(() => openEngine(folder, createTestEnvironment())).toThrow('which Taleport didn’t create');
    expect(readFileSync(databaseFileIn(folder)).equals(bytes)).toBe(true);
    const { checks } = await examineDataFolder(folder);
    expect(checks.find(({ check }) => check === 'schema')).toMatchObject({ ok: false, detail: { key: 'doctor.schema.foreign' } });
  });

  test.each(kinds.filter(([name]) => repaired.has(name)))('with %s is repaired with all of its records', async (_, sql) => {
    const folder = folderWith(sql);
    const bytes = readFileSync(databaseFileIn(folder));
    const { damagedFile } = await repairDataFolder(folder, systemEnvironment);
    expect(readFileSync(damagedFile).equals(bytes)).toBe(true);
    expect(await readRecords(folder)).toBe(records);
    expect((await examineDataFolder(folder)).checks.find(({ check }) => check === 'schema')).toMatchObject({ ok: true });
  });

  test('is not restored from', async () => {
    const file = join(newFolder(), 'backup.sqlite');
    copyFileSync(databaseFileIn(folderWith('CREATE VIEW x AS SELECT 1')), file);
    await expect(openStoredProjects(file, `${file}.upgraded`)).rejects.toThrow('view x');
  });

  test.each([-1, 0, 1, 2, 3, 1000, 2_147_483_647])(
    'with the version %d is damaged, and repaired with all of its records',
    async (version) => {
      const folder = folderWith(`PRAGMA user_version = ${version}`);
      expect(() => openEngine(folder, createTestEnvironment())).toThrow(`user_version ${version}`);
      const { checks } = await examineDataFolder(folder);
      expect(checks.filter(({ ok }) => !ok).map(({ remedy }) => remedy?.key)).toContain('doctor.remedy.repair');
      await repairDataFolder(folder, systemEnvironment);
      expect(await readRecords(folder)).toBe(records);
    },
  );

  test('with the mark of another program is refused; one of an earlier version without a mark is not', async () => {
    const other = folderWith('PRAGMA application_id = 252006674');
    expect(() => openEngine(other, createTestEnvironment())).toThrow('application_id 252006674');
    expect(await readRecords(folderWith('PRAGMA application_id = 0'))).toBe(records);
  });
});

describe('[Damage] a database without our tables is no new one', () => {
  const foreign = (sql: string): string => {
    const file = join(newFolder(), 'foreign.sqlite');
    const database = openDatabase(file);
    database.exec(sql);
    database.close();
    return file;
  };

  test('beside the record of an earlier one, or beside stored files, nothing is opened, written or removed', async () => {
    for (const kept of ['taleport.sqlite-witness.json', 'vault/ab/abcdef']) {
      for (const [sql, sentence] of [
        ['SELECT 1', 'is empty, but its folder contains data'],
        ['CREATE TABLE bookmarks (url)', 'table bookmarks'],
      ] as const) {
        const folder = newFolder();
        mkdirSync(join(folder, kept, '..'), { recursive: true });
        writeFileSync(join(folder, kept), '{"projects":1,"log":null}');
        copyFileSync(foreign(sql), databaseFileIn(folder));
        const [bytes, names] = [readFileSync(databaseFileIn(folder)), readdirSync(folder, { recursive: true }).map(String)];
        await expect(openBackend(folder, systemEnvironment), `${kept} ${sql}`).rejects.toThrow(sentence);
        expect(readFileSync(databaseFileIn(folder)).equals(bytes)).toBe(true);
        expect(readFileSync(join(folder, kept), 'utf8')).toBe('{"projects":1,"log":null}');
        expect(readdirSync(folder, { recursive: true })).toEqual(expect.arrayContaining(names));
      }
    }
  });
});
