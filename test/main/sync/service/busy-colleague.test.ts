/**
 * (I36) Two people and a third program that writes work on one project of a workspace, under a simulated clock and with the real quotas of
 * the service, each on an element of their own: how long it takes until local edits are in the workspace, and edits of others here.
 * `TALEPORT_ROUNDS=full` runs ten minutes of it.
 */
import { afterEach, describe, expect, test } from 'vitest';
import { cases, rounds } from '../../../rounds.ts';
import { HostedWorkspace } from './hosted-workspace.ts';

const open: HostedWorkspace[] = [];
afterEach(async () => {
  for (const hosted of open.splice(0)) await hosted.close();
});

/** Milliseconds. */
const tick = 250;
const ticksPerEdit = 5000 / tick;

class Edits {
  /** The values that were set, each greater than the one before it, and when. */
  readonly #made: { readonly x: number; readonly at: number }[] = [];
  /** Milliseconds. */
  readonly delays: number[] = [];

  add(x: number, at: number): void {
    this.#made.push({ x, at });
  }

  /** A later value has replaced those before it. */
  noteArrived(x: number | undefined, now: number): void {
    for (let next = this.#made[this.delays.length]; x !== undefined && next && next.x <= x; next = this.#made[this.delays.length])
      this.delays.push(now - next.at);
  }

  /** The greatest delay of this share of the edits. */
  delayOf(share: number): number {
    const missing = this.#made.slice(this.delays.length).map(() => Number.POSITIVE_INFINITY);
    const sorted = [...this.delays, ...missing].sort((one, two) => one - two);
    return sorted[Math.ceil(sorted.length * share) - 1] ?? Number.POSITIVE_INFINITY;
  }
}

interface Work {
  readonly seats: number;
  /** `taleport`: reads as often as the same quota lets it. `program`: only writes. */
  readonly colleague: 'taleport' | 'program';
  /** Somebody exports all the time. */
  readonly exporter: 'none' | 'floods';
}

async function work({ seats, colleague, exporter }: Work, minutes: number) {
  const h = await HostedWorkspace.open(seats);
  open.push(h);
  const hash = await h.addSyncedProject('Busy', 3);
  const { remoteHash } = h.status(hash);
  const other = colleague === 'taleport' ? h.openColleague() : undefined;
  await other?.connect();
  const otherHash = other && (await h.during(other.sync.add('Team', remoteHash))).hash;
  await h.clock.advance(120_000);
  const [mine = '', theirs = '', third = ''] = [...h.remote.engine.getProject(remoteHash).recordsOfKind('element')].map(({ id }) => id);
  const sent = new Edits();
  let received = new Edits();
  const edit = (of: Pick<HostedWorkspace['localEngine'], 'execute'>, where: string, id: string, x: number) =>
    of.execute(where, { do: 'change', kind: 'element', id, fields: { x } }, 'user');
  const note = () => {
    sent.noteArrived(h.remote.engine.getProject(remoteHash).find('element', mine)?.x, h.clock.now);
    received.noteArrived(h.localEngine.getProject(hash).find('element', third)?.x, h.clock.now);
  };
  const editNow = (at: number) => {
    const x = 100 + at;
    switch (at % ticksPerEdit) {
      case 0:
        edit(h.localEngine, hash, mine, x);
        return sent.add(x, h.clock.now);
      case 7:
        return other && otherHash ? edit(other.localEngine, otherHash, theirs, x) : edit(h.remote.engine, remoteHash, theirs, x);
      case 13:
        edit(h.remote.engine, remoteHash, third, x);
        return received.add(x, h.clock.now);
    }
  };
  // A program learns from the responses of a minute how much others use of the quota.
  const end = ((minutes + 1) * 60_000) / tick;
  const startedAt = h.clock.now;
  for (let at = 0; at < end + 120_000 / tick; at++) {
    if (at === 60_000 / tick) received = new Edits();
    if (at < end) editNow(at);
    if (exporter === 'floods' && at < end && at % 4 === 2) await h.remote.request({ method: 'GET', path: `/${remoteHash}/json` });
    await h.clock.advance(tick);
    note();
  }
  const programs = [h, ...(other ? [other] : [])];
  const secondMinute = h.requests.filter(({ at }) => at > startedAt + 60_000 && at <= startedAt + 120_000).map(({ request }) => request);
  return {
    secondMinute,
    sent,
    received,
    statuses: programs.flatMap(({ sync }) => sync.list().map(({ state, reports }) => ({ state, reports }))),
  };
}

/**
 * Milliseconds: the interval at which the quota of a workspace lets one of so many programs read a project for good (docs/sync.md). Where
 * somebody takes all that is left, that is one window, or two if the other one was first in the next.
 */
const readInterval = ({ seats, colleague, exporter }: Work): number =>
  exporter === 'floods' ? 2 * 61_000 : 61_000 / ((3 * seats) / (colleague === 'taleport' ? 2 : 1));

describe('beside people who work all the time', () => {
  test.each<Work>([
    { seats: 1, colleague: 'taleport', exporter: 'none' },
    { seats: 1, colleague: 'program', exporter: 'floods' },
    ...(rounds < 2
      ? []
      : ([
          { seats: 2, colleague: 'taleport', exporter: 'none' },
          { seats: 1, colleague: 'taleport', exporter: 'floods' },
          { seats: 2, colleague: 'program', exporter: 'none' },
          { seats: 2, colleague: 'taleport', exporter: 'floods' },
          { seats: 1, colleague: 'program', exporter: 'none' },
        ] as const)),
  ])('[I35, I36] $seats seats, colleague: $colleague, exporter: $exporter', async (circumstances) => {
    const { secondMinute, sent, received, statuses } = await work(circumstances, cases(1, 10));
    expect(sent.delayOf(0.9)).toBeLessThanOrEqual(2000);
    expect(sent.delayOf(1)).toBeLessThanOrEqual(5000);
    expect(received.delayOf(1)).toBeLessThanOrEqual(1.3 * readInterval(circumstances));
    // Where the quota is needed for edits, the list is only requested before a whole read, and there is none in this minute.
    if (circumstances.seats === 1 && circumstances.colleague === 'taleport') expect(secondMinute).not.toContain('GET /workspace/projects');
    expect(statuses).toEqual(statuses.map(() => ({ state: 'synced', reports: 0 })));
  });
});
