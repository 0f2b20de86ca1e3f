/** The languages of the project: add, rename, base on another, make one the main one, remove. */

import { Languages, Plus } from 'lucide-react';
import { type SubmitEvent, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { isValidLocaleCode, type Locale } from '../../../shared/model/kinds/project.ts';
import { runAction } from '../../commands/action-registry.ts';
import { t } from '../../messages/translate.ts';
import { openProjectStore, useProject } from '../../state/open-project.ts';
import { sendCommand } from '../../state/send-command.ts';
import { useSyncStatus } from '../../state/sync-store.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { showDialog } from '../../ui/dialog-store.ts';
import { FieldMarker } from '../../ui/field-marker.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { LanguageRow } from './language-row.tsx';
import './languages.css';

/** `beside` the table of translations it does not lead to that table. */
export const showLanguages = ({ openedFrom }: { openedFrom?: 'table' } = {}): void =>
  showDialog((close) => <LanguagesDialog close={close} linksToTranslations={openedFrom === undefined} />);

function LanguagesDialog({ close, linksToTranslations }: { close: () => void; linksToTranslations: boolean }) {
  const locales = useProject((project) => project.projectRecord.locales);
  const main = useProject((project) => project.mainLocale);
  const hash = useStore(openProjectStore, (state) => state.hash);
  const mirror = useSyncStatus(hash);
  return (
    <Dialog title={t('project.languages')} onClose={close} width={580}>
      <div className="dialog-stack">
        <p>{t('project.languagesHint')}</p>
        {mirror && (
          <p className="language-fixed" role="note">
            {t('project.languagesManagedRemotely', { remote: mirror.remote })}
          </p>
        )}
        <FieldMarker field="project.locales">
          <ul className="language-list">
            {locales.map((locale) => (
              <LanguageRow key={locale.iso} locale={locale} locales={locales} isReadOnly={mirror !== undefined} />
            ))}
          </ul>
          {!mirror && <AddLanguageForm base={main} locales={locales} />}
        </FieldMarker>
        {linksToTranslations && locales.length > 1 && (
          <footer className="dialog-buttons">
            <Button
              icon={Languages}
              onPress={() => {
                close();
                runAction('translations');
              }}
            >
              {t('project.openTranslations')}
            </Button>
          </footer>
        )}
      </div>
    </Dialog>
  );
}

/** What may be meant, shown where nothing is typed yet: the first that the story does not have. */
const exampleCodes = ['de', 'fr', 'es', 'ja'];

function AddLanguageForm({ base, locales }: { base: string; locales: readonly Locale[] }) {
  const [iso, setIso] = useState('');
  const [name, setName] = useState('');
  const form = useRef<HTMLFormElement>(null);
  const code = iso.trim();
  const words = name.trim() || englishLanguageName(code);
  const example = exampleCodes.find((each) => !locales.some((locale) => locale.iso === each)) ?? '';
  const fault = locales.some((locale) => locale.iso === code)
    ? t('project.codeTaken')
    : code === '' || isValidLocaleCode(code)
      ? null
      : t('project.codeInvalid');
  const isReady = code !== '' && words !== '' && fault === null;
  const add = async (event: SubmitEvent) => {
    event.preventDefault();
    if (!isReady) return;
    await sendCommand({ do: 'addLocale', locale: { iso: code, name: words, base } });
    setIso('');
    setName('');
    // The button is about to be disabled and would lose the focus to nowhere.
    form.current?.querySelector('input')?.focus();
  };
  return (
    <form ref={form} className="language-form" onSubmit={add}>
      <TextField label={t('project.code')} value={iso} onChange={setIso} placeholder={example} maxLength={64} error={fault} isCode />
      <TextField label={t('common.name')} value={name} onChange={setName} placeholder={englishLanguageName(code)} maxLength={255} />
      <Button icon={Plus} type="submit" isDisabled={!isReady}>
        {t('common.add')}
      </Button>
    </form>
  );
}

/** `de` → `German`; nothing for what is no code. */
function englishLanguageName(code: string): string {
  try {
    const name = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' }).of(code);
    return name ?? '';
  } catch {
    return '';
  }
}
