/** The project here, as the engine is for the mirror. */

import type { KeyValueWrites } from '../../../shared/contracts/key-value-store.ts';
import type { ReplaceRecordsCommand } from '../../../shared/model/commands.ts';
import type { Project } from '../../../shared/model/project.ts';

export interface LocalProject {
  readonly project: Project;
  readonly version: number;
  /** Throws a Problem that names faulty records by `<id>.<field>`; of what changes nothing, nothing is laid beside. */
  apply(command: ReplaceRecordsCommand, beside: readonly KeyValueWrites[]): { readonly versionTime: unknown };
}
