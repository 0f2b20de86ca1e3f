/** One served remote for the tests of a file, and the synced projects that each test opens of it. */
import { afterAll, afterEach, beforeAll } from 'vitest';
import type { AnyRecord } from '../../../../shared/model/kinds/kinds.ts';
import { type ServedRemote, serveRemote } from './served-project.ts';
import { type ClientOptions, SyncedFixture } from './synced-fixture.ts';

interface SyncedFixtures {
  /** Opened before the first test, closed after the last one. */
  readonly served: ServedRemote;
  /** Syncs a project of the remote; closed after the test. */
  open(remoteHash: string, options?: ClientOptions): Promise<SyncedFixture>;
  /** The same of a new project with these records. */
  openNew(records: readonly AnyRecord[], options?: ClientOptions): Promise<SyncedFixture>;
}

export function openSyncedFixtures(): SyncedFixtures {
  let served: ServedRemote | undefined;
  const open: SyncedFixture[] = [];
  beforeAll(async () => {
    served = await serveRemote();
  });
  afterEach(async () => {
    for (const each of open.splice(0)) await each.close();
  });
  afterAll(async () => await served?.close());
  return {
    get served() {
      if (!served) throw new Error('The remote is served from the first test on.');
      return served;
    },
    async open(remoteHash, options) {
      const synced = await SyncedFixture.of(this.served, remoteHash, options);
      open.push(synced);
      return synced;
    },
    async openNew(records, options) {
      return await this.open(this.served.fakeRemote.createProject(records), options);
    },
  };
}
