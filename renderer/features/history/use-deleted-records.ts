/** What is no longer in the open project, newest first, page by page; read again when the story has changed. */
import { useCallback, useEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import type { RemovedRecord, RemovedRecordsPage } from '../../../shared/contracts/sync.ts';
import { Problem } from '../../../shared/problem.ts';
import { invoke } from '../../platform/bridge.ts';
import { openProjectStore } from '../../state/open-project.ts';

export interface DeletedRecords {
  /** null until it has been read. */
  readonly list: readonly RemovedRecord[] | null;
  readonly problem: Problem | null;
  /** Reads the next page; null: that was all. */
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
  const turn = useRef(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the revision says that the story has changed
  useEffect(() => {
    const mine = ++turn.current;
    readPages(hash, pages).then(
      (read) => mine === turn.current && setRead(read),
      (error: unknown) => mine === turn.current && setProblem(Problem.from(error)),
    );
    return () => {
      turn.current++;
    };
  }, [hash, pages, revision]);
  const older = useCallback(() => setPages((count) => count + 1), []);
  return { list, problem, loadOlder: before === null ? null : older };
}

/** What has come back since has gone from its page, so all of them are read anew. */
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
