/** What the program tells by itself, whoever drives it. */
import type { ChangeSet } from '../../model/change-set.ts';
import type { CommandOrigin } from '../../model/commands.ts';
import type { SyncStatus } from '../sync.ts';
import type { Delivery, Target } from '../targets.ts';
import type { RestServiceStatus, UndoRedoLabels } from './results.ts';

/** Several are sent at once, at most one batch a frame. */
export type BackendEvent =
  | {
      readonly event: 'project.changed';
      readonly hash: string;
      readonly version: number;
      readonly origin: CommandOrigin;
      readonly changes: ChangeSet;
      readonly history: UndoRedoLabels;
    }
  | { readonly event: 'projects.changed' }
  | { readonly event: 'target.changed'; readonly target: Target }
  | { readonly event: 'target.removed'; readonly id: string }
  | { readonly event: 'target.delivered'; readonly delivery: Delivery; readonly hash: string }
  | { readonly event: 'progress'; readonly job: string; readonly label: string; readonly done: number; readonly total: number }
  | { readonly event: 'service.changed'; readonly state: RestServiceStatus }
  /** Workspace, members or keys are no longer what they were. */
  | { readonly event: 'accounts.changed' }
  /** Remotes were added, changed or removed, or one of them can be reached again or no longer. */
  | { readonly event: 'remotes.changed' }
  | { readonly event: 'sync.changed'; readonly status: SyncStatus }
  | { readonly event: 'sync.removed'; readonly hash: string }
  /** Questions or reports of this project have come or gone. */
  | { readonly event: 'conflicts.changed'; readonly hash: string }
  /** An action was chosen in the menu of the desktop window. */
  | { readonly event: 'menu.chosen'; readonly name: string }
  | { readonly event: 'notice'; readonly message: string }
  /** The process that held the projects has gone and another has taken over: whoever keeps a copy reads it again. */
  | { readonly event: 'reconnected' };
