/** [Targets] A story folder that is exported to a game folder without a data folder. */
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { openBackend } from '../../../main/app/backend/backend.ts';
import { createInvoke } from '../../../shared/contracts/ipc/backend.ts';
import { newFolder } from '../../new-folder.ts';
import { createTestEnvironment } from '../../test-environment.ts';

const checked = vi.hoisted(() => ({ count: 0 }));
vi.mock('../../../main/exporters/checks/check-story.ts', async (importOriginal) => {
  const original = await importOriginal<typeof import('../../../main/exporters/checks/check-story.ts')>();
  const checkStoryInSteps: typeof original.checkStoryInSteps = (...values) => {
    checked.count++;
    return original.checkStoryInSteps(...values);
  };
  return { ...original, checkStoryInSteps };
});
vi.resetModules();
const { exportFolderToGame } = await import('../../../main/story-folder/export-to-game.ts');

test('pages of two stories save their own games, and a story is checked once', async () => {
  const folder = newFolder();
  const backend = await openBackend(null, createTestEnvironment());
  const stories = [join(folder, 'one'), join(folder, 'two')];
  try {
    const invoke = createInvoke(backend);
    for (const story of stories) {
      const { hash } = await invoke('project.create', { template: 'sample' });
      await invoke('project.writeStoryFolder', { hash, folder: story });
    }
  } finally {
    await backend.close();
  }
  const exportPage = async (story: string, name: string) => {
    const game = join(folder, name);
    mkdirSync(game);
    checked.count = 0;
    const { delivery } = await exportFolderToGame(story, { game, engine: 'html', settings: {}, mode: 'run', force: false });
    expect(delivery.written).toContain('project.html');
    expect(checked.count).toBe(1);
    return /taleport\.page\.[\w-]+/.exec(readFileSync(join(game, 'project.html'), 'utf8'))?.[0];
  };
  const [one = '', two = ''] = stories;
  const first = await exportPage(one, 'game');
  expect(first).toBeDefined();
  expect(await exportPage(one, 'again')).toBe(first);
  expect(await exportPage(two, 'other')).not.toBe(first);
});
