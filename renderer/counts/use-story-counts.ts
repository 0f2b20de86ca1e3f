/** The words of the story, for the screen: counted in slices, again when the story has rested after a change. */
import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { idle, openProject } from '../state/open-project.ts';
import { type StoryCounts, storyCounts } from './story-counts.ts';

/** Nobody reads a count that changes at each key. */
const PAUSE = 400;

/** null while it is counted for the first time. */
export function useStoryCounts(): StoryCounts | null {
  const project = useStore(openProject, (state) => state.project);
  const revision = useStore(openProject, (state) => state.revision);
  const [counts, setCounts] = useState<StoryCounts | null>(null);
  const isFirst = counts === null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the project is one object; its revision says that it has changed
  useEffect(() => {
    let going = true;
    const timer = setTimeout(
      () => void storyCounts(project, idle, () => going).then((counted) => counted && going && setCounts(counted)),
      isFirst ? 0 : PAUSE,
    );
    return () => {
      going = false;
      clearTimeout(timer);
    };
  }, [project, revision]);
  return counts;
}
