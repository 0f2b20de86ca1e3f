/** The story of a target with the commands to edit it. */
import type { Command, CommandResult, SingleCommand } from '../../shared/model/commands.ts';
import type { Project } from '../../shared/model/project.ts';

export interface EditableStory {
  readonly project: Project;
  readonly version: number;
  /** Throws what `execute` would throw, without changing anything. */
  dryRun(command: SingleCommand): void;
  execute(command: Command): CommandResult;
}
