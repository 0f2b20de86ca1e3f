/** [G21] The formatting allowed in a record's rich texts: all of the story's, or only what the workspace accepts in a synced project. */
import { useStore } from 'zustand';
import type { RichTextDialect } from '../../../shared/rich-text/dialects.ts';
import { openProjectStore } from '../../state/open-project.ts';
import { useSyncState } from '../../state/sync-store.ts';

export function useRichTextDialect(id: string): RichTextDialect {
  const hash = useStore(openProjectStore, (state) => state.hash);
  const isNote = useStore(openProjectStore, ({ project }) => project.find('note', id) !== undefined);
  const isSynced = useIsSynced(hash);
  return isSynced ? (isNote ? 'note' : 'api') : 'story';
}

export const useIsSynced = (hash: string | null): boolean => useSyncState(({ list }) => list.some((each) => each.hash === hash));
