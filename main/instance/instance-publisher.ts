/**
 * Publishes where other processes find this one: its socket and its record. Either may be deleted while it runs, for example by a clean-up program. Then both
 * are created again: the lock is held, so nobody else could use the folder, and nobody could reach this process.
 */
import { randomBytes } from 'node:crypto';
import { findRecordOwner, removeInstanceRecord, writeInstanceRecord } from './instance-record.ts';
import type { InstanceServer } from './instance-server.ts';
import { createSocketAddress, type LocalSocketAddress } from './local-socket-address.ts';

interface InstancePublisher {
  publish(): Promise<void>;
  /** Publishes again what was deleted; simultaneous calls share one publication. The lock of the folder must be held and in its place. */
  verify(): Promise<void>;
  /** Removes the record, so that no process connects any more. */
  withdraw(): Promise<void>;
  /** The next owner listens at the same address, so it must be free before the lock is. */
  freeAddress(): Promise<void>;
}

export function createInstancePublisher(
  folder: string,
  token: string,
  server: Pick<InstanceServer, 'listen'>,
  log: (line: string) => void,
): InstancePublisher {
  let address: LocalSocketAddress | undefined;
  let isWithdrawn = false;
  let publishing: Promise<void> | undefined;
  let verifying: Promise<void> | undefined;

  async function publish(): Promise<void> {
    await address?.remove();
    address = await createSocketAddress(folder, randomBytes(16).toString('hex'));
    await server.listen(address);
    await writeInstanceRecord(folder, { pid: process.pid, address: address.path, token });
  }

  const isPublished = async (): Promise<boolean> =>
    findRecordOwner(folder, token) === 'self' && address !== undefined && (await address.isInPlace());

  async function publishAgainIfDeleted(): Promise<void> {
    // The first publication may still be running, or has failed.
    await publishing?.catch(() => undefined);
    if (publishing === undefined || isWithdrawn || (await isPublished()) || isWithdrawn) return;
    publishing = publish();
    await publishing;
    log(`The socket or the record of ${folder} was deleted and has been created again`);
  }

  return {
    publish: () => (publishing = publish()),
    // Two publications at the same time would remove each other's sockets.
    verify: () =>
      (verifying ??= publishAgainIfDeleted().finally(() => {
        verifying = undefined;
      })),
    async withdraw() {
      isWithdrawn = true;
      await publishing?.catch(() => undefined);
      await removeInstanceRecord(folder, token);
    },
    freeAddress: async () => address?.remove(),
  };
}
