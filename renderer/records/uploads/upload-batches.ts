/** Creates the records of sent files: in batches of fifty, in the order of the drop, so that undo reverts a batch at once. */
import { message } from '../../../shared/messages/message.ts';
import type { Command } from '../../../shared/model/commands.ts';
import type { Project } from '../../../shared/model/project.ts';
import { Problem } from '../../../shared/problem.ts';
import { createUploadCommands } from './upload-commands.ts';
import type { DropGroup, UploadList } from './upload-list.ts';

export interface UploadBatchesDeps {
  readonly send: (hash: string, command: Command) => Promise<unknown>;
  /** The current project; undefined if it is no longer open. */
  readonly project: (hash: string) => Project | undefined;
  readonly newId: () => string;
}

const batchSize = 50;

export class UploadBatches {
  readonly #list: UploadList;
  readonly #deps: UploadBatchesDeps;

  constructor(list: UploadList, deps: UploadBatchesDeps) {
    this.#list = list;
    this.#deps = deps;
  }

  /** Starts to create the records of each batch whose files have all been sent or rejected. */
  finish(group: DropGroup): void {
    const batch = group.pendingIds.slice(0, batchSize);
    const states = batch.map((id) => this.#list.get(id)?.upload.state);
    if (batch.length === 0 || states.some((state) => state === 'waiting' || state === 'sending')) return;
    group.pendingIds = group.pendingIds.slice(batchSize);
    const ids = batch.filter((_, index) => states[index] === 'stored');
    group.lastBatch = group.lastBatch.then(() => this.#createRecords(group, ids));
    this.finish(group);
  }

  async #createRecords(group: DropGroup, ids: readonly string[]): Promise<void> {
    const uploads = ids.flatMap((id) => {
      const item = this.#list.get(id);
      return item?.stored ? [{ folders: item.source.folders, stored: item.stored }] : [];
    });
    if (uploads.length === 0) return;
    const { hash, position, purpose } = group.request;
    const { project: findProject, send, newId } = this.#deps;
    try {
      const project = findProject(hash);
      if (!project) throw new Problem('notFound', message('assets.upload.projectClosed'));
      const { commands, after } = createUploadCommands(project, { uploads, position, purpose, progress: group.progress, newId });
      if (commands.length > 0) await send(hash, { do: 'batch', commands });
      group.progress = after;
      this.#list.complete(ids);
    } catch (error) {
      this.#list.reject(ids, Problem.from(error));
    }
  }
}
