/** The deleted records of the open project, newest first, loaded in pages; loaded again when the story changes. */
import { useCallback, useEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import type { RemovedRecord, RemovedRecordsPage } from '../../../shared/contracts/sync.ts';
import { Problem } from '../../../shared/problem.ts';
import { invoke } from '../../platform/bridge.ts';
import { openProjectStore } from '../../state/open-project.ts';

interface DeletedRecords {
  /** null until it has been loaded. */
  readonly list: readonly RemovedRecord[] | null;
  readonly problem: Problem | null;
  /** Loads the next page; null after the last one. */
  readonly loadOlder: (() => void) | null;
}

export function useDeletedRecords(hash: string): DeletedRecords {
  const revision = useStore(openProjectStore, (state) => state.revision);
  const [{ list, before }, setRead] = useState<{ list: readonly RemovedRecord[] | null; before: string | null }>({
    list: null,
    before: null,
  });
  const [problem, setProblem] = useState<Problem | null>(null);
  const [pages, setPages] = useState(1);
  const latestRead = useRef(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `revision` is not read, but a changed story requires a new request
  useEffect(() => {
    const thisRead = ++latestRead.current;
    readPages(hash, pages).then(
      (read) => thisRead === latestRead.current && setRead(read),
      (error: unknown) => thisRead === latestRead.current && setProblem(Problem.from(error)),
    );
    return () => {
      latestRead.current++;
    };
  }, [hash, pages, revision]);
  const older = useCallback(() => setPages((count) => count + 1), []);
  return { list, problem, loadOlder: before === null ? null : older };
}

/** Restored records disappear from their page, so all loaded pages are loaded again. */
async function readPages(hash: string, pages: number): Promise<{ list: readonly RemovedRecord[]; before: string | null }> {
  const list: RemovedRecord[] = [];
  let before: string | null = null;
  for (let page = 0; page < pages; page++) {
    const read: RemovedRecordsPage = await invoke('record.removed', { hash, ...(before === null ? {} : { before }) });
    list.push(...read.records);
    before = read.nextCursor;
    if (before === null) break;
  }
  return { list, before };
}
