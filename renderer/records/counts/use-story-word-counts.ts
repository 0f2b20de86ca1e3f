/** The words of the story, for the screen: counted in slices, again when the story has rested after a change. */
import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { openProjectStore, waitForIdle } from '../../state/open-project.ts';
import { countStoryWords, type StoryWordCounts } from './story-word-counts.ts';

/** Nobody reads a count that changes at each key. */
const RECOUNT_DELAY_MS = 400;

/** null while it is counted for the first time. */
export function useStoryWordCounts(): StoryWordCounts | null {
  const project = useStore(openProjectStore, (state) => state.project);
  const revision = useStore(openProjectStore, (state) => state.revision);
  const [counts, setCounts] = useState<StoryWordCounts | null>(null);
  const isFirst = counts === null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the project is one object; its revision says that it has changed
  useEffect(() => {
    let going = true;
    const timer = setTimeout(
      () => void countStoryWords(project, waitForIdle, () => going).then((counted) => counted && going && setCounts(counted)),
      isFirst ? 0 : RECOUNT_DELAY_MS,
    );
    return () => {
      going = false;
      clearTimeout(timer);
    };
  }, [project, revision]);
  return counts;
}
