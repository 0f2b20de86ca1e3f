/** Handlers of the calls about damaged records, and what else depends on them. */
import type { Damage } from '../../shared/contracts/damage.ts';
import { message } from '../../shared/messages/message.ts';
import { Problem } from '../../shared/problem.ts';
import type { Engine } from '../engine/engine.ts';
import type { DamageHandlers } from './call-handlers.ts';
import type { SafetyBackups } from './safety-backups.ts';

export const createDamageHandlers = (engine: Engine, safetyBackups: SafetyBackups): DamageHandlers => ({
  'damage.list': ({ hash }): Damage[] => engine.damage.list(hash),
  'damage.restore': async ({ hash }) => {
    await safetyBackups.create('beforeRestore');
    return engine.damage.restore(hash);
  },
  'damage.accept': ({ hash }) => {
    engine.damage.accept(hash);
    return null;
  },
});

/** Throws a Problem `busy` while records of a project are missing or may be wrong, so that the loss spreads neither to a workspace nor to a game folder. */
function assertUndamaged(engine: Engine, hash: string): void {
  if (!engine.damage.isOpen(hash)) return;
  const { name } = engine.getProject(hash).projectRecord;
  throw new Problem('busy', message('damage.problem.open', { name }));
}

/** The engine for sync: otherwise records that are missing would be deleted in the workspace. */
export const withDamageRules = (engine: Engine): Engine => ({
  ...engine,
  getProject(hash) {
    const project = engine.getProject(hash);
    assertUndamaged(engine, hash);
    return project;
  },
});

/** The same for the exports to game folders, whose last version stays. */
export const withoutDamage =
  <A extends unknown[], R>(engine: Engine, render: (hash: string, ...rest: A) => Promise<R>) =>
  async (hash: string, ...rest: A): Promise<R> => {
    engine.getProject(hash);
    assertUndamaged(engine, hash);
    return render(hash, ...rest);
  };
