/**
 * Work during which the process has died repeatedly starts paused, as if the user had paused it: a remote, a game folder or a story folder that ends the program
 * would otherwise end it at every start, before anybody could remove it ([0620](../../../docs/adr/0620-safe-start.md)). An import is refused once, when it is
 * requested again.
 */
import { message } from '../../../shared/messages/message.ts';
import { pauseTargets } from '../../delivery/target/target-row.ts';
import type { Engine } from '../../engine/engine.ts';
import type { CrashGuard } from '../../platform/crash-guard.ts';
import { folderStoreName } from '../../story-folder/link/agreed-story.ts';
import { pauseLinks } from '../../story-folder/link/link-row.ts';
import { pauseSyncedProjects } from '../../sync/store/remote-store.ts';
import type { OpeningNotices } from '../data-folder/opening-notices.ts';

/** Must be called before sync, targets and story folders are opened. Adds a notice for each project and folder that it pauses. */
export function pauseCrashingWork(engine: Engine, guard: CrashGuard, notices: OpeningNotices): void {
  const [hashes, remotes, targets] = [guard.listCrashing('sync'), guard.listCrashing('remote'), guard.listCrashing('target')];
  const paused = pauseSyncedProjects(engine.openKeyValueStore, ({ hash, remote }) => hashes.includes(hash) || remotes.includes(remote));
  for (const { hash, name } of paused) notices.add(message('desktop.safeStart.sync', { name, hash }));
  const nameOf = (hash: string): string => engine.findProjectName(hash) ?? hash;
  for (const id of targets)
    for (const { hash, folder } of pauseTargets(engine.openKeyValueStore('targets'), (each) => each === id))
      notices.add(message('desktop.safeStart.target', { name: nameOf(hash), folder, id }));
  const folders = guard.listCrashing('folder');
  for (const { hash, folder } of pauseLinks(engine.openKeyValueStore(folderStoreName), (each) => folders.includes(each)))
    notices.add(message('desktop.safeStart.folder', { name: nameOf(hash), folder, hash }));
  for (const id of folders) guard.forget({ kind: 'folder', id });
  for (const id of hashes) guard.forget({ kind: 'sync', id });
  for (const id of remotes) guard.forget({ kind: 'remote', id });
  for (const id of targets) guard.forget({ kind: 'target', id });
}
