/** The settings section of the spell check: on or off, checked languages, and whether dictionaries may be downloaded. */

import { useEffect } from 'react';
import type { SpellCheckStatus } from '../../../shared/contracts/ipc/results.ts';
import { localeNameOf } from '../../../shared/model/kinds/project.ts';
import { fillMessage } from '../../messages/fill-message.tsx';
import { t } from '../../messages/translate.ts';
import { invoke, shell } from '../../platform/bridge.ts';
import { openProjectStore } from '../../state/open-project.ts';
import { withErrorToast } from '../../state/send-command.ts';
import { useLoaded } from '../../state/use-loaded.ts';
import { LoadedContent } from '../../ui/loaded-content.tsx';
import { Switch } from '../../ui/switch.tsx';
import '../../ui/section.css';

export function SpellingSection() {
  return (
    <section className="settings-section">
      <h3>{t('spelling.title')}</h3>
      {shell === 'desktop' ? <DesktopSpelling /> : <p>{t('spelling.inBrowser')}</p>}
    </section>
  );
}

function DesktopSpelling() {
  const loaded = useLoaded(() => invoke('window.spelling', {}), []);
  const { reload } = loaded;
  useEffect(() => {
    // The user may have added a dictionary in the file manager, or changed these settings in another window.
    addEventListener('focus', reload);
    return () => removeEventListener('focus', reload);
  }, [reload]);
  return <LoadedContent loaded={loaded}>{(spelling) => <Spelling spelling={spelling} reload={reload} />}</LoadedContent>;
}

function Spelling({ spelling, reload }: { spelling: SpellCheckStatus; reload: () => void }) {
  const set = (some: { on?: boolean; downloads?: boolean }) =>
    void withErrorToast(invoke('window.spelling', some)).then(reload, () => undefined);
  const { on, downloads, usesSystemDictionaries, checked, missing, unknown, folder } = spelling;
  const hasStory = checked.length + missing.length + unknown.length > 0;
  return (
    <>
      <Switch isSelected={on} onChange={(isOn) => set({ on: isOn })}>
        {t('spelling.check')}
      </Switch>
      <p className="field-description">{t('spelling.hint')}</p>
      {on && (
        <>
          {!hasStory && <p>{t('spelling.noStory')}</p>}
          {checked.length > 0 && <p>{t('spelling.checked', { languages: languageNames(checked) })}</p>}
          {missing.length > 0 && <p>{t('spelling.missing', { languages: languageNames(missing) })}</p>}
          {unknown.length > 0 && <p>{t('spelling.unsupported', { languages: languageNames(unknown) })}</p>}
          {usesSystemDictionaries ? (
            <p>{t('spelling.bySystem')}</p>
          ) : (
            <>
              <Switch isSelected={downloads} onChange={(isOn) => set({ downloads: isOn })}>
                {t('spelling.downloads')}
              </Switch>
              <p className="field-description">{t('spelling.downloadsHint')}</p>
              <p>{fillMessage('spelling.folder', { folder: <code>{folder}</code> })}</p>
            </>
          )}
        </>
      )}
    </>
  );
}

/** The names of the languages in the open story. */
const languageNames = (isos: readonly string[]): string[] => {
  const locales = openProjectStore.getState().project.find('project', 'project')?.locales ?? [];
  return isos.map((iso) => localeNameOf(locales, iso));
};
