/** The index of the open project, for the screen: made when it is first asked for, brought up to date while someone looks. */
import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { openProject, rest } from '../state/open-project.ts';
import { TextIndex } from './text-index.ts';

let kept: TextIndex | null = null;

export interface IndexNow {
  readonly index: TextIndex;
  /** Raised whenever more has been read. */
  readonly turn: number;
  /** How much is read while it is, 0 to 1; null when all of it is. */
  readonly part: number | null;
}

export function useIndex(): IndexNow {
  const project = useStore(openProject, (state) => state.project);
  const revision = useStore(openProject, (state) => state.revision);
  if (kept?.project !== project) kept = new TextIndex(project);
  const index = kept;
  const [now, setNow] = useState<{ turn: number; part: number | null }>({ turn: 0, part: 0 });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the project is one object; its revision says that it has changed
  useEffect(() => {
    let going = true;
    const progress = (part: number) => going && setNow(({ turn }) => ({ turn: turn + 1, part }));
    void index.refresh({ rest, going: () => going, progress }).then((done) => {
      if (done && going) setNow(({ turn }) => ({ turn: turn + 1, part: null }));
    });
    return () => {
      going = false;
    };
  }, [index, revision]);
  return { index, ...now };
}
