/** [Damage] the checks of a data folder, its repair, and the diagnostics bundle. */
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { writeDiagnosticsBundle } from '../../../main/app/diagnostics-bundle.ts';
import { examineDataFolder } from '../../../main/app/examine-data-folder.ts';
import { needsFileRepair, repairDataFolder } from '../../../main/app/repair-data-folder.ts';
import { openDatabaseFile } from '../../../main/engine/storage/sqlite.ts';
import { openZip } from '../../../main/importers/zip-archive.ts';
import { systemEnvironment } from '../../../main/platform/environment.ts';
import { openLog } from '../../../main/platform/log.ts';
import { loadTranslator } from '../../../shared/messages/languages.ts';
import { createProjectWithPicture, exportOf, newFolder, openFolder } from '../backups/data-folder.ts';

async function closedProject() {
  const data = await openFolder();
  const { hash } = await createProjectWithPicture(data);
  await data.invoke('backup.create', {});
  const before = await exportOf(data, hash);
  await data.close();
  openLog(data.folder, 'taleport')('A line');
  return { folder: data.folder, hash, before };
}

const failedChecks = async (folder: string) => (await examineDataFolder(folder)).checks.filter(({ ok }) => !ok).map(({ check }) => check);

test('[Damage] an intact folder passes every check', async () => {
  const { folder } = await closedProject();
  expect(await failedChecks(folder)).toEqual([]);
  expect(await needsFileRepair(folder)).toBe(false);
});

test('[Damage] damaged records are named by kind, title and project, with a remedy', async () => {
  const { folder } = await closedProject();
  const database = openDatabaseFile(join(folder, 'taleport.sqlite'));
  database.exec("UPDATE record SET rank = rank || 'x' WHERE kind = 'board'");
  database.close();
  const { checks } = await examineDataFolder(folder);
  const [failed, ...more] = checks.filter(({ ok }) => !ok);
  expect(more).toEqual([]);
  expect(failed).toMatchObject({ check: 'records', remedy: { key: 'doctor.remedy.repairOrRestore' } });
  expect(failed?.records?.length).toBeGreaterThan(0);
  for (const { kind, title, project } of failed?.records ?? []) expect([kind, title !== '', project !== '']).toEqual(['board', true, true]);
});

test('[Damage] a file with damaged pages is repaired, and the damaged one is kept', async () => {
  const { folder, hash, before } = await closedProject();
  const file = join(folder, 'taleport.sqlite');
  const database = openDatabaseFile(file);
  const root = Number(database.prepare("SELECT max(pageno) FROM dbstat WHERE name = 'record' AND pagetype = 'leaf'").pluck().get() ?? 0);
  database.close();
  const bytes = readFileSync(file);
  // The header of a page in the middle of the records.
  bytes.fill(0xff, (root - 1) * 4096, (root - 1) * 4096 + 64);
  writeFileSync(file, bytes);
  expect(await failedChecks(folder)).toContain('database');
  expect(await needsFileRepair(folder)).toBe(true);
  const { damagedFile } = await repairDataFolder(folder, systemEnvironment);
  expect(readFileSync(damagedFile).equals(bytes)).toBe(true);
  const data = await openFolder(folder);
  await exportOf(data, hash);
  await data.invoke('damage.restore', { hash });
  expect(await exportOf(data, hash)).toBe(before);
});

test('[Damage] the bundle contains versions, checks, counts and the log, but no secret, no story text and no name', async () => {
  const { folder, hash } = await closedProject();
  const data = await openFolder(folder);
  await data.invoke('project.rename', { hash, name: 'Xanthippe and the lighthouse' });
  const { key } = await data.invoke('apiKey.create', { name: 'Plugin' });
  await data.close();
  const log = openLog(folder, 'taleport');
  log(`Token ${key} was rejected; password=hunter2abc; the project Xanthippe and the lighthouse in ${folder}`);
  const database = openDatabaseFile(join(folder, 'taleport.sqlite'));
  database.exec("UPDATE record SET json = replace(json, '<p>', '<p>Zyzzyva ') WHERE kind = 'element'");
  database.close();
  const file = join(newFolder(), 'diagnostics.zip');
  const bytes = await writeDiagnosticsBundle(folder, file, await loadTranslator('en'));
  expect(statSync(file).size).toBe(bytes);
  const zip = await openZip(file, 'diagnostics.zip');
  const names = zip.entries.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(['versions.json', 'settings.json', 'checks.json', 'counts.json', 'logs/taleport.log']));
  let text = '';
  for (const entry of zip.entries) for await (const chunk of zip.readBytes(entry)) text += Buffer.from(chunk).toString('utf8');
  zip.close();
  expect(text).toContain('was rejected');
  expect(text).toContain('"ok": false');
  for (const hidden of [key, 'hunter2abc', 'Xanthippe', 'Zyzzyva', 'lighthouse', folder]) expect(text).not.toContain(hidden);
  expect(readdirSync(folder)).toContain('taleport.sqlite');
});
