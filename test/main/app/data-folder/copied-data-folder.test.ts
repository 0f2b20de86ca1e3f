/** [I41] How a data folder that is a copy is told from one that was moved. */
import { cpSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { markCopiedDataFolder } from '../../../../main/app/data-folder/copied-data-folder.ts';
import { OpeningNotices } from '../../../../main/app/data-folder/opening-notices.ts';
import { type Engine, openEngine } from '../../../../main/engine/engine.ts';
import { readMachineId } from '../../../../main/platform/machine-id.ts';
import { openRemoteStore, remotesStoreName, syncedProjectsStoreName } from '../../../../main/sync/store/remote-store.ts';
import { newFolder } from '../../../new-folder.ts';
import { createTestEnvironment } from '../../../test-environment.ts';

/** Opens the folder as a start does; returns the keys of its notices. `before` changes stored rows first. */
async function noticesAt(folder: string, before: (engine: Engine) => void = () => undefined): Promise<string[]> {
  const environment = createTestEnvironment(1);
  const engine = openEngine(folder, environment);
  try {
    before(engine);
    const notices = new OpeningNotices(null);
    markCopiedDataFolder(folder, engine, environment, notices);
    return (await notices.list()).map(({ key }) => key);
  } finally {
    await engine.close();
  }
}

const addProject = (engine: Engine): void =>
  openRemoteStore(engine.openKeyValueStore(remotesStoreName), engine.openKeyValueStore(syncedProjectsStoreName)).saveSyncedProject({
    hash: 'abcdefgh',
    remoteHash: 'abcdefgh',
    remote: 'Team',
    name: 'Story',
    isFetched: true,
    lastSyncedAt: null,
  });

/** Replaces values of the stored location. */
const locatedAt = (values: Readonly<Record<string, string>>) => (engine: Engine) => {
  const rows = engine.openKeyValueStore(remotesStoreName);
  const row = rows.get('location');
  expect(Object.keys(Object(row))).toEqual(['machine', 'device', 'file']);
  rows.put([{ id: 'location', value: { ...Object(row), ...values } }]);
};

test('[I41] a copy beside the original is told once, and a folder that was moved is none', async () => {
  const places = newFolder();
  const [original, moved, copy] = ['original', 'moved', 'copy'].map((name) => join(places, name)) as [string, string, string];
  cpSync(newFolder(), original, { recursive: true });
  expect(await noticesAt(original, addProject)).toEqual([]);
  expect(await noticesAt(original)).toEqual([]);
  renameSync(original, moved);
  expect(await noticesAt(moved)).toEqual([]);
  cpSync(moved, copy, { recursive: true });
  expect(await noticesAt(copy)).toEqual(['desktop.copiedDataFolder']);
  expect(await noticesAt(copy)).toEqual([]);
  expect(await noticesAt(moved)).toEqual([]);
});

test('[I41] a folder of another computer is a copy; on another disk of this one, nothing shows whether it is', async () => {
  const folder = newFolder();
  expect(await noticesAt(folder, addProject)).toEqual([]);
  expect(await noticesAt(folder, locatedAt({ machine: 'another computer', device: 'its disk' }))).toEqual(
    // Where the system has no id of the computer, the stored one proves nothing.
    readMachineId() === null ? [] : ['desktop.copiedDataFolder'],
  );
  expect(await noticesAt(folder, locatedAt({ device: 'another disk', file: '1' }))).toEqual([]);
});

test('[I41] without synced projects, a copy is as good as the original', async () => {
  const [folder, copy] = [newFolder(), join(newFolder(), 'copy')];
  expect(await noticesAt(folder)).toEqual([]);
  cpSync(folder, copy, { recursive: true });
  expect(await noticesAt(copy)).toEqual([]);
});
