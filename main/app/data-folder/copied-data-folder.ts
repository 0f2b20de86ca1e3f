/**
 * (I41) Recognises a data folder that is a copy: from another computer, or beside the original on the same disk. The original may have sent what
 * had not been sent at the time of the copy, so that sync treats a copy as the restore of an older backup.
 */
import { statSync } from 'node:fs';
import { z } from 'zod';
import type { KeyValueStore } from '../../../shared/contracts/key-value-store.ts';
import type { Environment } from '../../../shared/environment.ts';
import { message } from '../../../shared/messages/message.ts';
import type { Engine } from '../../engine/engine.ts';
import { databaseFileIn } from '../../platform/data-folder.ts';
import { readMachineId } from '../../platform/machine-id.ts';
import { WaitClock } from '../../platform/wait-clock.ts';
import { markSyncRestored, remotesStoreName, syncedProjectsStoreName } from '../../sync/store/remote-store.ts';
import type { OpeningNotices } from './opening-notices.ts';

/** Where the database is. A file that is moved on its disk keeps these values, and one that is copied does not. */
const locationSchema = z.object({
  /** Null if the system has no id of the computer. */
  machine: z.string().nullable(),
  device: z.string(),
  file: z.string(),
});
type DatabaseLocation = Readonly<z.infer<typeof locationSchema>>;

const locationRowId = 'location';

/** Must be called before sync is opened. Adds a notice if the folder is a copy with synced projects. */
export function markCopiedDataFolder(folder: string, engine: Engine, environment: Environment, notices: OpeningNotices): void {
  const rows = engine.openKeyValueStore(remotesStoreName);
  const stored = locationSchema.safeParse(rows.get(locationRowId)).data;
  const location = locate(folder);
  if (stored && isCopy(stored, location) && engine.openKeyValueStore(syncedProjectsStoreName).list().length > 0) {
    markSyncRestored(engine.openKeyValueStore, new WaitClock(environment));
    notices.add(message('desktop.copiedDataFolder'));
  }
  if (JSON.stringify(stored) !== JSON.stringify(location)) rows.put([{ id: locationRowId, value: location }]);
}

/** The next opening takes the database, which was restored or repaired, for the original. */
export const forgetDataFolderLocation = (openStore: (name: string) => KeyValueStore): void =>
  openStore(remotesStoreName).remove([locationRowId]);

function locate(folder: string): DatabaseLocation {
  const { dev, ino } = statSync(databaseFileIn(folder), { bigint: true });
  return { machine: readMachineId(), device: String(dev), file: String(ino) };
}

/** On another disk of the same computer, nothing shows whether the folder was moved or copied. */
const isCopy = (stored: DatabaseLocation, now: DatabaseLocation): boolean =>
  (stored.machine !== null && now.machine !== null && stored.machine !== now.machine) ||
  (stored.device === now.device && stored.file !== now.file);
