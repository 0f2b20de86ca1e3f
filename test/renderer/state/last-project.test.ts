/** Which project a start of the window opens by itself. */
import { expect, test, vi } from 'vitest';

const stored = new Map<string, string>();

/** A start of the window with what the earlier ones have stored. */
async function start() {
  vi.resetModules();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
  });
  const [lastProject, { openProjectStore }] = await Promise.all([
    import('../../../renderer/state/last-project.ts'),
    import('../../../renderer/state/open-project.ts'),
  ]);
  const taken = lastProject.takeLastProject();
  lastProject.rememberLastProject();
  return { taken, lastProject, open: (hash: string | null) => openProjectStore.setState({ hash }) };
}

test('a start opens the project that was open, unless the list was shown or the user does not want it', async () => {
  stored.clear();
  const first = await start();
  expect(first.taken).toBeNull();
  first.open('harbour');

  const second = await start();
  expect(second.taken).toBe('harbour');
  second.open('harbour');
  second.lastProject.settleOpening();
  second.open('tower');

  const third = await start();
  expect(third.taken).toBe('tower');
  third.open('tower');
  third.lastProject.settleOpening();
  third.open(null);

  const fourth = await start();
  expect(fourth.taken).toBeNull();
  fourth.open('tower');
  fourth.lastProject.setReopensLastProject(false);
  expect((await start()).taken).toBeNull();
});

test('a project that ended the program before it was shown is not opened by the next start', async () => {
  stored.clear();
  (await start()).open('harbour');
  const crashing = await start();
  expect(crashing.taken).toBe('harbour');
  crashing.open('harbour');
  expect((await start()).taken).toBeNull();

  // The user opens it from the list, and it works again.
  (await start()).open('harbour');
  expect((await start()).taken).toBe('harbour');
});

test('a last project that cannot be opened leads to the list, now and at the next start', async () => {
  stored.clear();
  (await start()).open('removed');
  const failing = await start();
  failing.open('removed');
  failing.open(null);
  expect((await start()).taken).toBeNull();
});
