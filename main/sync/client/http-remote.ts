/**
 * The remote over HTTP: how sync connects to it, what a key may do there, and the requests for projects: to list and read them, to send single
 * writes, to create and remove them.
 */

import { z } from 'zod';
import type { KeyPermission } from '../../../shared/contracts/permissions.ts';
import { safeParseJson } from '../../../shared/contracts/schema-issues.ts';
import type { Environment } from '../../../shared/environment.ts';
import { type Message, message, verbatim } from '../../../shared/messages/message.ts';
import { Problem } from '../../../shared/problem.ts';
import type { FileStore } from '../../assets/file-store.ts';
import { WaitClock } from '../../platform/wait-clock.ts';
import { type RemoteApi, RemoteUnavailableError, retryTime, type TransferControl } from '../protocol/remote-api.ts';
import type { SendResult, SyncRequest } from '../protocol/sync-request.ts';
import { FileSync } from './files/file-sync.ts';
import { processingTimeout } from './files/file-transfers.ts';
import type { ResolveSystemProxy } from './proxy.ts';
import { readProject } from './read-project.ts';
import { type CapabilityStore, createMultipartForm, openRemoteClient, type RemoteClient, type UploadSource } from './remote-client.ts';
import type { ConnectOptions, WorkspaceConnection } from './remote-workspace.ts';

const listedProjectSchema = z
  .looseObject({
    hash: z.string().min(1),
    name: z.string().nullable().catch(null),
    updatedAt: z.string().nullable().catch(null),
    createdAt: z.string().nullish().catch(null),
    status: z.string().nullish().catch(null),
  })
  .transform(({ name, ...rest }) => ({ ...rest, name: name ?? rest.hash }));
type WorkspaceProjectJson = z.infer<typeof listedProjectSchema>;

/** (I20) An entry that is not that of a project is left out, so that it does not keep the others from being synced. */
function parseProjectList(json: unknown): WorkspaceProjectJson[] {
  if (!Array.isArray(json)) throw new RemoteUnavailableError(message('remote.unavailable.notProjectList'));
  const listed = json.flatMap((entry) => {
    const project = safeParseJson(listedProjectSchema, entry).data;
    return project ? [project] : [];
  });
  if (listed.length === 0 && json.length > 0) throw new RemoteUnavailableError(message('remote.unavailable.notProjectList'));
  return listed;
}

export interface HttpRemote extends RemoteApi {
  /** In the order of the remote, latest first. Throws a RemoteUnavailableError. */
  list(): Promise<readonly WorkspaceProjectJson[]>;
  /**
   * Creates a project on the remote, empty or from a story file ([Projects] import), and returns its hash. The service names an empty one itself; sync sends
   * the name like any other change. Throws a RemoteUnavailableError,
   * after which the project may exist nevertheless, or a Problem with the reason of the rejection.
   */
  create(options: { readonly name: string; readonly story?: unknown }): Promise<string>;
  /** Also succeeds if the project does not exist. Throws a RemoteUnavailableError or a Problem. */
  remove(remoteHash: string): Promise<void>;
  close(): Promise<void>;
}

/** Finds the local files of a project by its remote hash, for requests that upload one. */
interface LocalFileLocator {
  locate(remoteHash: string, file: string): UploadSource | undefined;
  /** Creates the boundaries of forms. */
  newId(): string;
}

export function openHttpRemote(client: RemoteClient, capabilityStore: CapabilityStore, files?: LocalFileLocator): HttpRemote {
  const refusedFiles = new Set<string>();
  return {
    async list() {
      return parseProjectList(await client.get('/workspace/projects'));
    },
    read: (remoteHash, base, scope) => readProject(client, remoteHash, base, capabilityStore, scope),
    send: (request, transfer) =>
      request.uploadFile === undefined
        ? client.send(request)
        : sendWithFile({ client, files, request, upload: request.uploadFile, transfer, capabilityStore, refusedFiles }),
    async create({ name, story }) {
      const body = story === undefined ? { template: 'empty' } : { name, project: story };
      const path = story === undefined ? '/workspace/projects' : '/workspace/projects/import';
      const read = safeParseJson(
        createdProjectSchema,
        requireSuccess(await client.send({ method: 'POST', path, body }), client.clock.now()),
      );
      if (!read.success) throw new RemoteUnavailableError(message('remote.unavailable.notCreated'), { mayHaveBeenApplied: true });
      return read.data.hash;
    },
    async remove(remoteHash) {
      const result = await client.send({ method: 'DELETE', path: `/${encodeURIComponent(remoteHash)}` });
      if (result.type !== 'response' || result.status !== 404) requireSuccess(result, client.clock.now());
    },
    close: () => client.close(),
  };
}

const createdProjectSchema = z.looseObject({ hash: z.string().min(1) });

/** The JSON of a successful response. Throws a RemoteUnavailableError or a Problem for every other result. */
function requireSuccess(result: SendResult, now: number): unknown {
  if (result.type === 'notSent' || result.type === 'cancelled') throw new RemoteUnavailableError(message('remote.unavailable.unreachable'));
  if (result.type === 'noResponse' || result.status >= 500)
    throw new RemoteUnavailableError(message('remote.unavailable.responseLost'), { mayHaveBeenApplied: true });
  const { status, json, retryAfter } = result;
  if (status === 429)
    throw new RemoteUnavailableError(message('remote.unavailable.limit'), { retryAt: retryTime(now, retryAfter), status });
  if (status === 403) throw new Problem('forbidden', explanationIn(json) ?? message('problem.remote.forbidden'));
  if (status === 401) throw new RemoteUnavailableError(message('remote.unavailable.keyRejected'), { status });
  if (status >= 300 && status < 400) throw new RemoteUnavailableError(message('remote.unavailable.redirect'), { status });
  if (status >= 400) throw new Problem('invalid', explanationIn(json) ?? message('problem.remote.noReason'));
  return json;
}

const problemSchema = z.looseObject({ title: z.string().nullish(), detail: z.string().nullish() });
/** The explanation in a response of the remote. */
function explanationIn(json: unknown): Message | undefined {
  const { detail, title } = safeParseJson(problemSchema, json).data ?? {};
  const text = detail ?? title;
  return text === undefined || text === null ? undefined : verbatim(text);
}

/** [G1] the single request that stores a file and creates its asset. */
interface RequestWithFile {
  readonly client: RemoteClient;
  readonly request: SyncRequest;
  /** The local name of the file. */
  readonly upload: string;
  readonly files: LocalFileLocator | undefined;
  readonly transfer: TransferControl | undefined;
  readonly capabilityStore: CapabilityStore;
  /** The local names of the files whose refusal has already reset the upload flow, so that the two flows do not alternate without end. */
  readonly refusedFiles: Set<string>;
}

async function sendWithFile({
  client,
  request,
  upload,
  files,
  transfer,
  capabilityStore,
  refusedFiles,
}: RequestWithFile): Promise<SendResult> {
  const { method, path, body = {} } = request;
  const file = files?.locate(decodeURIComponent(path.split('/')[1] ?? ''), upload);
  if (!file || !files) return { type: 'notSent' };
  const fields = Object.entries(body).flatMap(([name, value]) =>
    value === null || value === undefined ? [] : [[name, String(value)] as const],
  );
  const form = await createMultipartForm(Object.fromEntries(fields), file, files.newId(), transfer?.onProgress).catch(() => undefined);
  if (!form) return { type: 'notSent' };
  const result = await client.send({ method, path, form, headersTimeout: processingTimeout, signal: transfer?.signal });
  // (I42) The next plan uploads the file by itself, and creates the asset with its name.
  if (isRefusedFlow(result) && !refusedFiles.has(upload)) {
    refusedFiles.add(upload);
    capabilityStore.forget('upload');
  }
  return result;
}

/**
 * Whether the refusal may be about the flow: it is about neither the key, the size, the limit nor the file itself. A service of the two-step flow refuses the
 * content type with 400.
 */
function isRefusedFlow(result: SendResult): boolean {
  if (result.type !== 'response' || result.status < 400 || (result.status >= 500 && result.status !== 501)) return false;
  if ([401, 403, 408, 413, 429].includes(result.status)) return false;
  return !Object.hasOwn(safeParseJson(fileRefusalSchema, result.json).data?.errors ?? {}, 'file');
}

/** [Errors 2] */
const fileRefusalSchema = z.looseObject({ errors: z.looseObject({}).nullish().catch(null) });

/** A remote whose address and key work. */
export interface VerifiedRemote {
  /** The normalized address. */
  readonly url: string;
  readonly permissions: readonly KeyPermission[];
}

const remoteCapabilities = z.object({
  positions: z.enum(['json', 'unreal', 'lists']).optional().catch(undefined),
  upload: z.enum(['two-step', 'single']).optional().catch(undefined),
});

/** Connects a workspace to its remote, and to the file store. */
export const createRemoteConnector =
  (fileStore: FileStore, environment: Environment, resolveSystemProxy?: ResolveSystemProxy) =>
  ({
    row,
    localHashOf,
    capabilities: readCapabilities,
    saveCapabilities,
    forgetCapability,
    ...options
  }: ConnectOptions): WorkspaceConnection => {
    const client = openRemoteClient({ url: row.url, resolveSystemProxy, ...options });
    const capabilityStore: CapabilityStore = {
      get capabilities() {
        const { positions, upload } = remoteCapabilities.parse(readCapabilities());
        return { ...(positions && { positions }), ...(upload && { upload }) };
      },
      update: (more) => saveCapabilities({ ...more }),
      forget: forgetCapability,
    };
    const newId = () => environment.newId();
    const remote = openHttpRemote(client, capabilityStore, {
      newId,
      locate(remoteHash, file) {
        const hash = localHashOf(remoteHash);
        const stored = hash === undefined ? undefined : fileStore.find(hash, file);
        const path = hash === undefined ? undefined : fileStore.findPath(hash, file);
        return stored && path !== undefined ? { path, name: stored.name, mime: stored.mime } : undefined;
      },
    });
    return { ...remote, files: (deps) => new FileSync({ client, capabilityStore, fileStore, newId, ...deps }) };
  };

/** [Authentication 4] the permissions of a key at a remote. Throws if the remote cannot be reached or rejects the key. */
export async function probeRemoteKey(
  url: string,
  key: string,
  environment: Environment,
  resolveSystemProxy?: ResolveSystemProxy,
): Promise<VerifiedRemote> {
  const client = openRemoteClient({ url, key: () => key, clock: new WaitClock(environment), resolveSystemProxy });
  try {
    const { permissions } = await probeRemote(client);
    return { url: client.url, permissions };
  } finally {
    await client.close();
  }
}

interface ProbeResult {
  readonly permissions: readonly KeyPermission[];
}

/** No project has this hash, because the hashes that the service generates have another form. */
const nonexistentProject = 'taleport-looks-what-this-key-may';

/**
 * Probes the permissions of a key at an address ([Authentication 4]) when a remote is added or its key has changed. Changes nothing on the
 * remote. Throws a Problem that says what is wrong and what to do: unreachable, a wrong key, another service, nothing permitted.
 */
export async function probeRemote(client: RemoteClient): Promise<ProbeResult> {
  const reads = await canRead(client);
  const writes = await canWrite(client);
  if (!reads && !writes) throw new Problem('forbidden', message('problem.remote.keyWithoutRights'));
  return { permissions: [...(reads ? (['project:read'] as const) : []), ...(writes ? (['project:write'] as const) : [])] };
}

async function canRead(client: RemoteClient): Promise<boolean> {
  try {
    const list = await client.get('/workspace/projects');
    if (Array.isArray(list)) return true;
    throw problemForStatus(404);
  } catch (error) {
    if (!(error instanceof RemoteUnavailableError)) throw error;
    if (error.status === undefined) throw unreachableProblem(error.text);
    if (error.status === 403) return false;
    if (error.status >= 300 && error.status < 400) throw urlProblem(error.text);
    throw problemForStatus(error.status);
  }
}

/**
 * [G3] the service checks the permission before the project, so a 403 means that the key may not write, and any later error that it may. An
 * empty body changes nothing.
 */
async function canWrite(client: RemoteClient): Promise<boolean> {
  const result = await client.send({ method: 'PATCH', path: `/${nonexistentProject}`, body: {} });
  if (result.type !== 'response') throw unreachableProblem(message('remote.network.interrupted'));
  if (result.status === 403) return false;
  if ([400, 404, 405, 422].includes(result.status)) return true;
  throw problemForStatus(result.status);
}

const unreachableProblem = (reason: Message): Problem =>
  new Problem('invalid', message('problem.remote.workspaceUnreachable', { reason }), { errors: { url: reason } });

function problemForStatus(status: number): Problem {
  if (status === 401) {
    const text = message('problem.remote.keyUnknown');
    return new Problem('unauthenticated', text, { errors: { key: text } });
  }
  if (status === 429) return new Problem('tooMany', message('problem.remote.workspaceLimit'));
  if (status >= 500) return urlProblem(message('problem.remote.serverError', { status }));
  if (status >= 300 && status < 400) return urlProblem(message('remote.unavailable.redirect'));
  return urlProblem(message('problem.remote.notWorkspace'));
}

const urlProblem = (text: Message): Problem => new Problem('invalid', text, { errors: { url: text } });
