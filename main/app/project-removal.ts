/** Removes a project with all its data: permissions of members, stored files, targets and sync. */
import type { Accounts } from '../accounts/accounts.ts';
import type { FileStore } from '../assets/file-store.ts';
import type { TargetService } from '../delivery/target-service.ts';
import type { Engine } from '../engine/engine.ts';
import type { SyncController } from '../sync/service/sync-controller.ts';

interface ProjectRemovalDeps {
  readonly engine: Engine;
  readonly accounts: Accounts;
  readonly fileStore: FileStore;
  readonly sync: SyncController;
  readonly targets: TargetService;
}

export class ProjectRemoval {
  readonly #deps: ProjectRemovalDeps;

  constructor(deps: ProjectRemovalDeps) {
    this.#deps = deps;
  }

  /** (I28) Throws a Problem `conflict` if the remote lacks some of its changes, unless `discard` is set. */
  remove(hash: string, { discard }: { readonly discard: boolean }): void {
    if (!discard) this.#deps.sync.assertNoLocalOnlyChanges(hash);
    this.#remove(hash);
  }

  /** Ends the sync of a project. Removes the project if it was downloaded from the remote, unless `keep` is set. Throws a Problem `notFound` if it is not synced. */
  stopSync(hash: string, { keep }: { readonly keep: boolean }): void {
    const { sync, engine } = this.#deps;
    if (sync.isDownloaded(hash) && !keep) this.#remove(hash);
    else engine.writeRows(sync.removeProject(hash));
  }

  /** Removes the rows of all services in one transaction. */
  #remove(hash: string): void {
    const { engine, accounts, fileStore, sync, targets } = this.#deps;
    engine.removeProject(hash, [accounts.projectRemovalWrites(hash), fileStore.rowsToRemove(hash), ...sync.removeProject(hash)]);
    fileStore.removeProjectFiles(hash);
    targets.onProjectRemoved(hash);
  }
}
