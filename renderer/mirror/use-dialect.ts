/** [G21] What may be written into a record's rich texts: all of the story's, or what the workspace takes where the project is mirrored. */
import { useStore } from 'zustand';
import type { Dialect } from '../../shared/rich-text/dialects.ts';
import { useMirrors } from '../state/mirrors.ts';
import { openProject } from '../state/open-project.ts';

export function useDialect(id: string): Dialect {
  const hash = useStore(openProject, (state) => state.hash);
  const isNote = useStore(openProject, ({ project }) => project.find('note', id) !== undefined);
  const isMirrored = useIsMirrored(hash);
  return isMirrored ? (isNote ? 'note' : 'api') : 'story';
}

export const useIsMirrored = (hash: string | null): boolean => useMirrors(({ list }) => list.some((each) => each.hash === hash));
