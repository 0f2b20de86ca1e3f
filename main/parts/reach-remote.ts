/** A remote as the mirror reaches it: over HTTP, with the files of the vault. */
import { z } from 'zod';
import type { World } from '../../shared/world.ts';
import type { Vault } from '../assets/vault.ts';
import { openRemoteClient } from '../mirror/remote/client.ts';
import { Files } from '../mirror/remote/files/files.ts';
import type { Learned, Memory } from '../mirror/remote/learned.ts';
import { probe } from '../mirror/remote/probe.ts';
import { openRemote } from '../mirror/remote/remote.ts';
import type { Tried } from '../mirror/workspaces/remotes.ts';
import type { Reach, Reached } from '../mirror/workspaces/workspace.ts';

const learned = z.object({
  positions: z.enum(['json', 'unreal', 'lists']).optional().catch(undefined),
  upload: z.enum(['two-step', 'single']).optional().catch(undefined),
});

export const remoteReach =
  (vault: Vault, world: World) =>
  ({ row, hashOf, learned: known, learn, ...how }: Reach): Reached => {
    const client = openRemoteClient({ url: row.url, ...how });
    const memory: Memory = {
      get learned() {
        return learned.parse(known()) as Learned;
      },
      learn: (more) => learn({ ...more }),
    };
    const newId = () => world.newId();
    const remote = openRemote(client, memory, {
      newId,
      locate(there, file) {
        const hash = hashOf(there);
        const stored = hash === undefined ? undefined : vault.find(hash, file);
        const path = hash === undefined ? undefined : vault.pathOf(hash, file);
        return stored && path !== undefined ? { path, name: stored.name, mime: stored.mime } : undefined;
      },
    });
    return { ...remote, files: (of) => new Files({ client, memory, vault, newId, ...of }) };
  };

/** [Authentication 4] what a key may do at an address. */
export async function tryOut(url: string, key: string, world: World): Promise<Tried> {
  const client = openRemoteClient({ url, key: () => key, now: () => Math.floor(world.now() / 1000) });
  try {
    const { permissions } = await probe(client);
    return { url: client.url, permissions };
  } finally {
    await client.close();
  }
}
