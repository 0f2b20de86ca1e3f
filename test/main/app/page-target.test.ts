/** [Targets] A playable page as a target: the page and the files that it shows, which follow the story. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openBackend } from '../../../main/app/backend/backend.ts';
import { createInvoke } from '../../../shared/contracts/ipc/backend.ts';
import { createTestEnvironment } from '../../test-environment.ts';

test('[Targets] a target for a page writes it with its files, and nothing where the story is unchanged', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'taleport-page-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const backend = await openBackend(null, createTestEnvironment());
  onTestFinished(() => backend.close());
  const invoke = createInvoke(backend);
  const { hash } = await invoke('project.create', { template: 'sample' });
  const { id } = await invoke('target.add', { hash, folder, engine: 'html' });
  const written = readdirSync(folder, { recursive: true }).map(String).sort();
  expect(written).toEqual(expect.arrayContaining(['assets', 'project.html', join('assets', 'Pictures', 'storm.jpg')]));
  const page = readFileSync(join(folder, 'project.html'), 'utf8');
  expect(page).toContain('"assets/Pictures/storm.jpg"');
  expect(await invoke('target.run', { id })).toMatchObject([{ written: [], removed: [] }]);

  await invoke('project.rename', { hash, name: 'Another name' });
  expect(await invoke('target.run', { id })).toMatchObject([{ written: ['project.html'], removed: [] }]);
  expect(readFileSync(join(folder, 'project.html'), 'utf8')).toContain('<title>Another name</title>');
  await invoke('target.change', { id, settings: { assets: false } });
  expect(readFileSync(join(folder, 'project.html'), 'utf8')).toContain('"files":{}}');
  expect(readdirSync(folder, { recursive: true }).filter((path) => /\.\w+$/.test(String(path)))).toEqual(['project.html']);
});
