/** The events that the backend sends to its clients. */
import type { Message } from '../../messages/message-value.ts';
import type { ChangeSet } from '../../model/change-set.ts';
import type { CommandOrigin } from '../../model/commands.ts';
import type { IdMapping } from '../../model/id-mapping.ts';
import type { StoryFolder } from '../story-folders.ts';
import type { SyncStatus } from '../sync.ts';
import type { Delivery, Target } from '../targets.ts';
import type { UpdateStatus } from '../updates.ts';
import type { RestServiceStatus, UndoRedoLabels } from './results.ts';

export type MenuEditCommand = 'delete' | 'selectAll';

/** Events are sent in batches, at most one per frame. */
export type BackendEvent =
  | {
      readonly event: 'project.changed';
      readonly hash: string;
      readonly version: number;
      readonly origin: CommandOrigin;
      /** The number of changes if they are too many to send: clients with a copy read it again. */
      readonly changes: ChangeSet | number;
      /** Records whose ids this change replaced, as a hosted workspace does when it answers a create. Left out if there are none. */
      readonly renamedIds?: IdMapping;
      readonly history: UndoRedoLabels;
    }
  | { readonly event: 'projects.changed' }
  | { readonly event: 'target.changed'; readonly target: Target }
  | { readonly event: 'target.removed'; readonly id: string }
  | { readonly event: 'target.delivered'; readonly delivery: Delivery; readonly hash: string }
  | { readonly event: 'folder.changed'; readonly folder: StoryFolder }
  | { readonly event: 'folder.removed'; readonly hash: string }
  | { readonly event: 'progress'; readonly job: string; readonly done: number; readonly total: number }
  | { readonly event: 'service.changed'; readonly state: RestServiceStatus }
  /** The workspace, its members or its keys have changed. */
  | { readonly event: 'accounts.changed' }
  /** A remote was added, changed or removed, or went online or offline. */
  | { readonly event: 'remotes.changed' }
  | { readonly event: 'sync.changed'; readonly status: SyncStatus }
  | { readonly event: 'sync.removed'; readonly hash: string }
  /** The sync of this project has sent or received something, which `sync.activity` lists. */
  | { readonly event: 'activity.changed'; readonly hash: string }
  /** The conflicts or reports of this project have changed. */
  | { readonly event: 'conflicts.changed'; readonly hash: string }
  /** An update of the program was found, is being downloaded or is ready; only in the desktop window. */
  | { readonly event: 'updates.changed'; readonly status: UpdateStatus }
  /** An action was chosen in the menu of the desktop window. */
  | { readonly event: 'menu.chosen'; readonly name: string }
  /** An entry of the menu Edit was chosen in the desktop window. The page applies it to what has the focus. */
  | { readonly event: 'menu.edit'; readonly command: MenuEditCommand }
  /** The desktop window is about to close: the page saves what is typed, and then calls `window.readyToClose`. */
  | { readonly event: 'window.closing' }
  /** A project file was opened outside of the desktop window: by a double click, or as an argument. */
  | { readonly event: 'file.opened'; readonly path: string }
  /** Damaged records of this project were found, or the user has decided about them. */
  | { readonly event: 'damage.changed'; readonly hash: string }
  /** `section`: the section of the settings that shows more about it. */
  | { readonly event: 'notice'; readonly message: Message; readonly section?: 'updates' }
  /** The process that had the backend has ended and another one has taken over: clients must read their copies again. */
  | { readonly event: 'reconnected' };
