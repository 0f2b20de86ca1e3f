import { describe, expect, test } from 'vitest';
import { createUpdateService, type Updater } from '../../../../main/desktop/updates/update-service.ts';
import type { UpdateStatus, UpdatesDisabledReason } from '../../../../shared/contracts/updates.ts';
import { message } from '../../../../shared/messages/message.ts';
import { Problem } from '../../../../shared/problem.ts';

const update = { version: '1.3.0', notes: 'New' };

/** A service whose updater succeeds at once, except where it is replaced. */
function createService(
  some: Partial<Updater> = {},
  { isInUse = false, otherFolders = [], disabled }: { isInUse?: boolean; otherFolders?: string[]; disabled?: UpdatesDisabledReason } = {},
) {
  const states: UpdateStatus['state'][] = [];
  const waiting: { name: string; resolve: () => void }[] = [];
  const installs: boolean[] = [];
  let isAutomatic = true;
  const updater: Updater = {
    check: async () => update,
    async download(onProgress) {
      onProgress(5, 10);
    },
    async install(restart) {
      installs.push(restart);
    },
    ...some,
  };
  const service = createUpdateService({
    updater: disabled ?? (async () => updater),
    canInstall: true,
    downloadPage: 'https://example.com/download',
    settings: {
      isAutomatic: () => isAutomatic,
      setAutomatic: (isOn) => {
        isAutomatic = isOn;
      },
    },
    now: () => 1000,
    onChange({ state }) {
      states.push(state);
      for (const each of waiting) if (each.name === state.name) each.resolve();
    },
    isDataFolderInUse: async () => isInUse,
    findOtherDataFolder: async () => otherFolders[0],
    log: () => undefined,
  });
  const until = (name: UpdateStatus['state']['name']) =>
    new Promise<void>((resolve) => {
      waiting.push({ name, resolve });
      if (service.status().state.name === name) resolve();
    });
  return { service, states, installs, until };
}

describe('the update service', () => {
  test('downloads what a check finds, and installs it when the program quits', async () => {
    const { service, states, installs, until } = createService();
    service.checkAutomatically();
    await until('ready');
    expect(states).toEqual([
      { name: 'checking' },
      { name: 'downloading', update, done: 0, total: 0 },
      { name: 'downloading', update, done: 5, total: 10 },
      { name: 'ready', update },
    ]);
    expect(installs).toEqual([]);
    await service.installBeforeQuit({ restarts: false });
    expect(installs).toEqual([false]);
  });

  test('restarts only if the user asked for it and an update is ready', async () => {
    const { service, installs, until } = createService();
    expect(await service.canInstall()).toBe(false);
    service.check();
    await until('ready');
    expect(await service.canInstall()).toBe(true);
    await service.installBeforeQuit({ restarts: true });
    expect(installs).toEqual([true]);
  });

  test('installs nothing while a process works with the data folder', async () => {
    const { service, installs, until } = createService({}, { isInUse: true });
    service.check();
    await until('ready');
    await service.installBeforeQuit({ restarts: false });
    expect(installs).toEqual([]);
  });

  test('waits for another process of the program, and informs the user who asks for the installation', async () => {
    const otherFolders = ['/games/other'];
    const { service, installs, until } = createService({}, { otherFolders });
    service.check();
    await until('ready');
    await expect(service.canInstall()).rejects.toMatchObject({
      code: 'busy',
      text: message('updates.problem.otherProcess', { folder: '/games/other' }),
    });
    await service.installBeforeQuit({ restarts: false });
    expect(installs).toEqual([]);
    otherFolders.pop();
    await service.installBeforeQuit({ restarts: false });
    expect(installs).toEqual([false]);
  });

  test('installs nothing that is not ready', async () => {
    const { service, installs, until } = createService({ download: () => new Promise(() => undefined) });
    service.check();
    await until('downloading');
    await service.installBeforeQuit({ restarts: false });
    expect(installs).toEqual([]);
  });

  test('turned off, it checks only when the user asks for it, and installs nothing that was downloaded before', async () => {
    const { service, states, installs, until } = createService();
    service.check();
    await until('ready');
    service.setAutomatic(false);
    await service.installBeforeQuit({ restarts: false });
    expect(installs).toEqual([]);
    const before = states.length;
    service.checkAutomatically();
    expect(states).toHaveLength(before);
    service.check();
    await until('ready');
  });

  test('what a check that was turned off still finds belongs to no later check', async () => {
    const checks: PromiseWithResolvers<typeof update | null>[] = [];
    const started: PromiseWithResolvers<void>[] = [Promise.withResolvers(), Promise.withResolvers()];
    const { service, states, until } = createService({
      check() {
        const next = Promise.withResolvers<typeof update | null>();
        started[checks.push(next) - 1]?.resolve();
        return next.promise;
      },
    });
    service.check();
    await started[0]?.promise;
    service.setAutomatic(false);
    service.check();
    checks[0]?.resolve({ version: '1.2.9', notes: '' });
    await started[1]?.promise;
    expect(states.at(-1)).toEqual({ name: 'checking' });
    checks[1]?.resolve(null);
    await until('idle');
    expect(states.map(({ name }) => name)).not.toContain('downloading');
  });

  test('a cancelled download ends before the next check starts, and has no effect on it', async () => {
    const order: string[] = [];
    const started = Promise.withResolvers<void>();
    const { service, states, until } = createService({
      async check() {
        order.push('check');
        return order.length > 1 ? null : update;
      },
      async download(_onProgress, signal) {
        order.push('download');
        started.resolve();
        await new Promise((resolve) => signal.addEventListener('abort', resolve));
        await Promise.resolve();
        order.push('cancelled');
        throw new Problem('internal', message('updates.problem.noFeed'));
      },
    });
    service.check();
    await started.promise;
    service.setAutomatic(false);
    service.check();
    await until('idle');
    expect(order).toEqual(['check', 'download', 'cancelled', 'check']);
    expect(states.map(({ name }) => name)).not.toContain('failed');
  });

  test('a failure keeps its reason, and the next check can succeed', async () => {
    let attempts = 0;
    const { service, until } = createService({
      async check() {
        if (attempts++ === 0) throw new Problem('invalid', message('updates.problem.notSigned'));
        return null;
      },
    });
    service.check();
    await until('failed');
    expect(service.status().state).toEqual({ name: 'failed', reason: { key: 'updates.problem.notSigned' }, update: null });
    service.check();
    await until('idle');
    expect(service.status().state).toEqual({ name: 'idle', checkedAt: 1000 });
  });

  test.each(['development', 'policy', 'noFeed'] as const)('disabled (%s), it never checks and reports why', (disabled) => {
    const { service, states } = createService({}, { disabled });
    service.checkAutomatically();
    service.check();
    expect(states).toEqual([]);
    expect(service.status().state).toEqual({ name: 'disabled', reason: disabled });
  });
});
