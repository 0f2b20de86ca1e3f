/** How long the report of a failed export stays. */
import { expect, test } from 'vitest';
import type { Target, TargetStatusDetails } from '../../../../shared/contracts/targets.ts';
import { message } from '../../../../shared/messages/message.ts';
import { Problem } from '../../../../shared/problem.ts';
import { stubBackend } from '../../stub-backend.ts';

/** A window with a target whose export has just failed. `follow` receives its later states, and `listeners` counts what still follows them. */
async function failToExport() {
  stubBackend({
    'target.run': () => {
      throw new Problem('conflict', message('targets.blocked.folderMissing', { folder: '/game' }));
    },
  });
  const { exportTarget } = await import('../../../../renderer/features/targets/export-targets.ts');
  const { targetsStore } = await import('../../../../renderer/state/targets-store.ts');
  const { toastQueue } = await import('../../../../renderer/ui/toast-queue.ts');
  const targetIn = (state: TargetStatusDetails['state'], lastExport = 'first') =>
    ({ id: 'target', hash: 'a', on: state !== 'off', status: { state, lastExport } }) as Target;
  const show = (list: readonly Target[]) => targetsStore.setState({ hash: 'a', byProject: new Map([['a', list]]) });
  let listeners = 0;
  const { subscribe } = targetsStore;
  targetsStore.subscribe = (listener) => {
    const unsubscribe = subscribe(listener);
    listeners += 1;
    return () => {
      listeners -= 1;
      unsubscribe();
    };
  };
  show([targetIn('upToDate')]);
  await expect(exportTarget(targetIn('upToDate'))).rejects.toThrow();
  return {
    follow: (...args: Parameters<typeof targetIn>) => show([targetIn(...args)]),
    remove: () => show([]),
    toasts: () => toastQueue.visibleToasts.length,
    closeToast: () => toastQueue.close(toastQueue.visibleToasts[0]?.key ?? ''),
    listeners: () => listeners,
  };
}

test.each(['upToDate', 'changedByOthers', 'off'] as const)('it closes when a blocked target is %s', async (next) => {
  const { follow, toasts, listeners } = await failToExport();
  follow('blocked');
  follow('writing');
  follow('blocked');
  expect(toasts()).toBe(1);
  follow(next);
  expect([toasts(), listeners()]).toEqual([0, 0]);
});

test('it closes when the target is removed or exports again, and not with a state from before the failure', async () => {
  const exported = await failToExport();
  exported.follow('upToDate');
  expect(exported.toasts()).toBe(1);
  exported.follow('upToDate', 'second');
  expect(exported.toasts()).toBe(0);
  const removed = await failToExport();
  removed.remove();
  expect(removed.toasts()).toBe(0);
});

test('once it is dismissed, nothing follows the target', async () => {
  const { closeToast, toasts, listeners } = await failToExport();
  expect(listeners()).toBe(1);
  closeToast();
  expect([toasts(), listeners()]).toEqual([0, 0]);
});
