/** Selects which projects are synced: adds remote ones, uploads local ones, and joins those that were one before. */

import { z } from 'zod';
import { message } from '../../../shared/messages/message.ts';
import type { MessageValue } from '../../../shared/messages/message-value.ts';
import type { ReplaceRecordsCommand } from '../../../shared/model/commands.ts';
import type { AnyRecord } from '../../../shared/model/kinds/kinds.ts';
import { projectRecordId } from '../../../shared/model/kinds/project.ts';
import { Project } from '../../../shared/model/project.ts';
import { Problem } from '../../../shared/problem.ts';
import { assertUndamaged } from '../../engine/damage/project-damage.ts';
import type { WaitClock } from '../../platform/wait-clock.ts';
import type { RemoteWorkspace, WorkspaceProject } from '../client/remote-workspace.ts';
import { fieldEntries } from '../plan/field-paths.ts';
import type { SyncedProject } from '../project/synced-project.ts';
import { RemoteUnavailableError } from '../protocol/remote-api.ts';
import { type SyncedProjectRow, syncedProjectRows } from '../store/remote-store.ts';
import {
  baseEntries,
  checkpointEntry,
  resetBaseEntries,
  type SyncCheckpoint,
  SyncStore,
  type SyncStoreEntry,
  syncStoreName,
} from '../store/sync-store.ts';
import { withRemoteProblems } from './remote-registry.ts';
import { runUntilIdle, type SyncService } from './sync-service.ts';

export interface AddProjectOptions {
  readonly open?: boolean | undefined;
  readonly later?: boolean | undefined;
}

/** Milliseconds; an older list is requested again. */
const recentListAge = 10_000;

export function createProjectSelection(service: SyncService, exportProject: (hash: string) => unknown) {
  const startSync = (row: SyncedProjectRow): SyncedProject => {
    const project = service.addProject(row);
    service.statusPublisher.scheduleUpdate(project);
    return project;
  };

  /** The joins and uploads that have not ended, by local project. */
  const running = new Map<string, Promise<unknown>>();
  /** Runs one after the other what would make the same project a synced one. */
  async function inTurn<T>(hash: string, run: () => Promise<T>): Promise<T> {
    const before = running.get(hash);
    const result = (before ?? Promise.resolve()).then(run, run);
    running.set(hash, result);
    try {
      return await result;
    } finally {
      if (running.get(hash) === result) running.delete(hash);
    }
  }

  async function select(workspace: RemoteWorkspace, wanted: string): Promise<SyncedProject> {
    if (workspace.connectionState.type !== 'ready') await workspace.loadKey();
    const { name, hash: remoteHash } = await findListed(service, workspace, wanted);
    const known = findSynced(service, workspace, remoteHash);
    if (known) return known;
    const row = {
      hash: chooseHash(service, remoteHash),
      remoteHash,
      remote: workspace.row.name,
      name,
      isFetched: false,
      lastSyncedAt: null,
    };
    assertConnected(service, workspace);
    service.remoteStore.saveSyncedProject(row);
    return startSync(row);
  }

  return {
    /**
     * Adds a remote project: its hash, its name or its web address. Resolves when it is downloaded or has to wait. `later`: resolves immediately, and the project is downloaded
     * when it is due. `open`: the user wants to open it, so it is downloaded before all others, even if it was added earlier.
     */
    async add(remote: string, remoteHash: string, { open = false, later = false }: AddProjectOptions = {}): Promise<SyncedProject> {
      const workspace = service.workspace(remote);
      const known = findSynced(service, workspace, remoteHash);
      if (known && !open && !later)
        throw new Problem('conflict', message('problem.sync.alreadySyncedAs', { hash: known.row.hash }), {
          context: { hash: known.row.hash },
        });
      const project = known ?? (await select(workspace, remoteHash));
      if (open) service.markInUse(project.row.hash);
      if (later) service.scheduler.runDue();
      else if (!project.row.isFetched)
        await runUntilIdle(service, [project], { until: ({ row }) => row.isFetched, maxListAge: recentListAge });
      return project;
    },

    /**
     * Joins a local project and a remote one that were one before. They are compared with each other: what only one side has goes to the
     * other, and what both have differently is a conflict. Nothing is sent before the remote has been read.
     */
    async join(remote: string, wanted: string, hash: string): Promise<SyncedProject> {
      const workspace = service.workspace(remote);
      assertUndamaged(service.deps.engine, hash);
      const project = await inTurn(hash, async () => {
        assertNotSynced(service, workspace, { hash });
        if (workspace.connectionState.type !== 'ready') await workspace.loadKey();
        const listed = await findListed(service, workspace, wanted);
        assertNotSynced(service, workspace, { hash, remoteHash: listed.hash });
        return startSync(await withRemoteProblems(remote, workspace, () => joinProject({ service, workspace, hash, listed })));
      });
      await runUntilIdle(service, [project], { until: () => service.deps.isAutomatic });
      return project;
    },

    async upload(remote: string, hash: string): Promise<SyncedProject> {
      const workspace = service.workspace(remote);
      assertUndamaged(service.deps.engine, hash);
      if (workspace.row.permissions?.includes('project:write') === false)
        throw new Problem('forbidden', message('problem.sync.keyReadOnly', { remote }));
      const project = await inTurn(hash, async () => {
        assertNotSynced(service, workspace, { hash });
        if (workspace.connectionState.type !== 'ready') await workspace.loadKey();
        return startSync(
          await withRemoteProblems(remote, workspace, () => uploadProject({ service, workspace, hash, remote, exportProject })),
        );
      });
      await runUntilIdle(service, [project], { until: () => service.deps.isAutomatic });
      return project;
    },
  };
}

const findSynced = (service: SyncService, workspace: RemoteWorkspace, remoteHash: string): SyncedProject | undefined =>
  [...service.projectsOf(workspace)].find(({ row }) => row.remoteHash === remoteHash);

/** Throws a Problem `notFound` if the workspace was removed meanwhile: a project must not be synced with one that does not exist. */
function assertConnected(service: SyncService, workspace: RemoteWorkspace): void {
  if (service.workspace(workspace.row.name) !== workspace) throw new Problem('conflict', message('remote.network.closed'));
}

/** Throws a Problem `conflict` if the local project, or this one of the workspace, is synced already. */
function assertNotSynced(
  service: SyncService,
  workspace: RemoteWorkspace,
  { hash, remoteHash }: { readonly hash: string; readonly remoteHash?: string },
): void {
  if (service.projects.has(hash)) throw new Problem('conflict', message('problem.sync.alreadySynced'));
  const known = remoteHash === undefined ? undefined : findSynced(service, workspace, remoteHash);
  if (known) throw new Problem('conflict', message('problem.sync.alreadySyncedAs', { hash: known.row.hash }));
}

/** The remote hash if it is free locally and safe as a folder name, so that scripts can use the same hash on both sides. */
function chooseHash(service: SyncService, remoteHash: string): string {
  if (/^[A-Za-z0-9]{6,32}$/.test(remoteHash) && isFree(service, remoteHash)) return remoteHash;
  for (;;) {
    const hash = service.deps.createHash();
    if (isFree(service, hash)) return hash;
  }
}

/** Whether the hash is free. Hashes name folders, and some file systems ignore case. */
function isFree({ deps, projects }: SyncService, hash: string): boolean {
  const taken = [...deps.engine.listProjects().map((project) => project.hash), ...projects.keys()];
  return taken.every((each) => each.toLowerCase() !== hash.toLowerCase());
}

/**
 * Finds the project in a recent project list, or else in a new one: by its hash, by its web address, or by its name. Throws a Problem that
 * lists similar projects if it is none of them, or if several have the name.
 */
async function findListed(service: SyncService, workspace: RemoteWorkspace, wanted: string): Promise<WorkspaceProject> {
  const { name: remote } = workspace.row;
  for (const since of [service.clock.now() - recentListAge, service.clock.now()]) {
    const { projects } = await withRemoteProblems(remote, workspace, () => workspace.listForUser(since));
    const [found, ...others] = matchingProjects(projects, wanted);
    if (found && others.length === 0) return found;
    if (found) throw new Problem('invalid', message('problem.sync.severalProjects', { remote, list: projectList([found, ...others]) }));
  }
  const similar = similarProjects(workspace.projectList?.projects ?? [], wanted);
  const hash = wanted;
  if (similar.length === 0) throw new Problem('notFound', message('problem.sync.unknownProject', { remote, hash }));
  throw new Problem('notFound', message('problem.sync.unknownProjectSimilar', { remote, hash, list: listSimilar(similar) }));
}

/** The projects with this hash, address or name; only the most exact matches. */
function matchingProjects(projects: readonly WorkspaceProject[], wanted: string): WorkspaceProject[] {
  const given = wanted.trim();
  const folded = given.toLowerCase();
  const parts = URL.canParse(given) ? new URL(given).pathname.split('/').map((part) => part.toLowerCase()) : [];
  const tests: readonly ((project: WorkspaceProject) => boolean)[] = [
    ({ hash }) => hash === given,
    ({ hash }) => hash.toLowerCase() === folded || parts.includes(hash.toLowerCase()),
    ({ name }) => name === given,
    ({ name }) => name.toLowerCase() === folded,
  ];
  return tests.map((test) => projects.filter(test)).find((found) => found.length > 0) ?? [];
}

/** The maximum number of similar projects in a message. */
const maxSimilar = 5;

function similarProjects(projects: readonly WorkspaceProject[], wanted: string): WorkspaceProject[] {
  const words = wanted.toLowerCase().match(/[\p{L}\p{N}]{3,}/gu) ?? [];
  const isSimilar = ({ name, hash }: WorkspaceProject) =>
    words.some((word) => name.toLowerCase().includes(word) || hash.toLowerCase().includes(word));
  return projects.filter(isSimilar);
}

function listSimilar(projects: readonly WorkspaceProject[]): MessageValue {
  const listed = projectList(projects.slice(0, maxSimilar));
  const more = projects.length - maxSimilar;
  return more > 0 ? [listed, message('common.listRest', { count: more })] : listed;
}

const projectList = (projects: readonly WorkspaceProject[]): string => projects.map(({ name, hash }) => `${name} (${hash})`).join(', ');

interface JoinInput {
  readonly service: SyncService;
  readonly workspace: RemoteWorkspace;
  /** The local project. */
  readonly hash: string;
  readonly listed: WorkspaceProject;
}

/** Makes the records that both sides have the base, but agrees on none of their fields, so that equal values are adopted. */
async function joinProject({ service, workspace, hash, listed }: JoinInput): Promise<SyncedProjectRow> {
  const { engine } = service.deps;
  const local = engine.getProject(hash);
  const remote = new Project((await workspace.read(listed.hash, local)).records);
  const { name } = workspace.row;
  if (!hasSharedBoards(local, remote))
    throw new Problem('conflict', message('problem.sync.nothingShared', { remote: name, name: listed.name }));
  const row = { hash, remoteHash: listed.hash, remote: name, name: listed.name, isFetched: true, lastSyncedAt: null };
  const checkpoint = { updatedAt: null, listedAt: null, isComplete: false };
  startFromBase({ service, workspace, row, remote, base: joinedBaseEntries(local, remote), checkpoint });
  return row;
}

/** The base of two projects that were one: both have these records, and agree on none of their fields. */
export function joinedBaseEntries(local: Project, remote: Project): SyncStoreEntry[] {
  const roots = rootRenames(local, remote).map(([, to]) => to);
  const shared = [...remote.records()].filter((record) => local.get(record.id)?.kind === record.kind || roots.includes(record.id));
  return resetBaseEntries(new Project(shared));
}

interface UploadProjectInput {
  readonly service: SyncService;
  readonly workspace: RemoteWorkspace;
  readonly hash: string;
  readonly remote: string;
  /** The project as a story file. */
  readonly exportProject: (hash: string) => unknown;
}

/**
 * Uploads a local project and starts to sync it: as an import if that is allowed, because it keeps languages, customIds and rich text that no single request
 * could send, or else as an empty project. Either way, the created remote project becomes the base, and sync sends everything else.
 */
async function uploadProject({ service, workspace, hash, remote, exportProject }: UploadProjectInput): Promise<SyncedProjectRow> {
  const { engine } = service.deps;
  const { name } = engine.getProject(hash).projectRecord;
  const owned = detachTemplateAssets(engine.getProject(hash), () => service.deps.environment.newId());
  if (owned.renamedIds.length > 0) engine.execute(hash, { do: 'replaceRecords', ...owned, removedIds: [] }, 'remote');
  const rows = new SyncStore(engine.openKeyValueStore(syncStoreName), hash, service.clock);
  const row = (remoteHash: string): SyncedProjectRow => ({ hash, remoteHash, remote, name, isFetched: true, lastSyncedAt: null });
  const createOnce = (way: UploadWay, create: () => Promise<string>) =>
    createRemoteProjectOnce({
      ...{ store: rows, workspace, local: engine.getProject(hash), clock: service.clock, settleTime: service.deps.settleTime },
      ...{ way, create },
    });
  if (begunUpload(rows, remote)?.way !== 'empty') {
    const imported = await createOnce('import', () => workspace.create({ name, story: exportProject(hash) })).catch(ignoreRejection);
    if (imported && (await makeBase(imported.hash, 'import'))) return row(imported.hash);
    // The remote has generated new ids, so the records of the created project cannot be matched. One of an earlier attempt may be in use by now.
    if (imported?.isNew) await workspace.remove(imported.hash);
    rows.write([uploadResolvedEntry]);
  }
  const empty = await createOnce('empty', () => workspace.create({ name }));
  await makeBase(empty.hash, 'empty');
  return row(empty.hash);

  /** Makes the remote project the base. Returns false if it shares no board with the local one although it was imported from it. */
  async function makeBase(remoteHash: string, way: UploadWay): Promise<boolean> {
    const listed = (await workspace.list(service.clock.now())).projects.find((each) => each.hash === remoteHash);
    const local = engine.getProject(hash);
    const records = [...(await workspace.read(remoteHash, way === 'import' ? local : new Project())).records];
    const remoteProject = new Project(records);
    if (way === 'import' && !hasSharedBoards(local, remoteProject)) return false;
    const updatedAt = listed?.updatedAt ?? null;
    const base = baseEntries({ put: records, removedIds: [] });
    startFromBase({
      ...{ service, workspace, row: row(remoteHash), remote: remoteProject, base },
      checkpoint: { updatedAt, listedAt: updatedAt, isComplete: true },
    });
    return true;
  }
}

interface SyncStart {
  readonly service: SyncService;
  readonly workspace: RemoteWorkspace;
  readonly row: SyncedProjectRow;
  readonly remote: Project;
  /** The entries of the base. */
  readonly base: readonly SyncStoreEntry[];
  readonly checkpoint: Pick<SyncCheckpoint, 'updatedAt' | 'listedAt' | 'isComplete'>;
}

/**
 * Stores, in one transaction, that a local project is synced, and what both sides agree on. The roots get the ids of the remote. Throws if either project
 * has been synced since the upload or the comparison began.
 */
function startFromBase({ service, workspace, row, remote, base, checkpoint }: SyncStart): void {
  const { engine } = service.deps;
  const { hash, remoteHash } = row;
  assertConnected(service, workspace);
  assertNotSynced(service, workspace, row);
  const local = engine.getProject(hash);
  const store = new SyncStore(engine.openKeyValueStore(syncStoreName), hash, service.clock);
  const entries = [...base, uploadResolvedEntry, checkpointEntry({ remoteHash, version: null, idleVersion: null, ...checkpoint })];
  const extraRows = [...store.toExtraRows(entries), syncedProjectRows(row)];
  const renamedIds = rootRenames(local, remote);
  if (renamedIds.length === 0) engine.writeRows(extraRows);
  else {
    const put = [{ ...local.projectRecord, roots: remote.projectRecord.roots }];
    engine.execute(hash, { do: 'replaceRecords', renamedIds, put, removedIds: [] }, 'remote', extraRows);
  }
}

/**
 * [Assets] assets of templates are read-only on the remote and cannot be created: they become ordinary assets, and references to them are
 * updated.
 */
export function detachTemplateAssets(project: Project, newId: () => string): Pick<ReplaceRecordsCommand, 'renamedIds' | 'put'> {
  const renamedIds: [from: string, to: string][] = [];
  const put: AnyRecord[] = [];
  for (const asset of project.recordsOfKind('asset')) {
    if (!asset.type.startsWith('template-')) continue;
    const id = newId();
    renamedIds.push([asset.id, id]);
    put.push({ ...asset, id, type: asset.type.replace('template-', '') });
    for (const holder of project.referrersOf(asset.id)) {
      const user = project.get(holder);
      if (!user) continue;
      const cover = fieldEntries(user, 'cover');
      if (cover.id === asset.id) put.push({ ...user, cover: { ...cover, type: String(cover.type).replace('template-', ''), id } });
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

/** How a project is created on the remote. */
const uploadWays = ['import', 'empty'] as const;
type UploadWay = (typeof uploadWays)[number];

const uploadRowId = 'upload';
const begunUploadSchema = z.object({
  remote: z.string(),
  way: z.enum(uploadWays).default('import'),
  /** The projects of the workspace before. */
  known: z.array(z.string()),
  /** When the request was sent, or its response was lost. */
  at: z.number(),
  /** The created project, once the response has named it. */
  hash: z.string().optional(),
});
type BegunUpload = z.infer<typeof begunUploadSchema>;

function begunUpload(store: SyncStore, remote: string): BegunUpload | undefined {
  const begun = begunUploadSchema.safeParse(store.get(uploadRowId)).data;
  return begun?.remote === remote ? begun : undefined;
}

/** Written in the transaction that completes the upload, or once it is certain that nothing was created. */
const uploadResolvedEntry: SyncStoreEntry = { id: uploadRowId, value: null };

interface CreatedProject {
  /** On the remote. */
  readonly hash: string;
  /** Whether this attempt has created it and got the response; false if it was found. */
  readonly isNew: boolean;
}

interface CreateOnceInput {
  readonly store: SyncStore;
  readonly workspace: RemoteWorkspace;
  readonly local: Project;
  readonly clock: WaitClock;
  /** Milliseconds after which a lost request cannot have an effect any more. */
  readonly settleTime: number;
  readonly way: UploadWay;
  readonly create: () => Promise<string>;
}

/**
 * (I5, I8) Creates the remote project of an upload at most once, although responses may be lost and the program may end at any time. Before the request is
 * sent, the project list is stored, so that a later attempt finds the created project, and does not create a second one as long as the first may
 * still appear. Its hash is stored with the response, so that what fails afterwards is repeated with the same project.
 *
 * Returns the remote project that is created or was found. Throws the errors of `create`, and a Problem if the outcome is still
 * unknown.
 */
async function createRemoteProjectOnce({
  store,
  workspace,
  local,
  clock,
  settleTime,
  way,
  create,
}: CreateOnceInput): Promise<CreatedProject> {
  const { name: remote } = workspace.row;
  const begun = begunUpload(store, remote);
  if (begun?.way === way) {
    const found = await findCreated(begun);
    if (found !== undefined) return { hash: found, isNew: false };
    if (clock.now() < begun.at + settleTime) throw unconfirmedProblem();
  }
  const upload: BegunUpload = { remote, way, known: (await listed()).map(({ hash }) => hash), at: clock.now() };
  store.write([uploadEntry(upload)]);
  let hash: string;
  try {
    hash = await create();
  } catch (error) {
    const mayBeCreated = error instanceof RemoteUnavailableError && error.mayHaveBeenApplied;
    store.write([mayBeCreated ? uploadEntry({ ...upload, at: clock.now() }) : uploadResolvedEntry]);
    const found = mayBeCreated ? await findCreated(upload) : undefined;
    if (found === undefined) throw mayBeCreated ? unconfirmedProblem() : error;
    return { hash: found, isNew: false };
  }
  return { hash: retain(upload, hash), isNew: true };

  async function listed() {
    return (await workspace.listForUser(clock.now())).projects;
  }

  function retain(begun: BegunUpload, hash: string): string {
    store.write([uploadEntry({ ...begun, hash })]);
    return hash;
  }

  /**
   * The project that the response has named, or else a new one with boards of the local project: any other may belong to another user. An empty one
   * looks like theirs, so one whose response was lost stays in the workspace.
   */
  async function findCreated(begun: BegunUpload): Promise<string | undefined> {
    const projects = await listed();
    if (begun.hash !== undefined || way === 'empty') return projects.find(({ hash }) => hash === begun.hash)?.hash;
    for (const { hash, name } of projects) {
      if (begun.known.includes(hash) || name !== local.projectRecord.name) continue;
      if (hasSharedBoards(local, new Project((await workspace.read(hash, local)).records))) return retain(begun, hash);
    }
    return undefined;
  }

  function unconfirmedProblem(): Problem {
    return new Problem('unreachable', message('problem.sync.uploadUnconfirmed', { remote, name: local.projectRecord.name }));
  }
}

const uploadEntry = (upload: BegunUpload): SyncStoreEntry => ({ id: uploadRowId, value: upload });

const hasSharedBoards = (local: Project, remote: Project): boolean =>
  [...remote.recordsOfKind('board')].some(({ id: board, type }) => type === 'board' && local.has(board));
