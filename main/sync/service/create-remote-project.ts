/**
 * Uploads a whole project at most once, although responses may be lost. The project list from before is stored, so that a later attempt
 * finds the created project, and does not create a second one as long as the first may still appear.
 */
import { z } from 'zod';
import { message } from '../../../shared/messages/message.ts';
import { Project } from '../../../shared/model/project.ts';
import { Problem } from '../../../shared/problem.ts';
import type { RemoteWorkspace } from '../client/remote-workspace.ts';
import { RemoteUnavailableError } from '../protocol/remote-api.ts';
import type { SyncStoreEntry } from '../store/sync-rows.ts';
import type { SyncStore } from '../store/sync-store.ts';

const uploadRowId = 'upload';
const lostUploadSchema = z.object({ remote: z.string(), known: z.array(z.string()), at: z.number() });

/** Must be written in the transaction that completes the upload. */
export const uploadResolvedEntry: SyncStoreEntry = { id: uploadRowId, value: null };

interface CreateOnceInput {
  readonly store: SyncStore;
  readonly workspace: RemoteWorkspace;
  readonly local: Project;
  readonly now: () => number;
  /** Milliseconds after which a lost request cannot have an effect any more. */
  readonly settleTime: number;
  readonly create: () => Promise<string>;
}

/**
 * Returns the hash of a remote project that is created or was found. Throws the errors of `create`, and a Problem if the outcome is still
 * unknown.
 */
export async function createRemoteProjectOnce({ store, workspace, local, now, settleTime, create }: CreateOnceInput): Promise<string> {
  const { name: remote } = workspace.row;
  const lost = lostUploadSchema.safeParse(store.get(uploadRowId)).data;
  const before = lost?.remote === remote ? lost : undefined;
  if (before) {
    const found = await findUploaded(before.known);
    if (found !== undefined) return found;
    if (now() < before.at + settleTime) throw unconfirmedProblem();
  }
  const known = (await listed()).map(({ hash }) => hash);
  try {
    return await create();
  } catch (error) {
    if (!(error instanceof RemoteUnavailableError && error.mayHaveBeenApplied)) throw error;
    store.write([{ id: uploadRowId, value: { remote, known, at: now() } }]);
    const found = await findUploaded(known);
    if (found === undefined) throw unconfirmedProblem();
    return found;
  }

  async function listed() {
    return (await workspace.listForUser(now())).projects;
  }

  /** A new remote project with the same name that shares a board with the local one; any other may belong to another user. */
  async function findUploaded(before: readonly string[]): Promise<string | undefined> {
    for (const { hash, name } of await listed()) {
      if (name !== local.projectRecord.name || before.includes(hash)) continue;
      if (hasSharedBoards(local, new Project((await workspace.read(hash, local)).records))) return hash;
    }
    return undefined;
  }

  function unconfirmedProblem(): Problem {
    return new Problem('unreachable', message('problem.sync.uploadUnconfirmed', { remote, name: local.projectRecord.name }));
  }
}

export const hasSharedBoards = (local: Project, remote: Project): boolean =>
  [...remote.recordsOfKind('board')].some(({ id: board, type }) => type === 'board' && local.has(board));
