/** The inputs and intermediate results of deciding a command. */

import type { StoredFile } from '../../../shared/contracts/stored-file.ts';
import type { Environment } from '../../../shared/environment.ts';
import type { CommandOrigin } from '../../../shared/model/commands.ts';
import type { ProjectDraft } from './project-draft.ts';
import type { ValidationErrors } from './validation-errors.ts';

/** Fields of a command or a record, by name. */
export type Fields = Record<string, unknown>;

export interface DecisionContext {
  /** The project with the changes of the command so far. */
  readonly draft: ProjectDraft;
  readonly environment: Environment;
  readonly origin: CommandOrigin;
  /** Finds a stored file of this project. */
  readonly findStoredFile: (file: string) => StoredFile | undefined;
  /** All errors found so far, which are thrown together at the end. */
  readonly errors: ValidationErrors;
}
