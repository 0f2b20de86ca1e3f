/** The local project, with the part of the engine that sync uses. */

import type { KeyValueWrites } from '../../../shared/contracts/key-value-store.ts';
import type { ReplaceRecordsCommand } from '../../../shared/model/commands.ts';
import type { Project } from '../../../shared/model/project.ts';

export interface LocalProject {
  readonly project: Project;
  readonly version: number;
  /**
   * Throws a Problem that names faulty records as `<id>.<field>`. If the command changes neither records nor ids, the extra rows are not
   * written.
   */
  apply(command: ReplaceRecordsCommand, extraRows: readonly KeyValueWrites[]): { readonly versionTime: unknown };
}
