/** Handlers of the calls about damaged records, and the rules for a project that has some. */
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
 * Whatever is decided, the project may have lost records or have older ones. So its agreement with a remote is forgotten first: each difference is
 * a conflict, and nothing is deleted or replaced there without asking.
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

/** Refuses to render a damaged project, so that its game folders keep the last version. */
export const renderIfUndamaged =
  <A extends unknown[], R>(engine: Engine, render: (hash: string, ...rest: A) => Promise<R>) =>
  async (hash: string, ...rest: A): Promise<R> => {
    await engine.openProject(hash);
    assertUndamaged(engine, hash);
    return render(hash, ...rest);
  };
