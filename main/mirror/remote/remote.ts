/** The real remote: its project list, a whole project, one write; and what makes and removes whole projects there. Over HTTP. */
import { z } from 'zod';
import { Problem } from '../../../shared/problem.ts';
import { Lost, type Remote } from '../loop/loop-deps.ts';
import type { Came } from '../loop/outbox.ts';
import type { Sending } from '../requests/sending.ts';
import type { RemoteClient } from './client.ts';
import { type FileToSend, formWith } from './files/multipart.ts';
import { thinking } from './files/upload.ts';
import type { Memory } from './learned.ts';
import { readProject } from './read-project.ts';

const listed = z.array(
  z.looseObject({
    hash: z.string().min(1),
    name: z.string(),
    updatedAt: z.string(),
    createdAt: z.string().nullish(),
    status: z.string().nullish(),
  }),
);
export type ListedProject = z.infer<typeof listed>[number];

export interface HttpRemote extends Remote {
  /** As the remote shows them, latest first. Throws a Lost. */
  list(): Promise<readonly ListedProject[]>;
  /**
   * A new project there, empty or from a whole story as an export has it ([Projects] import); its hash. Throws a Lost, after which it may be there
   * all the same, or a Problem with what the remote refuses.
   */
  create(how: { readonly name: string; readonly story?: unknown }): Promise<string>;
  /** Gone already is gone. Throws a Lost or a Problem. */
  remove(there: string): Promise<void>;
  close(): Promise<void>;
}

/** The stored files here of the project that has this hash there, for requests that a file goes along with. */
export interface FilesHere {
  locate(there: string, file: string): FileToSend | undefined;
  /** For the boundaries of forms. */
  newId(): string;
}

export function openRemote(client: RemoteClient, memory: Memory, files?: FilesHere): HttpRemote {
  return {
    async list() {
      const read = listed.safeParse(await client.get('/workspace/projects'));
      if (!read.success) throw new Lost('What the server answers is no list of projects.');
      return read.data;
    },
    read: (there, base) => readProject(client, there, base, memory),
    send: (sending) => (sending.upload === undefined ? client.send(sending) : sendWithFile(client, sending, sending.upload, files)),
    async create({ name, story }) {
      const body = story === undefined ? { template: 'empty' } : { name, project: story };
      const path = story === undefined ? '/workspace/projects' : '/workspace/projects/import';
      const read = made.safeParse(answered(await client.send({ method: 'POST', path, body }), client.now()));
      if (!read.success) throw new Lost('The workspace did not say what it has made.', { mayBeDone: true });
      const { hash } = read.data;
      // The name is a change like any other: where this is lost, the loop sends it.
      if (story === undefined) await client.send({ method: 'PATCH', path: `/${encodeURIComponent(hash)}`, body: { name } });
      return hash;
    },
    async remove(there) {
      const came = await client.send({ method: 'DELETE', path: `/${encodeURIComponent(there)}` });
      if (came.is !== 'answer' || came.status !== 404) answered(came, client.now());
    },
    close: () => client.close(),
  };
}

const made = z.looseObject({ hash: z.string().min(1) });

/** What was answered, where that is what was asked for. */
function answered(came: Came, now: number): unknown {
  if (came.is === 'not sent') throw new Lost('The workspace cannot be reached.');
  if (came.is === 'lost' || came.status >= 500)
    throw new Lost('The answer of the remote was lost: nobody knows whether it was done.', { mayBeDone: true });
  const { status, json, retryAfter } = came;
  if (status === 429) throw new Lost('The limit of the workspace is used up.', { until: now + (retryAfter ?? 60) * 1000, status });
  if (status === 403) throw new Problem('forbidden', whyOf(json, 'The key, or the member who made it, may not do this there.'));
  if (status === 401 || (status >= 300 && status < 400)) throw new Lost('The key is not accepted. Please enter a new one.', { status });
  if (status >= 400) throw new Problem('invalid', whyOf(json, 'The workspace refuses this and does not say why.'));
  return json;
}

const refusal = z.looseObject({ title: z.string().nullish(), detail: z.string().nullish() });
function whyOf(json: unknown, otherwise: string): string {
  const read = refusal.safeParse(json).data;
  return read?.detail ?? read?.title ?? otherwise;
}

/** [G1] The one request that stores a file and makes its asset. */
async function sendWithFile(
  client: RemoteClient,
  { method, path, body = {} }: Sending,
  upload: string,
  files: FilesHere | undefined,
): Promise<Came> {
  const file = files?.locate(decodeURIComponent(path.split('/')[1] ?? ''), upload);
  if (!file || !files) return { is: 'not sent' };
  const fields = Object.entries(body).flatMap(([name, value]) =>
    value === null || value === undefined ? [] : [[name, String(value)] as const],
  );
  const form = await formWith(Object.fromEntries(fields), file, files.newId()).catch(() => undefined);
  return form ? await client.send({ method, path, form, headersTimeout: thinking }) : { is: 'not sent' };
}
