/** [G21] The rich text formatting allowed in a record: in a synced project only what the workspace supports. */
import { useStore } from 'zustand';
import type { RichTextDialect } from '../../../shared/rich-text/dialects.ts';
import { openProjectStore } from '../../state/open-project.ts';
import { useSyncState } from '../../state/sync-store.ts';

export function useRichTextDialect(id: string): RichTextDialect {
  const hash = useStore(openProjectStore, (state) => state.hash);
  const isNote = useStore(openProjectStore, ({ project }) => project.find('note', id) !== undefined);
  const isSynced = useIsSynced(hash);
  if (!isSynced) return 'story';
  return isNote ? 'note' : 'api';
}

export const useIsSynced = (hash: string | null): boolean => useSyncState(({ list }) => list.some((each) => each.hash === hash));
