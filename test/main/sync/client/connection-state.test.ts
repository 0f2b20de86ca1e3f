/** The connection to a workspace as a table: from which state, by which event, to which state. And what shows that its key is accepted. */
import { describe, expect, test } from 'vitest';
import { systemTimer } from '../../../../main/platform/timer.ts';
import { RemoteKeys } from '../../../../main/sync/client/remote-keys.ts';
import {
  type ConnectionEvent,
  type ConnectionState,
  nextConnectionState,
  RemoteWorkspace,
} from '../../../../main/sync/client/remote-workspace.ts';
import { RemoteUnavailableError } from '../../../../main/sync/protocol/remote-api.ts';
import type { SendResult, SyncRequest } from '../../../../main/sync/protocol/sync-request.ts';
import { verbatim } from '../../../../shared/messages/message.ts';
import { createMemoryKeyValueStore } from '../../../memory-key-value-store.ts';
import { createWaitClock } from '../../../test-environment.ts';

const now = 1_000_000;
const reason = verbatim('No.');
const ready: ConnectionState = { type: 'ready' };
const offline: ConnectionState = { type: 'offline', reason, until: now, failures: 3 };
const needsKey: ConnectionState = { type: 'needsKey', reason };
const keyRejected: ConnectionState = { type: 'keyRejected', reason, until: now };
const noResponse: ConnectionEvent = { type: 'noResponse', reason, now };
const rejection: ConnectionEvent = { type: 'keyRejected', reason, now };

describe('the connection to a workspace', () => {
  test.each<readonly [from: ConnectionState, event: ConnectionEvent, to: object]>([
    [ready, noResponse, { type: 'offline', until: now + 5000, failures: 1 }],
    [offline, noResponse, { type: 'offline', until: now + 40_000, failures: 4 }],
    [{ ...offline, failures: 30 }, noResponse, { type: 'offline', until: now + 300_000 }],
    [offline, { type: 'response' }, ready],
    [ready, rejection, { type: 'keyRejected', until: now + 30_000 }],
    [keyRejected, rejection, { type: 'keyRejected', until: now + 300_000 }],
    [keyRejected, { type: 'response' }, ready],
    [keyRejected, { type: 'keyFound' }, ready],
    [needsKey, { type: 'keyFound' }, ready],
    [ready, { type: 'keyMissing', reason }, needsKey],
    [
      { ...offline, until: now + 90_000 },
      { type: 'userActive', now },
      { type: 'offline', until: now + 5000, failures: 3 },
    ],
  ])('%# from %o by %o', (from, event, to) => {
    expect(nextConnectionState(from, event)).toMatchObject(to);
  });

  test.each<readonly [state: ConnectionState, event: ConnectionEvent]>([
    [ready, { type: 'response' }],
    [ready, { type: 'keyFound' }],
    [ready, { type: 'userActive', now }],
    [{ ...offline, until: now + 1 }, noResponse],
    [{ ...keyRejected, until: now + 1 }, rejection],
    [
      { ...offline, until: now + 1 },
      { type: 'userActive', now },
    ],
    [needsKey, { type: 'response' }],
    [needsKey, noResponse],
    [needsKey, rejection],
  ])('%# nothing changes in %o by %o', (state, event) => {
    expect(nextConnectionState(state, event)).toBe(state);
  });
});

describe('a key counts as accepted', () => {
  const request: SyncRequest = {
    operation: { type: 'remove', kind: 'note', id: '1' },
    ...{ route: 'removeNote', method: 'DELETE', path: '/abc/note/1' },
    expected: [],
  };
  /** A workspace that answers a read and a write in this way, before which its key was loaded. */
  async function answering({ read, write }: { read?: RemoteUnavailableError; write?: SendResult }) {
    const unused = () => Promise.reject(new Error('unused'));
    const row = {
      name: 'Team',
      url: 'https://team.example',
      keyIn: 'environment',
      variable: 'KEY',
      permissions: null,
      capabilities: {},
    } as const;
    const workspace = new RemoteWorkspace(row, {
      connect: () => ({
        list: async () => {
          if (read) throw read;
          return [];
        },
        send: async () => write ?? { type: 'noResponse' },
        ...{ read: unused, create: unused, remove: unused, close: async () => undefined, files: () => expect.fail() },
      }),
      keys: new RemoteKeys({ store: undefined, env: () => 'key', log: (line) => expect.fail(line) }),
      keyValueStore: createMemoryKeyValueStore(),
      timer: systemTimer,
      clock: createWaitClock(() => now),
      localHashOf: () => undefined,
      urgencyOf: () => 'poll',
      whileWaiting: (_, task) => task(),
      ...{ saveRow: () => undefined, onListed: () => undefined, onConnectionChange: () => undefined },
    });
    await workspace.loadKey();
    if (write) await workspace.send(request);
    else await workspace.list(0).catch((error) => expect(error).toBe(read));
    await workspace.close();
    return workspace.isVerified;
  }
  const written = (status: number): SendResult => ({ type: 'response', status, json: {} });

  test('after a read or a write that was done', async () => {
    expect([await answering({}), await answering({ write: written(200) })]).toEqual([true, true]);
  });

  test('but not after what may be answered before it is checked: a rate limit, a failure, a firewall', async () => {
    const limit = new RemoteUnavailableError(reason, { status: 429, retryAt: now });
    const refusals = [429, 503].map(written);
    const foreign: SendResult = { type: 'response', status: 403, json: null, isForeign: true };
    expect(await answering({ read: limit })).toBe(false);
    for (const write of [...refusals, foreign]) expect(await answering({ write })).toBe(false);
  });
});
