/** [Backups, Command line] no file of the user is ever written into a data folder, where it could replace the database. */
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { connectBackend } from '../../../main/app/backend/connect-backend.ts';
import { isInDataFolder } from '../../../main/platform/data-folder.ts';
import { createInvoke } from '../../../shared/contracts/ipc/backend.ts';
import { Problem } from '../../../shared/problem.ts';
import { newFolder } from '../../new-folder.ts';

type Invoke = ReturnType<typeof createInvoke>;
interface Named {
  readonly hash: string;
  readonly id: string;
  readonly file: string;
}

const writers: Readonly<Record<string, (invoke: Invoke, named: Named) => Promise<unknown>>> = {
  'export json': (invoke, { hash, file }) => invoke('project.export', { hash, file, options: { format: 'json' }, force: true }),
  'export html': (invoke, { hash, file }) => invoke('project.export', { hash, file, options: { format: 'html' }, force: true }),
  'export unity': (invoke, { hash, file }) => invoke('project.export', { hash, file, options: { format: 'unity' }, force: true }),
  'export script': (invoke, { hash, file }) => invoke('project.exportDocument', { hash, file: `${file}.docx`, format: 'script' }),
  'export taleport': (invoke, { hash, file }) => invoke('project.writeProjectFile', { hash, file }),
  'export folder': (invoke, { hash, file }) => invoke('project.writeStoryFolder', { hash, folder: file }),
  'backup --out': (invoke, { file }) => invoke('backup.create', { file }),
  'backup HASH --out': (invoke, { hash, file }) => invoke('backup.create', { hash, file }),
  'keep a backup': (invoke, { id, file }) => invoke('backup.export', { id, file }),
  'save diagnostics': (invoke, { file }) => invoke('dataFolder.saveDiagnostics', { file }),
  'restore --into': (invoke, { id, file }) => invoke('dataFolder.restore', { id, folder: file }),
};

/** A data folder in use, with a project and a backup, and another one beside it. */
async function openFolders() {
  const parent = mkdtempSync(join(tmpdir(), 'taleport-outside-'));
  const [folder, other, elsewhere] = ['Data', 'Other', 'elsewhere'].map((name) => join(parent, name)) as [string, string, string];
  for (const path of [folder, other, elsewhere]) mkdirSync(path);
  const connection = connectBackend(folder);
  const close = async (): Promise<void> => {
    await connection.close();
    rmSync(parent, { recursive: true });
  };
  const invoke = createInvoke(connection);
  const { hash } = await invoke('project.create', { template: 'empty' });
  await invoke('backup.create', {});
  const [backup] = await invoke('backup.list', {});
  writeFileSync(join(other, 'taleport.sqlite'), 'the database of another folder');
  symlinkSync(folder, join(elsewhere, 'link'));
  for (const extension of ['', '.docx']) symlinkSync(join(folder, 'taleport.sqlite'), join(elsewhere, `database-link${extension}`));
  const id = backup?.id ?? '';
  const paths = [
    ...['taleport.sqlite', 'taleport.sqlite-wal', 'instance.lock', join('vault', 'x'), 'new.json', join('no', 'folder', 'x')].map((name) =>
      join(folder, name),
    ),
    join(folder, 'backups', id, 'taleport.sqlite'),
    join(elsewhere, 'link', 'taleport.sqlite'),
    join(elsewhere, 'link', 'vault', 'x'),
    join(elsewhere, 'database-link'),
    join(other, 'taleport.sqlite'),
    join(other, 'vault', 'x'),
  ];
  return { folder, other, invoke, hash, id, paths, close };
}

describe('[Command line] data folders', () => {
  let folders: Awaited<ReturnType<typeof openFolders>>;
  beforeAll(async () => {
    folders = await openFolders();
  });
  afterAll(() => folders.close());

  test.each(Object.entries(writers))('%s refuses every path in a data folder, and leaves what is there', async (_, write) => {
    const { folder, other, invoke, hash, id, paths } = folders;
    const [before, otherBefore] = [readFileSync(join(folder, 'taleport.sqlite')), readdirSync(other)];
    for (const file of paths) {
      const error = await write(invoke, { hash, id, file }).then(
        () => undefined,
        (thrown: unknown) => thrown,
      );
      expect(error, file).toBeInstanceOf(Problem);
      expect((error as Problem).message, file).toContain('must not be in a folder in which Taleport stores its data');
    }
    expect(readFileSync(join(folder, 'taleport.sqlite')).equals(before)).toBe(true);
    expect(readdirSync(other)).toEqual(otherBefore);
    expect(existsSync(join(folder, 'new.json'))).toBe(false);
    expect(await invoke('project.list', {})).toHaveLength(1);
  });

  test.each(Object.entries(writers))('%s writes beside a data folder', async (_, write) => {
    const { invoke, hash, id } = folders;
    const elsewhere = newFolder();
    await write(invoke, { hash, id, file: join(elsewhere, 'written') });
    expect(readdirSync(elsewhere).filter((each) => each.startsWith('written'))).toHaveLength(1);
  });

  test('[Backups] backups are not kept among the data of another folder, and files of the user may be beside it', async () => {
    const { other, invoke } = folders;
    const settings = { maxBytes: 2 ** 30 };
    await expect(invoke('backup.configure', { ...settings, folder: join(other, 'vault', 'x') })).rejects.toMatchObject({ code: 'invalid' });
    expect(isInDataFolder(join(other, 'my game', 'story.json'), null)).toBe(false);
    const kept = newFolder();
    await invoke('backup.configure', { ...settings, folder: kept });
    expect(isInDataFolder(join(kept, 'files', 'ab', 'x'), null)).toBe(true);
    expect(isInDataFolder(join(kept, 'owner.json'), null)).toBe(true);
    expect(isInDataFolder(join(kept, 'my story.json'), null)).toBe(false);
  });
});
