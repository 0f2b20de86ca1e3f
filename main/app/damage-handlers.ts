/** Handlers of the calls about damaged records, and the rules for a project that contains some. */
import type { Damage } from '../../shared/contracts/damage.ts';
import { assertUndamaged } from '../engine/damage/assert-undamaged.ts';
import type { Engine } from '../engine/engine.ts';
import type { SyncController } from '../sync/service/sync-controller.ts';
import type { DamageHandlers } from './handler-types.ts';
import type { SafetyBackups } from './safety-backups.ts';

interface DamageHandlerDeps {
  readonly engine: Engine;
  readonly sync: Pick<SyncController, 'forgetAgreement'>;
  readonly safetyBackups: SafetyBackups;
}

/**
 * Whichever way the damage is resolved, records of the project may be lost or outdated. So the last state on which it and its remote agreed
 * is forgotten first: each difference then becomes a conflict, and nothing is deleted or replaced at the remote without a decision of the
 * user.
 */
export const createDamageHandlers = ({ engine, sync, safetyBackups }: DamageHandlerDeps): DamageHandlers => ({
  'damage.list': ({ hash }): Damage[] => engine.damage.list(hash),
  'damage.restore': async ({ hash }) => {
    await safetyBackups.create('beforeRestore');
    await engine.openProject(hash);
    if (engine.damage.isOpen(hash)) sync.forgetAgreement(hash);
    return engine.damage.restore(hash);
  },
  'damage.accept': ({ hash }) => {
    if (engine.damage.isOpen(hash)) sync.forgetAgreement(hash);
    engine.damage.accept(hash);
    return null;
  },
});

/** Throws for a damaged project, so that its game folders keep the last version. */
export const renderIfUndamaged =
  <A extends unknown[], R>(engine: Engine, render: (hash: string, ...rest: A) => Promise<R>) =>
  async (hash: string, ...rest: A): Promise<R> => {
    await engine.openProject(hash);
    assertUndamaged(engine, hash);
    return render(hash, ...rest);
  };
