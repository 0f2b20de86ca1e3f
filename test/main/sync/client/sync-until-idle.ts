/** Helpers that sync over HTTP until idle and compare both sides. */

import { expect } from 'vitest';
import { t } from '../../../../shared/messages/english.ts';
import { Problem } from '../../../../shared/problem.ts';
import { differences } from '../nothing-lost.ts';
import type { SyncedFixture } from './synced-fixture.ts';

/**
 * Expects equal sides, except for content that no read returns (ids of component attachments, sizes of attributes, translations not started)
 * and changes that the remote rejects.
 */
export function expectEqual({ localProject, remoteProject, runner }: SyncedFixture): void {
  const refused = new Map(runner.rejectedWrites.map(({ recordId, reason }) => [recordId, t(reason)]));
  const held = new Set(runner.localChanges().held.map(({ recordId, field }) => `${recordId}#${field}`));
  const isReported = (found: string) =>
    !/^componentAttachment |^components of |^attribute \S+ size:/.test(found) && !isUntranslatedOnly(found);
  expect(differences({ localProject, remoteProject, refused, held }).filter(isReported)).toEqual([]);
  for (const { id } of localProject.recordsOfKind('element')) {
    const [one, two] = [localProject, remoteProject].map((side) =>
      side.children('componentAttachment', id, 'components').map(({ componentId }) => componentId),
    );
    expect(one, id).toEqual(two);
  }
}

function isUntranslatedOnly(found: string): boolean {
  const [, values] = / status: (.*)$/.exec(found) ?? [];
  if (values === undefined) return false;
  const [one, two] = (JSON.parse(values) as (Record<string, string> | null)[]).map((status) =>
    Object.entries(status ?? {}).filter(([, how]) => how !== 'untranslated'),
  );
  return JSON.stringify(one) === JSON.stringify(two);
}

/** Resolves all conflicts with the remote value, or with the local one if that fails (the last board). Creates that may not have arrived are sent again. */
export async function resolveAll(synced: SyncedFixture): Promise<void> {
  await synced.untilSynced();
  for (let round = 0; round < 20 && synced.conflicts.length > 0; round++) {
    for (const conflict of synced.conflicts)
      try {
        synced.answer(conflict, conflict.reason === 'unconfirmedCreate' ? 'local' : 'remote');
      } catch (error) {
        if (!(error instanceof Problem)) throw error;
        synced.answer(conflict, 'local');
      }
    await synced.untilSynced();
  }
  expect(synced.conflicts).toEqual([]);
}
