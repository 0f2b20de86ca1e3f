/** What our own service tells over HTTP, read back: the engine's records for every kind, but for what no export holds. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { importStory } from '../../../../main/import/import-story.ts';
import { templateStory } from '../../../../main/import/templates.ts';
import { templates } from '../../../../shared/ipc.ts';
import type { AnyRecord } from '../../../../shared/kinds/all.ts';
import { Project } from '../../../../shared/project.ts';
import { leftOut, realFiles } from '../../../real-files.ts';
import { stillWorld } from '../../../world.ts';
import { type ServedRemote, serveRemote } from './served.ts';

let served: ServedRemote;
beforeAll(async () => {
  served = await serveRemote();
});
afterAll(() => served.close());

const byId = (records: Iterable<AnyRecord>): Map<string, AnyRecord> => new Map([...records].map((record) => [record.id, record]));

async function readBack(records: readonly AnyRecord[], base: Project): Promise<AnyRecord[]> {
  const hash = served.there.create(records);
  return [...(await served.remote.read(hash, base))];
}

describe('a project that was read before', () => {
  test.each(templates)('%s reads as no change', async (name) => {
    const { records } = await importStory(templateStory(name, stillWorld(1)), { world: stillWorld(2) });
    const again = await readBack(records, new Project(records));
    expect(Object.fromEntries(byId(again))).toEqual(Object.fromEntries(byId(records)));
  });

  test.each(realFiles())(`$name reads as no change${leftOut}`, async ({ json }) => {
    const { records } = await importStory(json, { world: stillWorld(2), repair: true });
    const again = await readBack(records, new Project(records));
    expect(Object.fromEntries(byId(again))).toEqual(Object.fromEntries(byId(records)));
  });
});
