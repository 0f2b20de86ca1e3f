/** The removal of a project whose process is killed before its target and its story folder have ended. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openBackend } from '../../../../main/app/backend/backend.ts';
import { openEngine } from '../../../../main/engine/engine.ts';
import { createInvoke } from '../../../../shared/contracts/ipc/backend.ts';
import { newFolder } from '../../../new-folder.ts';
import { createTestEnvironment } from '../../../test-environment.ts';

test('is completed by the next start: both folders are free again, and other projects keep theirs', async () => {
  const data = newFolder();
  const game = newFolder();
  writeFileSync(join(game, 'project.godot'), 'config_version=5\n');
  const [folder, kept] = [join(newFolder(), 'story'), join(newFolder(), 'kept')];
  const first = await openBackend(data, createTestEnvironment());
  const ask = createInvoke(first);
  const { hash } = await ask('project.create', { template: 'sample' });
  const { hash: other } = await ask('project.create', { template: 'sample' });
  await ask('target.add', { hash, folder: game });
  await ask('folder.link', { hash, folder });
  await ask('folder.link', { hash: other, folder: kept });
  await first.close();

  // What the transaction of the removal writes, and nothing after it.
  const engine = openEngine(data, createTestEnvironment(2));
  engine.removeProject(hash, [{ store: 'project-removals', put: [{ id: hash, value: true }] }]);
  await engine.close();

  const second = await openBackend(data, createTestEnvironment(3));
  const askAgain = createInvoke(second);
  await expect.poll(() => askAgain('target.list', {})).toEqual([]);
  await expect.poll(() => askAgain('folder.list', {})).toMatchObject([{ hash: other, folder: kept }]);
  await askAgain('target.add', { hash: other, folder: game, force: true });
  await second.close();
  const after = openEngine(data, createTestEnvironment(4));
  expect(after.openKeyValueStore('project-removals').list()).toEqual([]);
  await after.close();
});
