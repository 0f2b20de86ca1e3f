/** The real remote of the loop: its project list, a whole project, one write; over HTTP. */
import { z } from 'zod';
import { Lost, type Remote } from '../loop-deps.ts';
import type { Came } from '../outbox.ts';
import type { Sending } from '../requests.ts';
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
}

/** The stored files of one project here, for requests that a file goes along with. */
export interface FilesHere {
  locate(file: string): FileToSend | undefined;
  /** For the boundaries of forms. */
  newId(): string;
}

/** Of one project where files go along, else of any. */
export function openRemote(client: RemoteClient, memory: Memory, files?: FilesHere): HttpRemote {
  return {
    async list() {
      const read = listed.safeParse(await client.get('/workspace/projects'));
      if (!read.success) throw new Lost('What the server answers is no list of projects.');
      return read.data;
    },
    read: (there, base) => readProject(client, there, base, memory),
    send: (sending) => (sending.upload === undefined ? client.send(sending) : sendWithFile(client, sending, sending.upload, files)),
  };
}

/** [G1] The one request that stores a file and makes its asset. */
async function sendWithFile(
  client: RemoteClient,
  { method, path, body = {} }: Sending,
  upload: string,
  files: FilesHere | undefined,
): Promise<Came> {
  const file = files?.locate(upload);
  if (!file || !files) return { is: 'not sent' };
  const fields = Object.entries(body).flatMap(([name, value]) =>
    value === null || value === undefined ? [] : [[name, String(value)] as const],
  );
  const form = await formWith(Object.fromEntries(fields), file, files.newId()).catch(() => undefined);
  return form ? await client.send({ method, path, form, headersTimeout: thinking }) : { is: 'not sent' };
}
