/** [Backups 3] Thinning does not depend on the time zone, on daylight saving or on journeys (ADR 0471). Each zone needs a process of its own. */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, test } from 'vitest';

const moduleUrl = pathToFileURL(join(import.meta.dirname, '../../../main/backups/prune-backups.ts')).href;
/** With clocks that are set forward and back in both hemispheres, by half an hour, at midnight, and not at all. */
const zones = [
  'UTC',
  'Europe/Berlin',
  'America/Los_Angeles',
  'Australia/Lord_Howe',
  'America/Santiago',
  'Pacific/Kiritimati',
  'Asia/Kolkata',
] as const;

/** Microseconds. */
const minute = 60 * 1e6;
const day = 24 * 60 * minute;

interface Backup {
  readonly id: string;
  readonly at: number;
  readonly reason: 'changes';
}
const halfHourly = (from: number, to: number): Backup[] =>
  Array.from({ length: Math.floor((to - from) / (30 * minute)) }, (_, index) => {
    const at = from + index * 30 * minute;
    return { id: `b${at}`, at, reason: 'changes' };
  });

/** Thins at each of these times what the zone before has left; returns the ids and the offset of the zone, in minutes. */
function thinIn(zone: string, backups: readonly Backup[], times: readonly number[]): { readonly ids: string[]; readonly offset: number } {
  const script = `
    import { pruneBackups } from ${JSON.stringify(moduleUrl)};
    let text = '';
    for await (const chunk of process.stdin) text += chunk;
    const { backups, times } = JSON.parse(text);
    let kept = [];
    let last = -Infinity;
    for (const now of times) {
      kept = pruneBackups([...kept, ...backups.filter(({ at }) => at > last && at <= now)], now, { maxBytes: Infinity, bytesOf: () => 0 });
      last = now;
    }
    console.log(JSON.stringify({ ids: kept.map(({ id }) => id), offset: new Date(times[0] / 1000).getTimezoneOffset() }));`;
  const output = execFileSync(process.execPath, ['--input-type=module', '-e', script], {
    env: { ...process.env, TZ: zone },
    input: JSON.stringify({ backups, times }),
    encoding: 'utf8',
  });
  return JSON.parse(output);
}

describe('[Backups 3] thinning over a change of the clocks', () => {
  test.each([
    ['back in Europe', Date.UTC(2026, 9, 25, 1)],
    ['back in America', Date.UTC(2026, 10, 1, 9)],
    ['forward in Europe', Date.UTC(2026, 2, 29, 1)],
    ['forward on Lord Howe', Date.UTC(2026, 9, 3, 15, 30)],
    ['at midnight in Chile', Date.UTC(2026, 8, 6, 4)],
  ])('%s keeps the same ones in every zone', (_, change) => {
    const at = change * 1000;
    const backups = halfHourly(at - 3 * day, at + 2 * day);
    const times = [at, at + 30 * minute, at + 60 * minute, at + 90 * minute, at + day, at + 2 * day];
    const [first, ...others] = zones.map((zone) => thinIn(zone, backups, times));
    expect(new Set([first, ...others].map((each) => each?.offset)).size).toBeGreaterThan(3);
    for (const { ids } of others) expect(ids).toEqual(first?.ids);
    // Each hour of the last day: 24 whole ones, and the one that has begun.
    const lastDay = backups.filter((backup) => at + 2 * day - backup.at < day).map(({ id }) => id);
    expect(first?.ids.filter((id) => lastDay.includes(id)).length).toBeGreaterThanOrEqual(24);
  });

  test('a journey around the world removes nothing that a stay at home keeps', () => {
    const start = Date.UTC(2026, 9, 20) * 1000;
    const backups = halfHourly(start, start + 14 * day);
    const home = thinIn(
      'UTC',
      backups,
      Array.from({ length: 15 }, (_, index) => start + index * day),
    );
    let kept: readonly Backup[] = [];
    for (let index = 0; index <= 14; index += 1) {
      const now = start + index * day;
      const known = [...kept, ...backups.filter(({ at }) => at > now - day && at <= now)];
      const { ids } = thinIn(zones[index % zones.length] ?? 'UTC', known, [now]);
      kept = known.filter(({ id }) => ids.includes(id));
    }
    expect(new Set(kept.map(({ id }) => id))).toEqual(new Set(home.ids));
  });
});
