/**
 * What our own service tells over HTTP, read back: the engine's records for every kind, but for what no export holds. Unchanged projects read as
 * no change, and the same project read twice is the same.
 */
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openEngine } from '../../../../main/engine/engine.ts';
import { importStory } from '../../../../main/import/import-story.ts';
import { templateStory } from '../../../../main/import/templates.ts';
import { plan } from '../../../../main/mirror/plan/plan.ts';
import { templates } from '../../../../shared/ipc/calls.ts';
import type { AnyRecord } from '../../../../shared/kinds/all.ts';
import { Problem } from '../../../../shared/problem.ts';
import { Project } from '../../../../shared/project.ts';
import { withoutLabels } from '../../../../shared/rich-text/mentions.ts';
import { granted, type Wish, wishes } from '../../../any-commands.ts';
import { story } from '../../../build.ts';
import { leftOut, realFiles } from '../../../real-files.ts';
import { stillWorld } from '../../../world.ts';
import { type ServedRemote, serveRemote } from './served.ts';
import { untold, untoldFields } from './untold.ts';

let served: ServedRemote;
beforeAll(async () => {
  served = await serveRemote();
});
afterAll(() => served.close());

const byId = (records: Iterable<AnyRecord>) =>
  Object.fromEntries([...records].sort((one, two) => (one.id < two.id ? -1 : 1)).map((record) => [record.id, record]));

async function readBack(records: readonly AnyRecord[], base: Project): Promise<{ hash: string; again: AnyRecord[] }> {
  const hash = served.there.create(records);
  return { hash, again: [...(await served.remote.read(hash, base))] };
}

const stories: [string, () => Promise<AnyRecord[]>][] = [
  ...templates.map((name): [string, () => Promise<AnyRecord[]>] => [
    name,
    async () => (await importStory(templateStory(name, stillWorld(1)), { world: stillWorld(2) })).records,
  ]),
  ...realFiles().map(({ name, json }): [string, () => Promise<AnyRecord[]>] => [
    name,
    async () => (await importStory(json, { world: stillWorld(2), repair: true })).records,
  ]),
];

describe(`stories${leftOut}`, () => {
  test.each(stories)('%s, read before, reads as no change', async (_name, make) => {
    const records = await make();
    const { again } = await readBack(records, new Project(records));
    expect(byId(again)).toEqual(byId(records));
  });

  test.each(stories)(
    '%s, read for the first time, is what the engine has but for what no export tells; a second time it is the same',
    async (_name, make) => {
      const records = await make();
      const { hash, again } = await readBack(records, new Project());
      expect(untold(again)).toEqual(untold(records));
      const third = [...(await served.remote.read(hash, new Project(again)))];
      expect(byId(third)).toEqual(byId(again));
      const fourth = [...(await served.remote.read(hash, new Project()))];
      expect(byId(fourth)).toEqual(byId(again));
    },
  );
});

/** [G22] A mention shows the new name as soon as what it names is taken in by that name. */
const labelsAside = (told: unknown): unknown =>
  JSON.parse(JSON.stringify(told), (_key, value: unknown) => (typeof value === 'string' ? withoutLabels(value) : value));

const picks = (...numbers: number[]): number[] => [...numbers, ...Array.from({ length: 8 - numbers.length }, () => 0)];
/** What a title mentions is renamed. */
const foundOnce: [Wish[], Wish[]][] = [
  [
    [
      { do: 'create', kind: 'component', picks: picks() },
      { do: 'create', kind: 'element', picks: picks(0, 0, 0, 0, 0, 427) },
    ],
    [{ do: 'change', kind: 'component', picks: picks(399) }],
  ],
];

test('[I17] any story of any commands reads as no change, and a changed one as just that change', { timeout: 120_000 }, async () => {
  const engine = openEngine(null, stillWorld(9));
  let [asked, granted_] = [0, 0];
  await fc.assert(
    fc.asyncProperty(wishes(60), wishes(8), async (first, then) => {
      const { hash, project, send } = story(engine, stillWorld(10 + asked));
      const grant = (all: typeof first) => {
        for (const wish of all) {
          const command = granted(wish, project);
          if (!command) continue;
          asked++;
          try {
            send(command);
            granted_++;
          } catch (error) {
            if (!(error instanceof Problem)) throw error;
          }
        }
      };
      grant(first);
      const before = [...project.records()];
      const base = new Project(before);
      const unchanged = await readBack(before, base);
      expect(byId(unchanged.again)).toEqual(byId(before));
      grant(then);
      const { again } = await readBack([...project.records()], base);
      const theirs = new Project(again);
      // Attachments have no ids in an export: new ones have made up ones.
      expect(labelsAside(untold(again))).toEqual(labelsAside(untold([...project.records()])));
      for (const record of again)
        for (const field of untoldFields[record.kind] ?? [])
          if (base.has(record.id)) expect(record[field], `${record.id}.${field}`).toEqual(base.at(record.id)?.[field]);
      const { merged } = plan({ base, mine: base, theirs });
      expect(merged.questions).toEqual([]);
      engine.remove(hash);
    }),
    { numRuns: 25 * Number(process.env.TALEPORT_ROUNDS ?? 1), examples: foundOnce },
  );
  expect(granted_ / asked).toBeGreaterThan(0.4);
});
