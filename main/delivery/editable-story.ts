/** The story of a target, as the user edits it. */
import type { Command, CommandResult, SingleCommand } from '../../shared/model/commands.ts';
import type { Project } from '../../shared/model/project.ts';

export interface EditableStory {
  readonly project: Project;
  readonly version: number;
  /** Throws what `execute` would throw. */
  dryRun(command: SingleCommand): void;
  execute(command: Command): CommandResult;
}
