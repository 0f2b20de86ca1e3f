/**
 * What projects have agreed on with their partners: workspaces, game folders and story folders. An agreement is void when the projects may be older, or have less, than
 * when it was made: what a project lacks would otherwise count as deleted here, and be deleted there as well
 * ([0945](../../../docs/adr/0945-agreements-are-void-for-all-partners.md)). A new kind of partner has to be added to each of these functions.
 */
import type { KeyValueStore } from '../../../shared/contracts/key-value-store.ts';
import type { Environment } from '../../../shared/environment.ts';
import { pauseRestoredTargets } from '../../delivery/target/target-row.ts';
import { WaitClock } from '../../platform/wait-clock.ts';
import { agreementRowIds, folderStoreName } from '../../story-folder/link/agreed-story.ts';
import type { StoryFolderService } from '../../story-folder/link/folder-service.ts';
import { pauseLinks } from '../../story-folder/link/link-row.ts';
import type { SyncController } from '../../sync/service/sync-controller.ts';
import { forgetSyncAgreements, markSyncRestored } from '../../sync/store/remote-store.ts';

type OpenStore = (name: string) => KeyValueStore;

/**
 * Must be called before sync, targets and story folders are opened. `restored`: from a backup, which may be older than what the partners have. `repaired`: rows
 * may be missing without a sign of it. A copy of a data folder is as old as the agreements in it (copied-data-folder.ts).
 */
export function voidAgreements(openStore: OpenStore, cause: 'restored' | 'repaired', environment: Environment): void {
  const [folders, clock] = [openStore(folderStoreName), new WaitClock(environment)];
  if (cause === 'repaired') forgetSyncAgreements(openStore, clock);
  else markSyncRestored(openStore, clock);
  folders.remove(agreementRowIds(folders));
  // The user first checks the folders, which may belong to the original data folder. Targets agree on nothing but files, which are compared before each export.
  if (cause !== 'restored') return;
  pauseRestoredTargets(openStore('targets'));
  pauseLinks(folders, () => true);
}

/** The same for one project whose damage the user is about to settle. Until the promise resolves, the damage must stay open, which stops the partners. */
export async function voidAgreementsOfProject(
  hash: string,
  {
    sync,
    folders,
  }: { readonly sync: Pick<SyncController, 'forgetAgreement'>; readonly folders: Pick<StoryFolderService, 'forgetAgreement'> },
): Promise<void> {
  sync.forgetAgreement(hash);
  await folders.forgetAgreement(hash);
}
