/** [Damage] What a project has agreed on is forgotten for a decision that is made, not for one that comes too late. */
import { expect, test } from 'vitest';
import { createProjectHandlers } from '../../../main/engine/calls.ts';
import type { DamageReport } from '../../../main/engine/damage/damage-reports.ts';
import { createProjectDamage } from '../../../main/engine/damage/project-damage.ts';

/** The handlers of a project with two open damages, A and B, and what they have called. */
function openDamages({ duringBackup = () => {} }: { duringBackup?: (accept: (id: string) => void) => void } = {}) {
  const reports = new Map(
    ['A', 'B'].map((id): [string, DamageReport] => [id, { id, hash: 'h', at: 0, records: [], dependents: [], rows: [], isOpen: true }]),
  );
  const store = {
    listValues: () => [...reports.values()].map((report) => ({ json: JSON.stringify(report) })),
    writeRows: (writes: readonly { readonly put: readonly { readonly value: DamageReport }[] }[]) => {
      for (const { value } of writes.flatMap(({ put }) => put)) reports.set(value.id, value);
    },
  };
  // Only these methods of the store are called.
  const damage = createProjectDamage({ store: store as never, copies: undefined as never, nameOf: () => 'Story', emit: () => undefined });
  const called: string[] = [];
  const engine = {
    damage,
    openProject: async () => undefined,
    inSlices: { restoreDamaged: async () => void called.push('restored') },
  };
  const handlers = createProjectHandlers({
    // Only these methods of the engine are called.
    engine: engine as never,
    environment: undefined as never,
    removeProject: () => undefined,
    markInUse: () => undefined,
    backUpBeforeRestore: async () => duringBackup((id) => damage.accept('h', [id])),
    findUserName: () => undefined,
    voidAgreements: async () => void called.push('voided'),
  });
  return { handlers, called };
}

test('damage that is accepted already changes nothing, although other damage is open', async () => {
  const { handlers, called } = openDamages();
  await handlers['damage.accept']({ hash: 'h', ids: ['A'] });
  await handlers['damage.accept']({ hash: 'h', ids: ['A'] });
  expect(called).toEqual(['voided']);
});

test('damage that another window accepts during the backup is not restored, and nothing is forgotten for it', async () => {
  const { handlers, called } = openDamages({ duringBackup: (accept) => accept('A') });
  await expect(handlers['damage.restore']({ hash: 'h', ids: ['A'] })).rejects.toMatchObject({ code: 'notFound' });
  expect(called).toEqual([]);
  await handlers['damage.restore']({ hash: 'h', ids: ['B'] });
  expect(called).toEqual(['voided', 'restored']);
});
