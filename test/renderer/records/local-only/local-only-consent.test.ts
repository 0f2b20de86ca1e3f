/** [I28] The agreement that something may be lost is to what was listed, not to what is added afterwards. */
import { act } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import type { LocalOnlyChange } from '../../../../shared/contracts/sync.ts';
import { verbatim } from '../../../../shared/messages/message.ts';
import { createSyncStatus } from '../../../sync-status.ts';
import { waitFor } from '../../../wait-for.ts';
import { runHook } from '../../run-hook.ts';
import { stubBackend } from '../../stub-backend.ts';

afterEach(() => vi.unstubAllGlobals());

const change = (id: string): LocalOnlyChange => ({
  hash: 'h',
  kind: 'variable',
  record: id,
  title: id,
  location: [],
  reason: 'waiting',
  change: 'created',
  message: verbatim(`${id} was added`),
});

test('another change takes the agreement back, and until the list is loaded again nothing can be confirmed', async () => {
  const changes = [change('lamp')];
  stubBackend({ 'sync.localOnly': async () => [...changes] });
  const { useLocalOnlyConsent } = await import('../../../../renderer/records/local-only/local-only-section.tsx');
  const { syncStore } = await import('../../../../renderer/state/sync-store.ts');
  syncStore.setState({ list: [createSyncStatus({ pending: 1 })] });
  const { results, render, unmount } = await runHook(() => useLocalOnlyConsent({ hash: 'h' }), undefined);
  const last = () => results.at(-1);
  await waitFor(async () => {
    await render(undefined);
    expect(last()?.changes).toHaveLength(1);
  });
  expect(last()?.isReady).toBe(false);
  await act(async () => last()?.setAgreed(true));
  expect(last()).toMatchObject({ isAgreed: true, isReady: true });
  changes.push(change('rope'));
  const renderings = results.length;
  await act(async () => syncStore.setState({ list: [createSyncStatus({ pending: 2 })] }));
  await waitFor(async () => {
    await render(undefined);
    expect(last()?.changes).toHaveLength(2);
  });
  expect(last()).toMatchObject({ isAgreed: false, isReady: false });
  expect(results.slice(renderings).filter(({ isReady }) => isReady)).toEqual([]);
  await act(async () => last()?.setAgreed(true));
  expect(last()?.isReady).toBe(true);
  await unmount();
});
