/**
 * Publishes the address of this process for others: its socket and its record. Either may be deleted while it runs, for example by a
 * clean-up program. They are then created again, because the lock is still held: otherwise no other process could use the folder, and none
 * could reach this one.
 */
import { randomBytes } from 'node:crypto';
import { findRecordOwner, removeInstanceRecord, writeInstanceRecord } from './instance-record.ts';
import type { InstanceServer } from './instance-server.ts';
import { createSocketAddress, type LocalSocketAddress } from './local-socket-address.ts';

interface InstancePublisher {
  publish(): Promise<void>;
  /** Publishes again what was deleted; simultaneous calls share one publication. The lock of the folder must be held and in place. */
  verify(): Promise<void>;
  /** Removes the record, so that no further process connects. */
  withdraw(): Promise<void>;
  /** Frees the address, at which the next owner will listen. Must be called before the lock is released. */
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
    // The first publication may still be running or may have failed.
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
