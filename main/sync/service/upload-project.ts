/**
 * Uploads a local project: as an import if that is allowed, because it keeps languages, customIds and rich text that no single request
 * could send, or else as an empty project. Either way, the created remote project becomes the base, and sync sends everything else.
 */

import { z } from 'zod';
import { message } from '../../../shared/messages/message.ts';
import type { ReplaceRecordsCommand } from '../../../shared/model/commands.ts';
import type { AnyRecord } from '../../../shared/model/kinds/kinds.ts';
import { projectRecordId } from '../../../shared/model/kinds/project.ts';
import { Project } from '../../../shared/model/project.ts';
import { Problem } from '../../../shared/problem.ts';
import type { WaitClock } from '../../platform/wait-clock.ts';
import type { RemoteWorkspace } from '../client/remote-workspace.ts';
import { fieldEntries } from '../plan/field-paths.ts';
import { RemoteUnavailableError } from '../protocol/remote-api.ts';
import { type SyncedProjectRow, syncedProjectRows } from '../store/remote-store.ts';
import { baseEntries, checkpointEntry, SyncStore, type SyncStoreEntry, syncStoreName } from '../store/sync-store.ts';
import type { SyncService } from './sync-service.ts';

interface UploadProjectInput {
  readonly service: SyncService;
  readonly workspace: RemoteWorkspace;
  readonly hash: string;
  readonly remote: string;
  /** The project as a story file. */
  readonly exportProject: (hash: string) => unknown;
}

/** Uploads a project and starts to sync it. */
export async function uploadProject({ service, workspace, hash, remote, exportProject }: UploadProjectInput): Promise<SyncedProjectRow> {
  const { engine } = service.deps;
  const { name } = engine.getProject(hash).projectRecord;
  const owned = detachTemplateAssets(engine.getProject(hash), () => service.deps.environment.newId());
  if (owned.renamedIds.length > 0) engine.execute(hash, { do: 'replaceRecords', ...owned, removedIds: [] }, 'remote');
  const rows = new SyncStore(engine.openKeyValueStore(syncStoreName), hash, service.clock);
  const { clock, deps } = service;
  const create = () => workspace.create({ name, story: exportProject(hash) });
  const once = { store: rows, workspace, local: engine.getProject(hash), clock, settleTime: deps.settleTime, create };
  const imported = await createRemoteProjectOnce(once).catch(ignoreRejection);
  const row = (remoteHash: string): SyncedProjectRow => ({ hash, remoteHash, remote, name, isFetched: true, lastSyncedAt: null });
  if (imported !== undefined && (await makeBase(imported))) return row(imported);
  // The remote has generated new ids, so the records of the created project cannot be matched.
  if (imported !== undefined) await workspace.remove(imported);
  const empty = await workspace.create({ name });
  await makeBase(empty);
  return row(empty);

  /** Makes the remote project the base. Returns false if it shares no board with the local one although it was imported from it. */
  async function makeBase(remoteHash: string): Promise<boolean> {
    const listed = (await workspace.list(service.clock.now())).projects.find((each) => each.hash === remoteHash);
    const local = engine.getProject(hash);
    const records = [...(await workspace.read(remoteHash, remoteHash === imported ? local : new Project())).records];
    const remote = new Project(records);
    if (remoteHash === imported && !hasSharedBoards(local, remote)) return false;
    const checkpoint = {
      remoteHash,
      version: null,
      updatedAt: listed?.updatedAt ?? null,
      listedAt: listed?.updatedAt ?? null,
      isComplete: true,
      idleVersion: null,
    };
    const entries = [...baseEntries({ put: records, removedIds: [] }), checkpointEntry(checkpoint), uploadResolvedEntry];
    const renamedIds = rootRenames(local, remote);
    const extraRows = [...rows.toExtraRows(entries), syncedProjectRows(row(remoteHash))];
    if (renamedIds.length === 0) engine.writeRows(extraRows);
    else {
      const put = [{ ...local.projectRecord, roots: remote.projectRecord.roots }];
      engine.execute(hash, { do: 'replaceRecords', renamedIds, put, removedIds: [] }, 'remote', extraRows);
    }
    return true;
  }
}

/**
 * [Assets] assets of templates are read-only on the remote and cannot be created: they become ordinary assets, and references to them are
 * updated.
 */
function detachTemplateAssets(project: Project, newId: () => string): Pick<ReplaceRecordsCommand, 'renamedIds' | 'put'> {
  const renamedIds: [from: string, to: string][] = [];
  const put: AnyRecord[] = [];
  for (const asset of project.recordsOfKind('asset')) {
    if (!asset.type.startsWith('template-')) continue;
    const id = newId();
    renamedIds.push([asset.id, id]);
    put.push({ ...asset, id, type: asset.type.replace('template-', '') });
    for (const holder of project.referrersOf(asset.id)) {
      const user = project.get(holder);
      if (user && fieldEntries(user, 'cover').id === asset.id) put.push({ ...user, cover: { type: 'image', id } });
    }
  }
  return { renamedIds, put };
}

/** The roots are the same records on both sides, whatever their ids are. */
function rootRenames(local: Project, remote: Project): [from: string, to: string][] {
  const kinds = ['board', 'component', 'asset', 'variable'] as const;
  return kinds.flatMap((kind): [string, string][] => {
    const [from, to] = [local.projectRecord.roots[kind], remote.projectRecord.roots[kind]];
    return from !== to && local.has(from) && from !== projectRecordId ? [[from, to]] : [];
  });
}

/** The import is not allowed or was rejected, so the project is uploaded record by record. */
function ignoreRejection(error: unknown): undefined {
  if (error instanceof Problem && ['forbidden', 'invalid', 'unsupported', 'importIntegrity', 'tooLarge', 'method'].includes(error.code))
    return undefined;
  throw error;
}

const uploadRowId = 'upload';
const lostUploadSchema = z.object({ remote: z.string(), known: z.array(z.string()), at: z.number() });

/** Must be written in the transaction that completes the upload. */
const uploadResolvedEntry: SyncStoreEntry = { id: uploadRowId, value: null };

interface CreateOnceInput {
  readonly store: SyncStore;
  readonly workspace: RemoteWorkspace;
  readonly local: Project;
  readonly clock: WaitClock;
  /** Milliseconds after which a lost request cannot have an effect any more. */
  readonly settleTime: number;
  readonly create: () => Promise<string>;
}

/**
 * Uploads a whole project at most once, although responses may be lost. The project list from before is stored, so that a later attempt
 * finds the created project, and does not create a second one as long as the first may still appear.
 *
 * Returns the hash of a remote project that is created or was found. Throws the errors of `create`, and a Problem if the outcome is still
 * unknown.
 */
async function createRemoteProjectOnce({ store, workspace, local, clock, settleTime, create }: CreateOnceInput): Promise<string> {
  const { name: remote } = workspace.row;
  const lost = lostUploadSchema.safeParse(store.get(uploadRowId)).data;
  const before = lost?.remote === remote ? lost : undefined;
  if (before) {
    const found = await findUploaded(before.known);
    if (found !== undefined) return found;
    if (clock.now() < before.at + settleTime) throw unconfirmedProblem();
  }
  const known = (await listed()).map(({ hash }) => hash);
  try {
    return await create();
  } catch (error) {
    if (!(error instanceof RemoteUnavailableError && error.mayHaveBeenApplied)) throw error;
    store.write([{ id: uploadRowId, value: { remote, known, at: clock.now() } }]);
    const found = await findUploaded(known);
    if (found === undefined) throw unconfirmedProblem();
    return found;
  }

  async function listed() {
    return (await workspace.listForUser(clock.now())).projects;
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

const hasSharedBoards = (local: Project, remote: Project): boolean =>
  [...remote.recordsOfKind('board')].some(({ id: board, type }) => type === 'board' && local.has(board));
