/** One seed from beginning to end, and everything that must hold for it: used by the tests, the soak and the planted bugs. */
import { differences } from './nothing-lost.ts';
import { StoryOnTwoSides } from './seeded.ts';

/** [I19] Compared without the mirror's own help. */
function unknownLost({ here, theirs }: StoryOnTwoSides): string[] {
  return [...theirs.records()].flatMap(({ id, extra }) => {
    const m = here.get(id);
    return m && extra && JSON.stringify(m.extra) !== JSON.stringify(extra) ? [`[I19] ${id} lacks ${JSON.stringify(extra)}`] : [];
  });
}

/** What happened, in sentences. Throws with the last of them, and with all that is wrong. */
export async function live(seed: number, { steps = 100, shown = 60 } = {}): Promise<readonly string[]> {
  const story = await StoryOnTwoSides.begin(seed);
  const wrong: string[] = [];
  try {
    await story.live(steps);
    await story.comeToRest();
    const { watcher, remote } = story;
    wrong.push(
      ...differences(story)
        .filter((each) => !(each.includes(' extra/') && each.includes('null')))
        .map((each) => `[I1] ${each}`),
      ...unknownLost(story),
      ...watcher.wrong,
      ...watcher.unreported().map((id) => `[I4] ${id} was overwritten unread, and that is not reported`),
      ...watcher.strangers().map((each) => `[I5] ${each}`),
      ...(remote.counts.idle === 1 ? [] : [`[I16] ${remote.counts.idle} requests for an idle poll`]),
    );
  } catch (error) {
    wrong.push(error instanceof Error ? (error.stack ?? error.message) : String(error));
  }
  if (wrong.length > 0)
    throw new Error(`seed ${seed} ${JSON.stringify(story.like)}:\n${story.trace.slice(-shown).join('\n')}\n${wrong.join('\n')}`);
  await story.end();
  return story.trace;
}
