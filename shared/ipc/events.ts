/** What the program tells by itself, whoever drives it. */
import type { ChangeSet } from '../changes.ts';
import type { Origin } from '../commands.ts';
import type { MirrorStatus } from '../mirror.ts';
import type { Delivery, Target } from '../targets.ts';
import type { History, ServiceState } from './answers.ts';

/** Several are sent at once, at most one batch a frame. */
export type Event =
  | {
      readonly event: 'project.changed';
      readonly hash: string;
      readonly version: number;
      readonly origin: Origin;
      readonly changes: ChangeSet;
      readonly history: History;
    }
  | { readonly event: 'projects.changed' }
  | { readonly event: 'target.changed'; readonly target: Target }
  | { readonly event: 'target.removed'; readonly id: string }
  | { readonly event: 'target.delivered'; readonly delivery: Delivery; readonly hash: string }
  | { readonly event: 'progress'; readonly job: string; readonly label: string; readonly done: number; readonly total: number }
  | { readonly event: 'service.changed'; readonly state: ServiceState }
  /** Workspace, members or keys are no longer what they were. */
  | { readonly event: 'people.changed' }
  /** Remotes were added, changed or removed, or one of them can be reached again or no longer. */
  | { readonly event: 'remotes.changed' }
  | { readonly event: 'mirror.changed'; readonly status: MirrorStatus }
  | { readonly event: 'mirror.removed'; readonly hash: string }
  /** Questions or reports of this project have come or gone. */
  | { readonly event: 'questions.changed'; readonly hash: string }
  /** An action was chosen in the menu of the desktop window. */
  | { readonly event: 'menu.chosen'; readonly name: string }
  | { readonly event: 'notice'; readonly message: string }
  /** The process that held the projects has gone and another has taken over: whoever keeps a copy reads it again. */
  | { readonly event: 'reconnected' };
