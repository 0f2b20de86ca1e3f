/**
 * What our own service returns over HTTP, read back: the engine's records for every kind, except for fields that no export contains. Unchanged projects read as
 * no change, and the same project read twice is the same.
 */
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openEngine } from '../../../../main/engine/engine.ts';
import { importStory } from '../../../../main/importers/import-story.ts';
import { createTemplateStory } from '../../../../main/importers/templates.ts';
import { planSync } from '../../../../main/sync/plan/plan-sync.ts';
import { projectTemplates } from '../../../../shared/contracts/ipc/project-calls.ts';
import type { AnyRecord } from '../../../../shared/model/kinds/kinds.ts';
import { Project } from '../../../../shared/model/project.ts';
import { stripMentionLabels } from '../../../../shared/rich-text/mentions.ts';
import { CommandTally } from '../../../command-tally.ts';
import { readHostedExports, skippedSuffix } from '../../../hosted-exports.ts';
import { type CommandSketch, commandSketches, toCommand } from '../../../random-commands.ts';
import { cases } from '../../../rounds.ts';
import { createTestStory } from '../../../story-builder.ts';
import { createTestEnvironment } from '../../../test-environment.ts';
import { exportedContent, fieldsNotExported } from './fields-not-exported.ts';
import { type ServedRemote, serveRemote } from './served-project.ts';

let served: ServedRemote;
beforeAll(async () => {
  served = await serveRemote();
});
afterAll(() => served.close());

const byId = (records: Iterable<AnyRecord>) =>
  Object.fromEntries([...records].sort((one, two) => (one.id < two.id ? -1 : 1)).map((record) => [record.id, record]));

async function readBack(records: readonly AnyRecord[], base: Project): Promise<{ hash: string; again: AnyRecord[] }> {
  const hash = served.fakeRemote.createProject(records);
  return { hash, again: [...(await served.remote.read(hash, base)).records] };
}

const stories: [string, () => Promise<AnyRecord[]>][] = [
  ...projectTemplates.map((name): [string, () => Promise<AnyRecord[]>] => [
    name,
    async () => (await importStory(createTemplateStory(name, createTestEnvironment(1)), { environment: createTestEnvironment(2) })).records,
  ]),
  ...readHostedExports().map(({ name, json }): [string, () => Promise<AnyRecord[]>] => [
    name,
    async () => (await importStory(json, { environment: createTestEnvironment(2), repair: true })).records,
  ]),
];

describe(`stories${skippedSuffix}`, () => {
  test.each(stories)('%s, read before, reads as no change', async (_name, make) => {
    const records = await make();
    const base = new Project(records);
    const { again } = await readBack(records, base);
    expect(byId(again)).toEqual(byId(records));
    // As the same objects, so that they are neither examined nor compared again.
    expect(again.filter((record) => base.get(record.id) !== record)).toEqual([]);
  });

  test.each(stories)(
    '%s, read for the first time, equals the engine’s records except for what no export contains; a second time it is the same',
    async (_name, make) => {
      const records = await make();
      const { hash, again } = await readBack(records, new Project());
      expect(exportedContent(again)).toEqual(exportedContent(records));
      const third = [...(await served.remote.read(hash, new Project(again))).records];
      expect(byId(third)).toEqual(byId(again));
      const fourth = [...(await served.remote.read(hash, new Project())).records];
      expect(byId(fourth)).toEqual(byId(again));
    },
  );
});

/** [G22] A mention shows the new name once the renamed record has been read. */
const labelsAside = (exported: unknown): unknown =>
  JSON.parse(JSON.stringify(exported), (_key, value: unknown) => (typeof value === 'string' ? stripMentionLabels(value) : value));

const picks = (...numbers: number[]): number[] => [...numbers, ...Array.from({ length: 8 - numbers.length }, () => 0)];
/** A record that a title mentions is renamed. */
const foundOnce: [CommandSketch[], CommandSketch[]][] = [
  [
    [
      { do: 'create', kind: 'component', picks: picks() },
      { do: 'create', kind: 'element', picks: picks(0, 0, 0, 0, 0, 427) },
    ],
    [{ do: 'change', kind: 'component', picks: picks(399) }],
  ],
];

test('[I17] any story of any commands reads as no change, and a changed one as just that change', async () => {
  const engine = openEngine(null, createTestEnvironment(9));
  const tally = new CommandTally();
  let environment = 10;
  await fc.assert(
    fc.asyncProperty(commandSketches(60), commandSketches(8), async (first, then) => {
      tally.startCase();
      const { hash, project, send } = createTestStory(engine, createTestEnvironment(environment++));
      const grant = (all: typeof first) => {
        for (const wish of all) {
          const command = toCommand(wish, project);
          if (command) tally.attempt(() => send(command));
        }
      };
      grant(first);
      const before = [...project.records()];
      const base = new Project(before);
      const unchanged = await readBack(before, base);
      expect(byId(unchanged.again)).toEqual(byId(before));
      grant(then);
      const { again } = await readBack([...project.records()], base);
      const remote = new Project(again);
      // Exports contain no ids of attachments: new ones get provisional ids.
      expect(labelsAside(exportedContent(again))).toEqual(labelsAside(exportedContent([...project.records()])));
      for (const record of again)
        for (const field of fieldsNotExported[record.kind] ?? [])
          if (base.has(record.id)) expect(record[field], `${record.id}.${field}`).toEqual(base.get(record.id)?.[field]);
      const { mergeResult } = planSync({ base, local: base, remote });
      expect(mergeResult.conflicts).toEqual([]);
      engine.removeProject(hash);
    }),
    { numRuns: cases(25), examples: foundOnce },
  );
  tally.expectEnough();
});
