/** What the queue of files works with: the remote, the project here, the vault, and the rows of the loop. */
import type { Shelf } from '../../../../shared/shelf.ts';
import type { Urgency } from '../../loop/budget.ts';
import type { MirroredProject } from '../../loop/mirrored-project.ts';
import type { Rows } from '../../loop/rows.ts';
import type { RemoteClient } from '../client.ts';
import type { Memory } from '../learned.ts';
import type { FileVault } from './file-vault.ts';
import type { FileMoved } from './transfers.ts';

export interface FilesDeps {
  readonly client: RemoteClient;
  readonly memory: Memory;
  readonly local: MirroredProject;
  readonly hash: string;
  readonly shelf: Shelf;
  /** Those of the loop. */
  readonly rows: Pick<Rows, 'base' | 'standing'>;
  readonly vault: FileVault;
  /** For the boundaries of forms. */
  readonly newId: () => string;
  /** Told as bytes go or come. */
  readonly progress?: (moved: FileMoved) => void;
  /** How much what comes and goes for itself hurries. */
  readonly urgency?: () => Urgency;
  /** Milliseconds between two rounds of looking whether files were replaced there. */
  readonly lookEvery?: number;
}

/** So many steps may run at once. */
export const filesAtOnce = 3;
