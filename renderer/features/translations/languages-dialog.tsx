/** The languages of the project: add, rename and remove them, and set their base and main language. */

import { Languages, Plus } from 'lucide-react';
import { type SubmitEvent, useRef } from 'react';
import { useStore } from 'zustand';
import { isValidLocaleCode, type Locale } from '../../../shared/model/kinds/project.ts';
import { runAction } from '../../commands/action-registry.ts';
import { findLanguageName, t } from '../../messages/translate.ts';
import { createFormValues } from '../../state/form-values.ts';
import { openProjectStore, useProject } from '../../state/open-project.ts';
import { sendOrShowError } from '../../state/send-command.ts';
import { useSyncStatus } from '../../state/sync-store.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { showDialog } from '../../ui/dialog-store.ts';
import { RecordFieldMarker } from '../../ui/record-field-marker.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { LanguageRow } from './language-row.tsx';
import './languages.css';

/** If it is opened from the translations table, it has no link to that table. */
export const showLanguagesDialog = ({ openedFrom }: { openedFrom?: 'table' } = {}): void =>
  showDialog((close) => <LanguagesDialog close={close} linksToTranslations={openedFrom === undefined} />);

function LanguagesDialog({ close, linksToTranslations }: { close: () => void; linksToTranslations: boolean }) {
  const locales = useProject((project) => project.projectRecord.locales);
  const main = useProject((project) => project.mainLocale);
  const hash = useStore(openProjectStore, (state) => state.hash);
  const syncStatus = useSyncStatus(hash);
  return (
    <Dialog title={t('project.languages')} onClose={close} width={580}>
      <div className="dialog-stack">
        <p>{t('project.languagesHint')}</p>
        {syncStatus && (
          <p className="language-fixed" role="note">
            {t('project.languagesManagedRemotely', { remote: syncStatus.remote })}
          </p>
        )}
        <RecordFieldMarker field="project.locales">
          <ul className="language-list">
            {locales.map((locale) => (
              <LanguageRow key={locale.iso} locale={locale} locales={locales} isReadOnly={syncStatus !== undefined} />
            ))}
          </ul>
          {!syncStatus && <AddLanguageForm base={main} locales={locales} />}
        </RecordFieldMarker>
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

/** The placeholder of the code field is the first of these that the story does not use. */
const exampleCodes = ['de', 'fr', 'es', 'ja'];

const newLanguage = createFormValues({ iso: '', name: '' });

function AddLanguageForm({ base, locales }: { base: string; locales: readonly Locale[] }) {
  const { iso, name } = newLanguage.use();
  const form = useRef<HTMLFormElement>(null);
  const code = iso.trim();
  const displayName = name.trim() || findLanguageName(code);
  const example = exampleCodes.find((each) => !locales.some((locale) => locale.iso === each)) ?? '';
  const error = languageCodeError(code, locales);
  const isReady = code !== '' && displayName !== '' && error === null;
  const add = async (event: SubmitEvent) => {
    event.preventDefault();
    if (!isReady) return;
    newLanguage.change(() => ({ iso: '', name: '' }));
    // The focused button is about to be disabled, so the focus moves to the first field.
    form.current?.querySelector('input')?.focus();
    if (await sendOrShowError({ do: 'addLocale', locale: { iso: code, name: displayName, base } })) return;
    // A rejected language returns to the fields, unless the next one was typed there.
    newLanguage.change((next) => ({ iso: next.iso || code, name: next.name || name }));
  };
  return (
    <form ref={form} className="language-form" onSubmit={add}>
      <TextField
        label={t('project.code')}
        value={iso}
        onChange={(typed) => newLanguage.change((before) => ({ ...before, iso: typed }))}
        placeholder={example}
        maxLength={64}
        error={error}
        isCode
        autoFocus
      />
      <TextField
        label={t('common.name')}
        value={name}
        onChange={(typed) => newLanguage.change((before) => ({ ...before, name: typed }))}
        placeholder={findLanguageName(code)}
        maxLength={255}
      />
      <Button icon={Plus} type="submit" isDisabled={!isReady}>
        {t('common.add')}
      </Button>
    </form>
  );
}

function languageCodeError(code: string, locales: readonly Locale[]): string | null {
  if (locales.some(({ iso }) => iso === code)) return t('project.codeTaken');
  return code === '' || isValidLocaleCode(code) ? null : t('project.codeInvalid');
}
