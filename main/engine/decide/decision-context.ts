/** What deciding a command works with: the project as it would become, where time and ids come from, who asks, what is wrong so far. */

import type { StoredFile } from '../../../shared/contracts/stored-file.ts';
import type { Environment } from '../../../shared/environment.ts';
import type { CommandOrigin } from '../../../shared/model/commands.ts';
import type { ProjectDraft } from './project-draft.ts';
import type { ValidationErrors } from './validation-errors.ts';

export interface DecisionContext {
  readonly draft: ProjectDraft;
  readonly environment: Environment;
  readonly origin: CommandOrigin;
  /** What the vault knows of a file of this project. */
  readonly findStoredFile: (file: string) => StoredFile | undefined;
  /** Told when everything has been looked at. */
  readonly errors: ValidationErrors;
}
