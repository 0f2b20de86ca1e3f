import { message } from '../../../shared/messages/message.ts';
import type { Project } from '../../../shared/model/project.ts';
import { Problem } from '../../../shared/problem.ts';

interface DamagedEngine {
  getProject(hash: string): Project;
  readonly damage: { isOpen(hash: string): boolean };
}

/**
 * Throws a Problem `busy` while records of a project are missing or may be wrong, so that the damage spreads neither to a workspace nor to
 * a game folder.
 */
export function assertUndamaged(engine: DamagedEngine, hash: string): void {
  // Opening the project detects its damage.
  const { name } = engine.getProject(hash).projectRecord;
  if (engine.damage.isOpen(hash)) throw new Problem('busy', message('damage.problem.open', { name }));
}
