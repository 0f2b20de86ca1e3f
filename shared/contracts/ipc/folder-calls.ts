/** Calls about story folders. */
import { z } from 'zod';
import { type FolderStepResult, type StoryFolder, storyFolderSettingsSchema } from '../story-folders.ts';
import { defineCall, forceSchema, hashSchema, noInput, writtenFolderSchema } from './define-call.ts';

const settingsSchema = storyFolderSettingsSchema.partial().optional();

export const folderCalls = {
  'folder.list': defineCall(noInput).returns<StoryFolder[]>(),
  /** Keeps a project in step with a folder: a new or empty one, or one that contains the same story. */
  'folder.link': defineCall(
    z.strictObject({ hash: hashSchema, folder: writtenFolderSchema, settings: settingsSchema, force: forceSchema }),
  ).returns<StoryFolder & FolderStepResult>(),
  /** Creates a project from the story in a folder, such as a clone, and keeps the two in step. */
  'folder.open': defineCall(
    z.strictObject({ folder: writtenFolderSchema, settings: settingsSchema, force: forceSchema }),
  ).returns<StoryFolder>(),
  'folder.change': defineCall(z.strictObject({ hash: hashSchema, settings: storyFolderSettingsSchema.partial() })).returns<StoryFolder>(),
  /**
   * Reads and writes now. `acceptRemovals`: also if the folder has lost much of the story. `takeOver`: also if another Taleport has the lock but has not been
   * heard of for a minute.
   */
  'folder.sync': defineCall(
    z.strictObject({ hash: hashSchema.optional(), acceptRemovals: z.boolean().optional(), takeOver: z.boolean().optional() }),
  ).returns<(StoryFolder & FolderStepResult)[]>(),
  /**
   * Reads what others may have changed in the folders that are followed, as if their watchers had reported something: never half of an update that is under
   * way. Does not wait for it.
   */
  'folder.notice': defineCall(noInput).returns<null>(),
  /** The project and the files stay as they are. */
  'folder.unlink': defineCall(z.strictObject({ hash: hashSchema })).returns<null>(),
};
