/** Calls about the data folder itself. They are answered without opening its projects, even if these cannot be opened. */

import { z } from 'zod';
import { defineCall, writtenFileSchema, writtenFolderSchema } from './define-call.ts';
import type { RepairedDataFolder, RestoredDataFolder, WrittenFile } from './results.ts';

export const dataFolderCalls = {
  /** Restores a whole backup into an empty or new folder. The desktop accepts only a folder that the user chose in a dialog. */
  'dataFolder.restore': defineCall(z.strictObject({ id: z.string().min(1), folder: writtenFolderSchema })).returns<RestoredDataFolder>(),
  /** Copies what can be read to a new database, and keeps the present one beside it. */
  'dataFolder.repair': defineCall(z.strictObject({})).returns<RepairedDataFolder>(),
  /** Writes the diagnostics bundle. */
  'dataFolder.saveDiagnostics': defineCall(z.strictObject({ file: writtenFileSchema })).returns<WrittenFile>(),
};
