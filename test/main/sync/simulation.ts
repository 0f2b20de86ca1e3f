/** Runs one seed from start to end and checks the invariants; used by the tests, the soak and the planted bugs. */
import { differences, labelDifferences } from './nothing-lost.ts';
import { StoryOnTwoSides } from './seeded.ts';

/** [I19] Compared directly, without the functions of sync. */
function lostExtraFields({ localProject, remoteProject }: StoryOnTwoSides): string[] {
  return [...remoteProject.records()].flatMap(({ id, extra }) => {
    const m = localProject.get(id);
    return m && extra && JSON.stringify(m.extra) !== JSON.stringify(extra) ? [`[I19] ${id} lacks ${JSON.stringify(extra)}`] : [];
  });
}

/** Returns the trace of the run. Throws with the end of the trace and with every violation. */
export async function simulate(seed: number, { steps = 100, shown = 60 } = {}): Promise<readonly string[]> {
  const story = await StoryOnTwoSides.start(seed);
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
      ...watcher.violations,
      ...watcher.unreported().map((id) => `[I4] ${id} was overwritten unread, and that is not reported`),
      ...watcher.unexpectedTwins().map((each) => `[I5] ${each}`),
      ...(remote.counts.idle === 1 ? [] : [`[I16] ${remote.counts.idle} requests for an idle poll`]),
    );
  } catch (error) {
    wrong.push(error instanceof Error ? (error.stack ?? error.message) : String(error));
  }
  if (wrong.length > 0)
    throw new Error(`seed ${seed} ${JSON.stringify(story.behavior)}:\n${story.trace.slice(-shown).join('\n')}\n${wrong.join('\n')}`);
  await story.end();
  return story.trace;
}
