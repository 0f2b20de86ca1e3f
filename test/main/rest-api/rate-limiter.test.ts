import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openRateLimiter } from '../../../main/rest-api/rate-limiter.ts';
import type { KeyValueStore } from '../../../shared/contracts/key-value-store.ts';
import { createMemoryKeyValueStore } from '../../memory-key-value-store.ts';
import { cases } from '../../rounds.ts';

const second = 1_000_000;
/** 2026-01-01, as Unix seconds. */
const start = 1_767_225_600;

function clock() {
  let now = start * second;
  let wallShift = 0;
  return {
    environment: {
      now: () => now + wallShift,
      monotonicNow: () => Math.floor(now / 1000),
      awakeNow: () => Math.floor(now / 1000),
      newId: () => '',
      random: () => 0,
    },
    pass: (seconds: number) => {
      now += seconds * second;
    },
    setWallClock: (seconds: number) => {
      wallShift = seconds * second;
    },
  };
}
function opened(keyValueStore: KeyValueStore = createMemoryKeyValueStore()) {
  const { environment, pass, setWallClock } = clock();
  const quotas = openRateLimiter(keyValueStore, environment);
  /** How many of these requests are accepted. */
  const letIn = (many: number, seats = 1, transfer = false, workspace = 'local') =>
    Array.from({ length: many }, () => quotas.consume(workspace, seats, transfer)).filter(({ isAllowed }) => isAllowed).length;
  return { quotas, pass, letIn, environment, setWallClock };
}

describe('[Limits]', () => {
  it('60 requests a minute for each seat', () => {
    expect(opened().letIn(100, 1)).toBe(60);
    expect(opened().letIn(200, 3)).toBe(180);
  });

  it('3 imports and exports a minute for each seat; they count in both quotas', () => {
    const { letIn } = opened();
    expect(letIn(10, 2, true)).toBe(6);
    expect(letIn(200, 2)).toBe(114);
  });

  it('[Limits 1] a trial without seats has those of one', () => {
    expect(opened().letIn(100, 0)).toBe(60);
    expect(opened().letIn(100, 0, true)).toBe(3);
  });

  it('[Limits 1] workspaces do not share them', () => {
    const { letIn } = opened();
    expect([letIn(70, 1, false, 'one'), letIn(70, 1, false, 'two')]).toEqual([60, 60]);
  });

  it('[Limits 2] with the quota of imports and exports used up, other requests are still accepted', () => {
    const { letIn } = opened();
    expect([letIn(5, 1, true), letIn(5, 1)]).toEqual([3, 5]);
  });

  it('[Limits 3] a window of 60 seconds starts at its first counted request', () => {
    const { quotas, letIn, pass } = opened();
    letIn(1);
    pass(59);
    expect(letIn(100)).toBe(59);
    pass(0.999_999);
    expect(quotas.consume('local', 1, false).isAllowed).toBe(false);
    pass(0.000_001);
    expect(letIn(100)).toBe(60);
  });

  it('[Limits 3] rejected requests count in neither quota', () => {
    const { letIn, pass } = opened();
    expect(letIn(60)).toBe(60);
    expect(letIn(50, 1, true)).toBe(0);
    pass(60);
    expect(letIn(3, 1, true)).toBe(3);
    expect(letIn(100, 1, true)).toBe(0);
    expect(letIn(100)).toBe(57);
  });

  it('[Limits 4] a passing response contains the limit and the remainder of the lower quota', () => {
    const { quotas } = opened();
    expect(quotas.consume('local', 2, false)).toEqual({
      isAllowed: true,
      headers: { 'X-RateLimit-Limit': '120', 'X-RateLimit-Remaining': '119' },
    });
    expect(quotas.consume('local', 2, true)).toEqual({
      isAllowed: true,
      headers: { 'X-RateLimit-Limit': '6', 'X-RateLimit-Remaining': '5' },
    });
    for (let at = 0; at < 114; at++) quotas.consume('local', 2, false);
    expect(quotas.consume('local', 2, true).headers).toEqual({ 'X-RateLimit-Limit': '120', 'X-RateLimit-Remaining': '3' });
  });

  it('[Limits 5] a rejected response contains the time to retry', () => {
    const { quotas, letIn, pass } = opened();
    letIn(60);
    pass(20.5);
    expect(quotas.consume('local', 1, false)).toEqual({
      isAllowed: false,
      headers: { 'Retry-After': '40', 'X-RateLimit-Reset': String(start + 60) },
    });
    pass(39.4);
    expect(quotas.consume('local', 1, false).headers['Retry-After']).toBe('1');
  });

  it('[Limits 5] with both exhausted it is the longest wait', () => {
    const { quotas, letIn, pass } = opened();
    letIn(57);
    pass(30);
    letIn(3, 1, true);
    expect(quotas.consume('local', 1, true).headers).toEqual({ 'Retry-After': '60', 'X-RateLimit-Reset': String(start + 90) });
    expect(quotas.consume('local', 1, false).headers).toEqual({ 'Retry-After': '30', 'X-RateLimit-Reset': String(start + 60) });
  });

  it('additional seats count immediately', () => {
    const { letIn } = opened();
    expect([letIn(100, 1), letIn(100, 2), letIn(100, 1)]).toEqual([60, 60, 0]);
  });

  it('[I34] setting the wall clock back or ahead neither delays a request nor lets more through', () => {
    for (const shift of [-3600, 3600]) {
      const { quotas, letIn, pass, setWallClock } = opened();
      letIn(60);
      setWallClock(shift);
      expect(quotas.consume('local', 1, false).headers).toEqual({ 'Retry-After': '60', 'X-RateLimit-Reset': String(start + shift + 60) });
      pass(60);
      expect(letIn(100)).toBe(60);
    }
  });
});

describe('[G16] windows survive a restart', () => {
  it('also a restart right after a burst', () => {
    const keyValueStore = createMemoryKeyValueStore();
    const { quotas, letIn, environment } = opened(keyValueStore);
    letIn(50);
    quotas.close();
    const reopened = openRateLimiter(keyValueStore, environment);
    expect(Array.from({ length: 20 }, () => reopened.consume('local', 1, false).isAllowed).filter(Boolean)).toHaveLength(10);
  });

  it('they are written at most once a second', () => {
    const inner = createMemoryKeyValueStore();
    let writes = 0;
    const keyValueStore: KeyValueStore = {
      ...inner,
      put: (entries) => {
        writes++;
        inner.put(entries);
      },
    };
    const { quotas, letIn, pass } = opened(keyValueStore);
    for (let at = 0; at < 100; at++) {
      letIn(1, 10, false, at % 2 ? 'one' : 'two');
      pass(0.1);
    }
    quotas.close();
    expect(writes).toBeLessThanOrEqual(11);
    expect(inner.list().map(({ id, value }) => [id, Object(value).all.count])).toEqual([
      ['one', 50],
      ['two', 50],
    ]);
    writes = 0;
    quotas.close();
    expect(writes).toBe(0);
  });

  it('requests are answered while their count cannot be stored, and it is stored as soon as it can be', () => {
    const keyValueStore = createMemoryKeyValueStore();
    let isFull = true;
    const store: KeyValueStore = {
      ...keyValueStore,
      put(entries) {
        if (isFull) throw new Error('The disk is full');
        keyValueStore.put(entries);
      },
    };
    const { quotas, letIn, environment } = opened(store);
    expect(letIn(30)).toBe(30);
    quotas.close();
    isFull = false;
    quotas.close();
    const reopened = openRateLimiter(store, environment);
    expect(Array.from({ length: 60 }, () => reopened.consume('local', 1, false).isAllowed).filter(Boolean)).toHaveLength(30);
  });

  it('a killed process forgets no more than the last second', () => {
    const keyValueStore = createMemoryKeyValueStore();
    const { letIn, pass, environment } = opened(keyValueStore);
    letIn(30);
    pass(1);
    letIn(1);
    const reopened = openRateLimiter(keyValueStore, environment);
    expect(Array.from({ length: 60 }, () => reopened.consume('local', 1, false).isAllowed).filter(Boolean)).toHaveLength(29);
  });
});

it('property: no window of a minute admits more than its quota', () => {
  const step = fc.record({
    wait: fc.integer({ min: 0, max: 20 }),
    many: fc.integer({ min: 1, max: 40 }),
    transfer: fc.boolean(),
    restart: fc.boolean(),
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      const keyValueStore = createMemoryKeyValueStore();
      const { environment, pass } = clock();
      let quotas = openRateLimiter(keyValueStore, environment);
      const model = { all: { from: -1e9, used: 0 }, transfer: { from: -1e9, used: 0 } };
      let now = 0;
      for (const { wait, many, transfer, restart } of steps) {
        pass(wait);
        now += wait;
        if (restart) {
          quotas.close();
          quotas = openRateLimiter(keyValueStore, environment);
        }
        for (let at = 0; at < many; at++) {
          const counted = [{ held: model.all, limit: 60 }, ...(transfer ? [{ held: model.transfer, limit: 3 }] : [])];
          for (const { held } of counted) if (now - held.from >= 60) held.used = 0;
          const expected = counted.every(({ held, limit }) => held.used < limit);
          const { isAllowed, headers } = quotas.consume('local', 1, transfer);
          expect(isAllowed).toBe(expected);
          if (!isAllowed) expect(Number(headers['Retry-After'])).toBeGreaterThanOrEqual(1);
          else
            for (const { held } of counted) {
              if (held.used === 0) held.from = now;
              held.used++;
            }
        }
      }
    }),
    { numRuns: cases(200) },
  );
});
