/** Runs one seed from start to end and checks the invariants; used by the tests, the soak and the planted bugs. */
import { requiredIds } from '../../../main/sync/plan/merge-trees.ts';
import { differences, labelDifferences } from './nothing-lost.ts';
import { type Circumstances, StoryOnTwoSides } from './seeded.ts';

/** What happens in the run of a new seed. */
export const circumstancesOf = (seed: number): Circumstances => ({
  stops: seed % 4 === 0,
  jumps: seed % 3 === 0,
  colleague: seed % 5 < 2,
  exhausted: seed % 7 < 3,
  verifies: seed % 11 < 4,
  languages: seed % 6 === 1,
  joins: seed % 8 === 2,
  uploads: seed % 5 === 3,
  firewalls: seed % 8 === 5,
  copies: seed % 8 === 7,
  moves: seed % 8 === 1 || seed % 8 === 6,
});

/** [I19] Compared directly, without the functions of sync. */
function lostExtraFields({ localProject, remoteProject }: StoryOnTwoSides): string[] {
  return [...remoteProject.records()].flatMap(({ id, extra }) => {
    const m = localProject.get(id);
    return m && extra && JSON.stringify(m.extra) !== JSON.stringify(extra) ? [`[I19] ${id} lacks ${JSON.stringify(extra)}`] : [];
  });
}

/** [I1] What both sides agreed on is whole: no record in it lacks one that it cannot exist without. */
const orphansInBase = ({ rows: { base } }: StoryOnTwoSides): string[] =>
  [...base.records()]
    .filter((record) => [...requiredIds(record)].some((id) => !base.has(id)))
    .map(({ id }) => `[I1] ${id} is in the base without what it belongs to`);

/** [I28] Where nothing is left to do, only what the remote cannot have keeps a stop from being accepted. */
const needlesslyListed = (story: StoryOnTwoSides): string[] =>
  story
    .listLocalOnly()
    .filter(({ reason }) => !(reason === 'held' && story.held.size > 0) && story.refused.size === 0)
    .map(({ reason, record }) => `[I28] ${record} is listed as ${reason} although both sides are equal`);

interface SimulationOptions extends Circumstances {
  readonly steps?: number;
  readonly shown?: number;
}

/** Returns the trace of the run. Throws with the end of the trace and with every violation. */
export async function simulate(
  seed: number,
  { steps = 100, shown = 60, ...circumstances }: SimulationOptions = {},
): Promise<readonly string[]> {
  const story = await StoryOnTwoSides.start(seed, circumstances);
  const wrong: string[] = [];
  try {
    await story.runSteps(steps);
    await story.settle();
    const { watcher, remote } = story;
    wrong.push(
      ...differences({ localProject: story.localProject, remoteProject: story.freshlyRead, refused: story.refused, held: story.held })
        .filter((each) => !(each.includes(' extra/') && each.includes('null')))
        .map((each) => `[I1] ${each}`),
      ...labelDifferences(story.localProject, story.freshlyRead).map((each) => `[I27] ${each}`),
      ...lostExtraFields(story),
      ...orphansInBase(story),
      ...needlesslyListed(story),
      ...watcher.violations,
      ...watcher.unreported().map((id) => `[I4] ${id} was overwritten unread, and that is not reported`),
      ...watcher.unexpectedTwins().map((each) => `[I5] ${each}`),
      ...(remote.counts.idle === 1 ? [] : [`[I16] ${remote.counts.idle} requests for an idle poll`]),
    );
  } catch (error) {
    wrong.push(error instanceof Error ? (error.stack ?? error.message) : String(error));
  }
  if (wrong.length > 0)
    throw new Error(
      `seed ${seed} ${JSON.stringify({ ...story.behavior, ...circumstances })}:\n${story.trace.slice(-shown).join('\n')}\n${wrong.join('\n')}`,
    );
  await story.end();
  return story.trace;
}
