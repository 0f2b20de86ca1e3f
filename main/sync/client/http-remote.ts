/** The remote over HTTP: lists projects, reads whole projects, sends single writes, and creates and removes projects. */

import { z } from 'zod';
import { safeParseJson } from '../../../shared/contracts/schema-issues.ts';
import { type Message, message, verbatim } from '../../../shared/messages/message.ts';
import { Problem } from '../../../shared/problem.ts';
import { type RemoteApi, RemoteUnavailableError, retryTime } from '../protocol/remote-api.ts';
import type { SyncRequest } from '../protocol/sync-request.ts';
import type { SendResult } from '../protocol/write-outcome.ts';
import { processingTimeout } from './files/file-transfers.ts';
import { createMultipartForm, type UploadSource } from './files/multipart-form.ts';
import { readProject } from './read-project.ts';
import type { CapabilityStore, RemoteClient } from './remote-client.ts';

const projectListSchema = z.array(
  z.looseObject({
    hash: z.string().min(1),
    name: z.string(),
    updatedAt: z.string(),
    createdAt: z.string().nullish(),
    status: z.string().nullish(),
  }),
);
type WorkspaceProjectJson = z.infer<typeof projectListSchema>[number];

export interface HttpRemote extends RemoteApi {
  /** In the order of the remote, latest first. Throws a RemoteUnavailableError. */
  list(): Promise<readonly WorkspaceProjectJson[]>;
  /**
   * Creates a project on the remote, empty or from a story file ([Projects] import), and returns its hash. Throws a RemoteUnavailableError,
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
  return {
    async list() {
      const read = safeParseJson(projectListSchema, await client.get('/workspace/projects'));
      if (!read.success) throw new RemoteUnavailableError(message('remote.unavailable.notProjectList'));
      return read.data;
    },
    read: (remoteHash, base) => readProject(client, remoteHash, base, capabilityStore),
    send: (sending) => (sending.uploadFile === undefined ? client.send(sending) : sendWithFile(client, sending, sending.uploadFile, files)),
    async create({ name, story }) {
      const body = story === undefined ? { template: 'empty' } : { name, project: story };
      const path = story === undefined ? '/workspace/projects' : '/workspace/projects/import';
      const read = safeParseJson(
        createdProjectSchema,
        requireSuccess(await client.send({ method: 'POST', path, body }), client.clock.now()),
      );
      if (!read.success) throw new RemoteUnavailableError(message('remote.unavailable.notCreated'), { mayHaveBeenApplied: true });
      const { hash } = read.data;
      // If this request is lost, sync sends the name like any other change.
      if (story === undefined) await client.send({ method: 'PATCH', path: `/${encodeURIComponent(hash)}`, body: { name } });
      return hash;
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
  if (result.type === 'notSent') throw new RemoteUnavailableError(message('remote.unavailable.unreachable'));
  if (result.type === 'noResponse' || result.status >= 500)
    throw new RemoteUnavailableError(message('remote.unavailable.responseLost'), { mayHaveBeenApplied: true });
  const { status, json, retryAfter } = result;
  if (status === 429)
    throw new RemoteUnavailableError(message('remote.unavailable.limit'), { retryAt: retryTime(now, retryAfter), status });
  if (status === 403) throw new Problem('forbidden', explanationIn(json) ?? message('problem.remote.forbidden'));
  if (status === 401 || (status >= 300 && status < 400))
    throw new RemoteUnavailableError(message('remote.unavailable.keyRejected'), { status });
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
async function sendWithFile(
  client: RemoteClient,
  { method, path, body = {} }: SyncRequest,
  upload: string,
  files: LocalFileLocator | undefined,
): Promise<SendResult> {
  const file = files?.locate(decodeURIComponent(path.split('/')[1] ?? ''), upload);
  if (!file || !files) return { type: 'notSent' };
  const fields = Object.entries(body).flatMap(([name, value]) =>
    value === null || value === undefined ? [] : [[name, String(value)] as const],
  );
  const form = await createMultipartForm(Object.fromEntries(fields), file, files.newId()).catch(() => undefined);
  return form ? await client.send({ method, path, form, headersTimeout: processingTimeout }) : { type: 'notSent' };
}
