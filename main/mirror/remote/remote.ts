/** The real remote of the loop: its project list, a whole project, one write; over HTTP. */
import { z } from 'zod';
import { Lost, type Remote } from '../loop-deps.ts';
import type { RemoteClient } from './client.ts';
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

export function openRemote(client: RemoteClient, memory: Memory): HttpRemote {
  return {
    async list() {
      const read = listed.safeParse(await client.get('/workspace/projects'));
      if (!read.success) throw new Lost('What the server answers is no list of projects.');
      return read.data;
    },
    read: (there, base) => readProject(client, there, base, memory),
    send: ({ method, path, body }) => client.send({ method, path, ...(body && { body }) }),
  };
}
