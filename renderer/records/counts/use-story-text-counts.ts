/** The length of the story for components: computed in slices, and again when the story has not changed for a while. */
import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { openProjectStore } from '../../state/open-project.ts';
import { waitForIdle } from '../../state/run-in-slices.ts';
import { countStoryTexts, type StoryTextCounts } from './story-text-counts.ts';

/** A count that changes at every key press would only distract. */
const recountDelayMs = 400;

/** null while it is computed for the first time. */
export function useStoryTextCounts(): StoryTextCounts | null {
  const project = useStore(openProjectStore, (state) => state.project);
  const revision = useStore(openProjectStore, (state) => state.revision);
  const [counts, setCounts] = useState<StoryTextCounts | null>(null);
  const isFirst = counts === null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the project is mutated in place; its revision shows that it has changed
  useEffect(() => {
    let isCurrent = true;
    const timer = setTimeout(
      () => void countStoryTexts(project, waitForIdle, () => isCurrent).then((counted) => counted && isCurrent && setCounts(counted)),
      isFirst ? 0 : recountDelayMs,
    );
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [project, revision]);
  return counts;
}
