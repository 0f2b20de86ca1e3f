/** The search index of the open project for components: built on first use, and updated while a component uses it. */
import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { openProjectStore } from '../../state/open-project.ts';
import { yieldToMain } from '../../state/run-in-slices.ts';
import { TextIndex } from './text-index.ts';

let cachedIndex: TextIndex | null = null;

interface TextIndexState {
  readonly index: TextIndex;
  /** Increases whenever more texts have been read. */
  readonly revision: number;
  /** The progress of reading, 0 to 1; null when it is complete. */
  readonly part: number | null;
}

export function useTextIndex(): TextIndexState {
  const project = useStore(openProjectStore, (state) => state.project);
  const revision = useStore(openProjectStore, (state) => state.revision);
  if (cachedIndex?.project !== project) cachedIndex = new TextIndex(project);
  const index = cachedIndex;
  const [now, setNow] = useState<{ revision: number; part: number | null }>({ revision: 0, part: 0 });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the project is mutated in place; its revision shows that it has changed
  useEffect(() => {
    let isCurrent = true;
    const progress = (part: number) => isCurrent && setNow(({ revision }) => ({ revision: revision + 1, part }));
    void index.refresh({ pause: yieldToMain, isCurrent: () => isCurrent, progress }).then((done) => {
      if (done && isCurrent) setNow(({ revision }) => ({ revision: revision + 1, part: null }));
    });
    return () => {
      isCurrent = false;
    };
  }, [index, revision]);
  return { index, ...now };
}
