/** The request budget of a workspace: never exceeded in any 60 seconds, by any caller, across restarts. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  applyReportedQuota,
  closeBudget,
  createBudget,
  estimateDuration,
  mostUrgent,
  nextSendTime,
  RequestQueue,
  rateLimitsFor,
  type SentRequest,
  spendBudget,
  type Urgency,
} from '../../../../main/sync/client/request-queue.ts';
import { createMemoryKeyValueStore } from '../../../memory-key-value-store.ts';
import { cases } from '../../../rounds.ts';
import { createWaitClock } from '../../../test-environment.ts';

const urgencies: readonly Urgency[] = ['user', 'push', 'poll', 'background'];

describe('the budget', () => {
  test('[I9] holds in every window of 60 seconds, across restarts', () => {
    const asks = fc.array(
      fc.record({ wait: fc.nat(8000), urgency: fc.constantFrom(...urgencies), transfer: fc.boolean(), restart: fc.boolean() }),
      {
        minLength: 100,
        maxLength: 300,
      },
    );
    fc.assert(
      fc.property(asks, fc.integer({ min: 1, max: 3 }), (list, seats) => {
        const limits = rateLimitsFor(seats);
        let budget = createBudget(limits);
        let now = 1_000_000;
        const all: SentRequest[] = [];
        for (const { wait, urgency, transfer, restart } of list) {
          if (restart) budget = createBudget(limits, JSON.parse(JSON.stringify(budget.sent)) as SentRequest[], budget.closedUntil);
          now = Math.max(now + wait * (seats === 1 ? 0.1 : 0.01), nextSendTime(budget, now, urgency, transfer));
          budget = spendBudget(budget, now, transfer);
          all.push({ at: now, transfer });
        }
        for (const { at } of all) {
          const inWindow = all.filter((each) => each.at >= at && each.at < at + 60_000);
          expect(inWindow.length).toBeLessThanOrEqual(limits.all);
          expect(inWindow.filter((each) => each.transfer).length).toBeLessThanOrEqual(limits.transfers);
        }
      }),
      { numRuns: cases(200) },
    );
  });

  test('a fifth is reserved for actions of the user', () => {
    let budget = createBudget(rateLimitsFor(1));
    for (let sent = 0; sent < 48; sent++) budget = spendBudget(budget, 0);
    expect(nextSendTime(budget, 0, 'push')).toBe(61_000);
    expect(nextSendTime(budget, 0, 'user')).toBe(0);
    for (let sent = 48; sent < 60; sent++) budget = spendBudget(budget, 10);
    expect(nextSendTime(budget, 10, 'user')).toBe(61_000);
  });

  test('a 429 stops all requests until Retry-After, the longest one applies, and the default is one window', () => {
    const budget = closeBudget(createBudget(rateLimitsFor(1)), 1000, 17);
    for (const urgency of urgencies) expect(nextSendTime(budget, 1000, urgency)).toBe(18_000);
    expect(closeBudget(budget, 1000, 5).closedUntil).toBe(18_000);
    expect(closeBudget(budget, 1000, undefined).closedUntil).toBe(62_000);
  });

  test('imports and exports have a window of their own and also count in the other', () => {
    let budget = createBudget(rateLimitsFor(1));
    for (const at of [0, 1000]) budget = spendBudget(budget, at, true);
    expect(nextSendTime(budget, 2000, 'poll', true)).toBe(61_000);
    expect(nextSendTime(budget, 2000, 'user', true)).toBe(2000);
    expect(nextSendTime(budget, 2000, 'poll')).toBe(2000);
    expect(budget.sent).toHaveLength(2);
  });

  test('use by other clients is read from the response', () => {
    const budget = applyReportedQuota(spendBudget(createBudget(rateLimitsFor(1)), 0), 0, 60, 2);
    expect(nextSendTime(budget, 0, 'push')).toBe(61_000);
    expect(nextSendTime(budget, 0, 'user')).toBe(0);
    expect(budget.sent).toHaveLength(58);
  });

  test('[I36] use by other clients does not count any more when the service begins a new window', () => {
    const full = applyReportedQuota(spendBudget(createBudget(rateLimitsFor(1)), 0), 0, 60, 0);
    expect(nextSendTime(full, 0, 'user')).toBe(61_000);
    const renewed = applyReportedQuota(spendBudget(full, 5000), 5000, 60, 59);
    expect(renewed.sent).toHaveLength(2);
    expect(nextSendTime(renewed, 5000, 'user')).toBe(5000);
  });

  test('[I36] a read because others have written is sent at once or not at all, and leaves requests for two edits', () => {
    const now = Date.UTC(2026, 0, 1);
    const queueAfter = (count: number) => {
      const queue = new RequestQueue({
        keyValueStore: createMemoryKeyValueStore(),
        id: 'budget/Team',
        timer: { after: () => () => undefined },
        clock: createWaitClock(() => now),
      });
      for (let sent = 0; sent < count; sent++) void queue.acquire(() => 'user');
      return queue;
    };
    const start = queueAfter(0).availableAt('user');
    for (const [sent, count, isAllowed] of [
      [52, 4, true],
      [53, 4, false],
      [55, 1, true],
      [56, 1, false],
    ] as const)
      expect(queueAfter(sent).pacedTransferAt('user', count) === start).toBe(isAllowed);
    expect(queueAfter(58).availableAt('user', false, 2)).toBe(start);
    expect(queueAfter(59).availableAt('user', false, 2)).toBe(start + 61_000);
  });

  test.each([1, 2])(
    '[I36] two clients with %i seats read the project once in a window each, whenever they began, and soon at equal intervals',
    (seats) => {
      const transfers = 3 * seats;
      const longestGaps = Array.from({ length: 13 }, (_, at) => at * 5000).map((offset) => {
        let now = Date.UTC(2026, 0, 1);
        const end = now + 20 * 60_000;
        const clock = createWaitClock(() => now);
        // [Limits] as the service counts: a window begins with its first transfer.
        let window = { at: 0, count: 0 };
        const clients = [0, offset].map((delay) => {
          const queue = new RequestQueue({
            keyValueStore: createMemoryKeyValueStore(),
            id: 'budget/Team',
            timer: { after: () => () => undefined },
            clock,
          });
          queue.applyQuota(60 * seats, 60 * seats - 1, false);
          return { queue, beginsAt: now + delay, reads: [] as number[] };
        });
        for (; now < end; now += 500)
          for (const { queue, beginsAt, reads } of clients) {
            if (now < beginsAt || queue.pacedTransferAt('user', 1) > clock.now()) continue;
            void queue.acquire(() => 'user', true);
            if (now >= window.at + 60_000) window = { at: now, count: 0 };
            if (window.count < transfers) {
              window.count++;
              reads.push(now);
              queue.applyQuota(transfers, transfers - window.count, true);
            } else queue.applyRateLimit(Math.ceil((window.at + 60_000 - now) / 1000), true);
          }
        return clients.map(({ reads }) => {
          const gaps = reads.slice(1).map((read, at) => read - (reads[at] ?? read));
          return { longest: Math.max(...gaps), late: gaps.filter((gap) => gap > 61_000 / (1.5 * seats) + 1000).length };
        });
      });
      const all = longestGaps.flat();
      expect(Math.max(...all.map(({ longest }) => longest))).toBeLessThanOrEqual(61_000);
      expect(Math.max(...all.map(({ late }) => late))).toBeLessThanOrEqual(3);
    },
  );

  test('the remaining time is estimated', () => {
    expect(estimateDuration(createBudget(rateLimitsFor(1)), 0, 48, 'push')).toBe(0);
    expect(estimateDuration(createBudget(rateLimitsFor(1)), 0, 100, 'push')).toBe(122_000);
    expect(estimateDuration(createBudget(rateLimitsFor(10)), 0, 100, 'push')).toBe(0);
  });

  test('the user has priority, then whoever has waited longest', () => {
    const waiting = [
      { urgency: 'poll', since: 1 },
      { urgency: 'push', since: 3 },
      { urgency: 'push', since: 2 },
    ] as const;
    expect(mostUrgent(waiting)).toEqual({ urgency: 'push', since: 2 });
    expect(mostUrgent([...waiting, { urgency: 'user', since: 9 } as const])?.urgency).toBe('user');
    expect(mostUrgent([])).toBeUndefined();
  });

  test('[I34] setting the wall clock neither blocks requests nor lets more through, across restarts', async () => {
    for (const shift of [-24, 24]) {
      const keyValueStore = createMemoryKeyValueStore();
      const time = { now: Date.UTC(2026, 0, 1), wallShift: 0 };
      const open = () =>
        new RequestQueue({
          keyValueStore,
          id: 'budget/Team',
          timer: { after: () => () => undefined },
          clock: createWaitClock(
            () => time.now,
            () => time,
          ),
        });
      const queue = open();
      const wait = (of: RequestQueue) => of.availableAt('user') - createWaitClock(() => time.now).now();
      for (let sent = 0; sent < 60; sent++) await queue.acquire(() => 'user');
      time.wallShift += shift * 3_600_000;
      expect([wait(queue)]).toEqual([61_000]);
      queue.applyRateLimit(600, false);
      time.now += 1000;
      expect([wait(queue), wait(open())]).toEqual([599_000, 599_000]);
      time.wallShift += shift * 3_600_000;
      expect(wait(open())).toBe(599_000);
    }
  });
});
