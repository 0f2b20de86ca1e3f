/** The index of the open project, for the screen: made when it is first asked for, brought up to date while someone looks. */
import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { openProjectStore, yieldToMain } from '../../state/open-project.ts';
import { TextIndex } from './text-index.ts';

let cachedIndex: TextIndex | null = null;

export interface TextIndexState {
  readonly index: TextIndex;
  /** Raised whenever more has been read. */
  readonly turn: number;
  /** How much is read while it is, 0 to 1; null when all of it is. */
  readonly part: number | null;
}

export function useTextIndex(): TextIndexState {
  const project = useStore(openProjectStore, (state) => state.project);
  const revision = useStore(openProjectStore, (state) => state.revision);
  if (cachedIndex?.project !== project) cachedIndex = new TextIndex(project);
  const index = cachedIndex;
  const [now, setNow] = useState<{ turn: number; part: number | null }>({ turn: 0, part: 0 });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the project is one object; its revision says that it has changed
  useEffect(() => {
    let going = true;
    const progress = (part: number) => going && setNow(({ turn }) => ({ turn: turn + 1, part }));
    void index.refresh({ rest: yieldToMain, going: () => going, progress }).then((done) => {
      if (done && going) setNow(({ turn }) => ({ turn: turn + 1, part: null }));
    });
    return () => {
      going = false;
    };
  }, [index, revision]);
  return { index, ...now };
}
