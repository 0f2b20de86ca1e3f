/** The connection to a workspace as a table: from which state, by which event, to which state. */
import { describe, expect, test } from 'vitest';
import { type ConnectionEvent, type ConnectionState, nextConnectionState } from '../../../../main/sync/client/remote-workspace.ts';
import { verbatim } from '../../../../shared/messages/message.ts';

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
