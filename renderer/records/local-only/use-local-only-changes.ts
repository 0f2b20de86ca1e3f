/** What exists only on this computer (I28), of a synced project or of all projects of a workspace. Loaded again when their status changes. */

import { useEffect, useState } from 'react';
import type { LocalOnlyChange } from '../../../shared/contracts/sync.ts';
import { Problem } from '../../../shared/problem.ts';
import { invoke } from '../../platform/bridge.ts';
import { useSyncState } from '../../state/sync-store.ts';

type LocalOnlyScope = { readonly hash: string } | { readonly remote: string };

export interface LocalOnlyState {
  /** null: not loaded yet. */
  readonly changes: readonly LocalOnlyChange[] | null;
  readonly problem: Problem | null;
}

export function useLocalOnlyChanges(scope: LocalOnlyScope): LocalOnlyState {
  const isOfProject = 'hash' in scope;
  const id = isOfProject ? scope.hash : scope.remote;
  const revision = useSyncState(({ list }) => {
    const concerned = list.filter(({ hash, remote }) => (isOfProject ? hash : remote) === id);
    return JSON.stringify(concerned.map(({ hash, pending, conflicts, rejected, state }) => [hash, pending, conflicts, rejected, state]));
  });
  const [state, setState] = useState<LocalOnlyState>({ changes: null, problem: null });
  useEffect(() => {
    // Without a synced project there is nothing to ask for, and a call would be rejected.
    if (revision === '[]') return setState({ changes: [], problem: null });
    let isCurrent = true;
    void invoke('sync.localOnly', isOfProject ? { hash: id } : { remote: id }).then(
      (changes) => isCurrent && setState({ changes, problem: null }),
      (error: unknown) => isCurrent && setState({ changes: null, problem: Problem.from(error) }),
    );
    return () => {
      isCurrent = false;
    };
  }, [isOfProject, id, revision]);
  return state;
}
