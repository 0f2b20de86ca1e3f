/**
 * Uploads a local project: as an import if that is allowed, because it keeps languages, customIds and rich text that no single request
 * could send, or else as an empty project. Either way, the created remote project becomes the base, and sync sends everything else.
 */
import type { ReplaceRecordsCommand } from '../../../shared/model/commands.ts';
import type { AnyRecord } from '../../../shared/model/kinds/kinds.ts';
import { projectRecordId } from '../../../shared/model/kinds/project.ts';
import { Project } from '../../../shared/model/project.ts';
import { Problem } from '../../../shared/problem.ts';
import type { RemoteWorkspace } from '../client/remote-workspace.ts';
import { fieldEntries } from '../plan/field-paths.ts';
import { type SyncedProjectRow, syncedProjectRows } from '../store/remote-store.ts';
import { baseEntries, checkpointEntry } from '../store/sync-rows.ts';
import { SyncStore, syncStoreName } from '../store/sync-store.ts';
import { createRemoteProjectOnce, hasSharedBoards, uploadResolvedEntry } from './create-remote-project.ts';
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
  const rows = new SyncStore(engine.openKeyValueStore(syncStoreName), hash);
  const { now, deps } = service;
  const create = () => workspace.create({ name, story: exportProject(hash) });
  const once = { store: rows, workspace, local: engine.getProject(hash), now, settleTime: deps.settleTime, create };
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
    const listed = (await workspace.list(service.now())).projects.find((each) => each.hash === remoteHash);
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
