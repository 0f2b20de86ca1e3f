/** The languages of the project: add, rename, base on another, make one the main one, remove. */
import { Languages, Plus } from 'lucide-react';
import { type SubmitEvent, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { isLanguageCode, type Locale } from '../../shared/kinds/project.ts';
import { Shows } from '../fields/shows.tsx';
import { useMirror } from '../state/mirrors.ts';
import { openProject, useProject } from '../state/open-project.ts';
import { send } from '../state/send.ts';
import { showTranslations } from '../translations/show-translations.tsx';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { showDialog } from '../ui/dialogs.ts';
import { TextField } from '../ui/text-field.tsx';
import { commonWords } from '../words/en/common.ts';
import { projectWords } from '../words/en/project.ts';
import { LanguageRow } from './language-row.tsx';
import './languages.css';

/** `beside` the table of translations it does not lead to that table. */
export const showLanguages = ({ beside }: { beside?: 'table' } = {}): void =>
  showDialog((close) => <LanguagesDialog close={close} leadsOn={beside === undefined} />);

function LanguagesDialog({ close, leadsOn }: { close: () => void; leadsOn: boolean }) {
  const locales = useProject((project) => project.root.locales);
  const main = useProject((project) => project.mainLocale);
  const hash = useStore(openProject, (state) => state.hash);
  const mirror = useMirror(hash);
  return (
    <Dialog title={projectWords.languages} onClose={close} width={580}>
      <div className="dialog-stack">
        <p>{projectWords.theStoryIsWritten}</p>
        {mirror && (
          <p className="language-fixed" role="note">
            {projectWords.languagesAreThere(mirror.remote)}
          </p>
        )}
        <Shows field="project.locales">
          <ul className="language-list">
            {locales.map((locale) => (
              <LanguageRow key={locale.iso} locale={locale} locales={locales} isFixed={mirror !== undefined} />
            ))}
          </ul>
          {!mirror && <AddLanguage base={main} locales={locales} />}
        </Shows>
        {leadsOn && locales.length > 1 && (
          <footer className="dialog-buttons">
            <Button
              icon={Languages}
              onPress={() => {
                close();
                void showTranslations();
              }}
            >
              {projectWords.openTranslations}
            </Button>
          </footer>
        )}
      </div>
    </Dialog>
  );
}

/** What may be meant, shown where nothing is typed yet: the first that the story does not have. */
const examples = ['de', 'fr', 'es', 'ja'];

function AddLanguage({ base, locales }: { base: string; locales: readonly Locale[] }) {
  const [iso, setIso] = useState('');
  const [name, setName] = useState('');
  const form = useRef<HTMLFormElement>(null);
  const code = iso.trim();
  const words = name.trim() || nameInEnglish(code);
  const example = examples.find((each) => !locales.some((locale) => locale.iso === each)) ?? '';
  const fault = locales.some((locale) => locale.iso === code)
    ? projectWords.codeIsThere
    : code === '' || isLanguageCode(code)
      ? null
      : projectWords.codeIsNone;
  const isReady = code !== '' && words !== '' && fault === null;
  const add = async (event: SubmitEvent) => {
    event.preventDefault();
    if (!isReady) return;
    await send({ do: 'addLocale', locale: { iso: code, name: words, base } });
    setIso('');
    setName('');
    // The button is about to be disabled and would lose the focus to nowhere.
    form.current?.querySelector('input')?.focus();
  };
  return (
    <form ref={form} className="language-form" onSubmit={add}>
      <TextField label={projectWords.code} value={iso} onChange={setIso} placeholder={example} maxLength={64} error={fault} isCode />
      <TextField label={commonWords.name} value={name} onChange={setName} placeholder={nameInEnglish(code)} maxLength={255} />
      <Button icon={Plus} type="submit" isDisabled={!isReady}>
        {commonWords.add}
      </Button>
    </form>
  );
}

/** `de` → `German`; nothing for what is no code. */
function nameInEnglish(code: string): string {
  try {
    const name = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' }).of(code);
    return name ?? '';
  } catch {
    return '';
  }
}
