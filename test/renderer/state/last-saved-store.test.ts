import { expect, test } from 'vitest';
import type { BackendEvent } from '../../../shared/contracts/ipc/events.ts';
import { stubBackend } from '../stub-backend.ts';

const updatedAt = '2020-05-03T10:00:00.000000Z';
const projectOf = (hash: string) => ({ hash, name: hash, updatedAt, createdAt: updatedAt, status: 'active' }) as const;
/** An event with the fields by which the store recognizes it. */
const changeOf = (hash: string) => ({ event: 'project.changed', hash }) as BackendEvent;

async function startWindow() {
  stubBackend({ 'project.list': () => [projectOf('other'), projectOf('open')] });
  return import('../../../renderer/state/last-saved-store.ts');
}

test('a project that opens was last saved when it was last changed', async () => {
  const { lastSavedStore, loadLastSaved } = await startWindow();
  await loadLastSaved('open');
  expect(lastSavedStore.getState()).toEqual({ hash: 'open', at: updatedAt });
});

test('each change of the open project is a save, those of others are not', async () => {
  const { lastSavedStore, loadLastSaved, handleSavedEvents } = await startWindow();
  const loading = loadLastSaved('open');
  handleSavedEvents([changeOf('other')]);
  expect(lastSavedStore.getState().at).toBeNull();
  handleSavedEvents([changeOf('open')]);
  const savedAt = lastSavedStore.getState().at;
  await loading;
  expect(lastSavedStore.getState().at).toBe(savedAt);
  expect(Date.parse(savedAt ?? '')).toBeGreaterThan(Date.parse(updatedAt));
});
