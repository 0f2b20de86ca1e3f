/** The spell check in the settings: on or off, what is checked, and whether anything may be fetched for it. */
import { useEffect, useState } from 'react';
import type { Spelling } from '../../shared/ipc/answers.ts';
import { ask, shell } from '../bridge.ts';
import { openProject } from '../state/open-project.ts';
import { told } from '../state/send.ts';
import { Switch } from '../ui/switch.tsx';
import { spellingWords as words } from '../words/en/spelling.ts';

export function SpellingSection() {
  return (
    <section className="settings-section">
      <h3>{words.title}</h3>
      {shell === 'desktop' ? <OfDesktop /> : <p className="field-description">{words.inBrowser}</p>}
    </section>
  );
}

function OfDesktop() {
  const [spelling, setSpelling] = useState<Spelling | null>(null);
  useEffect(() => {
    ask('window.spelling', {}).then(setSpelling, () => undefined);
  }, []);
  if (!spelling) return null;
  const set = (some: { on?: boolean; downloads?: boolean }) => void told(ask('window.spelling', some)).then(setSpelling, () => undefined);
  const { on, downloads, bySystem, checked, missing, unknown, folder } = spelling;
  const hasStory = checked.length + missing.length + unknown.length > 0;
  return (
    <>
      <Switch isSelected={on} onChange={(isOn) => set({ on: isOn })}>
        {words.check}
      </Switch>
      <p className="field-description">{words.says}</p>
      {on && (
        <>
          {!hasStory && <p>{words.noStory}</p>}
          {checked.length > 0 && <p>{words.checked(named(checked))}</p>}
          {missing.length > 0 && <p>{words.missing(named(missing))}</p>}
          {unknown.length > 0 && <p>{words.unknown(named(unknown))}</p>}
          {bySystem ? (
            <p className="field-description">{words.bySystem}</p>
          ) : (
            <>
              <Switch isSelected={downloads} onChange={(isOn) => set({ downloads: isOn })}>
                {words.downloads}
              </Switch>
              <p className="field-description">{words.downloadsSay}</p>
              <p className="field-description">{words.folder(folder)}</p>
            </>
          )}
        </>
      )}
    </>
  );
}

/** As the open story calls them. */
const named = (isos: readonly string[]): string[] => {
  const locales = openProject.getState().project.find('project', 'project')?.locales ?? [];
  return isos.map((iso) => locales.find((each) => each.iso === iso)?.name ?? iso);
};
