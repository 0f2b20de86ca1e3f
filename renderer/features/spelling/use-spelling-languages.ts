/** Sends the languages of the open story to the desktop spell check. A browser has its own spell check. */
import { useEffect } from 'react';
import { invoke, shell } from '../../platform/bridge.ts';
import { projectLocales } from '../../records/names/story-languages.ts';
import { useProject } from '../../state/open-project.ts';

export function useSpellingLanguages(): void {
  const isos = useProject((project) =>
    projectLocales(project)
      .map(({ iso }) => iso)
      .join('\n'),
  );
  useEffect(() => {
    if (shell === 'desktop' && isos !== '') void invoke('window.spelling', { languages: isos.split('\n') }).catch(() => undefined);
  }, [isos]);
}
