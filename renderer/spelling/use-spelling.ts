/** Tells the desktop which languages the open story is written in, so that its spell check knows them. A browser looks after itself. */
import { useEffect } from 'react';
import { ask, shell } from '../bridge.ts';
import { useProject } from '../state/open-project.ts';
import { localesOf } from '../state/use-words.ts';

export function useSpelling(): void {
  const isos = useProject((project) =>
    localesOf(project)
      .map(({ iso }) => iso)
      .join('\n'),
  );
  useEffect(() => {
    if (shell === 'desktop' && isos !== '') void ask('window.spelling', { languages: isos.split('\n') }).catch(() => undefined);
  }, [isos]);
}
