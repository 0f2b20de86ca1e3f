/** What deciding a command works with: the project as it would become, where time and ids come from, who asks, what is wrong so far. */
import type { Origin } from '../../../shared/commands.ts';
import type { StoredFile } from '../../../shared/stored-file.ts';
import type { World } from '../../../shared/world.ts';
import type { Faults } from '../faults.ts';
import type { Stage } from '../stage.ts';

export interface Context {
  readonly stage: Stage;
  readonly world: World;
  readonly origin: Origin;
  /** What the vault knows of a file of this project. */
  readonly storedFile: (file: string) => StoredFile | undefined;
  /** Told when everything has been looked at. */
  readonly faults: Faults;
}
