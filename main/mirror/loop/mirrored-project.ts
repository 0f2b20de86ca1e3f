/** The project here, as the engine is for the mirror. */
import type { Take } from '../../../shared/commands.ts';
import type { Project } from '../../../shared/project.ts';
import type { ShelfWrites } from '../../../shared/shelf.ts';

export interface MirroredProject {
  readonly project: Project;
  readonly version: number;
  /** Throws a Problem that names faulty records by `<id>.<field>`; of what changes nothing, nothing is laid beside. */
  take(command: Take, beside: readonly ShelfWrites[]): { readonly versionTime: unknown };
}
