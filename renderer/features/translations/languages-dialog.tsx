/** The languages of the project: add, rename and remove them, and set their base and main language. */
import { Languages, Plus, Trash2 } from 'lucide-react';
import { type SubmitEvent, useState } from 'react';
import { useStore } from 'zustand';
import { isValidLocaleCode, type Locale } from '../../../shared/model/kinds/project.ts';
import type { Project } from '../../../shared/model/project.ts';
import { textsOfRecord } from '../../../shared/model/references.ts';
import { runAction } from '../../commands/action-registry.ts';
import { findLanguageName, languageStore, t } from '../../messages/translate.ts';
import { confirmRemoval } from '../../navigation/removal-dialog.tsx';
import { createFormValues } from '../../state/form-values.ts';
import { openProjectStore, useProject } from '../../state/open-project.ts';
import { selectionStore, setLocale } from '../../state/selection.ts';
import { sendCommand, sendOrShowError } from '../../state/send-command.ts';
import { useSyncStatus } from '../../state/sync-store.ts';
import { prepareUndoToast } from '../../state/undo-toast.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog, FormDialog } from '../../ui/dialog.tsx';
import { showDialog } from '../../ui/dialog-store.ts';
import { MenuButton } from '../../ui/menu.tsx';
import { RecordFieldMarker } from '../../ui/record-field-marker.tsx';
import { Select } from '../../ui/select.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { findLanguageCode } from './find-language-code.ts';
import './translations.css';

/** If it is opened from the translations table, it has no link to that table. */
export const showLanguagesDialog = ({ openedFrom }: { openedFrom?: 'table' } = {}): void =>
  showDialog((close) => <LanguagesDialog close={close} linksToTranslations={openedFrom === undefined} />);

function LanguagesDialog({ close, linksToTranslations }: { close: () => void; linksToTranslations: boolean }) {
  const locales = useProject((project) => project.projectRecord.locales);
  const main = useProject((project) => project.mainLocale);
  const hash = useStore(openProjectStore, (state) => state.hash);
  const syncStatus = useSyncStatus(hash);
  const translateInto = (iso: string) => {
    setLocale(iso);
    close();
  };
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
              <LanguageRow
                key={locale.iso}
                locale={locale}
                locales={locales}
                isReadOnly={syncStatus !== undefined}
                translate={translateInto}
              />
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

/** The placeholders are those of the first of these that the story does not use. */
const exampleCodes = ['de', 'fr', 'es', 'ja'];

const newLanguage = createFormValues({ iso: '', name: '' });

function AddLanguageForm({ base, locales }: { base: string; locales: readonly Locale[] }) {
  const { iso, name } = newLanguage.use();
  const locale = useStore(languageStore, ({ translator }) => translator.locale);
  // The code follows the name until it is edited by itself.
  const code = iso.trim() || findLanguageCode(name, locale);
  const isCode = name.trim().toLowerCase() === code.toLowerCase();
  const displayName = (isCode ? '' : name.trim()) || findLanguageName(code) || name.trim();
  const example = exampleCodes.find((each) => !locales.some((locale) => locale.iso === each)) ?? '';
  const error = languageCodeError(code, locales);
  const isReady = code !== '' && displayName !== '' && error === null;
  const add = async (event: SubmitEvent) => {
    event.preventDefault();
    if (!isReady) return;
    newLanguage.change(() => ({ iso: '', name: '' }));
    if (await sendOrShowError({ do: 'addLocale', locale: { iso: code, name: displayName, base } })) return;
    // A rejected language returns to the fields, unless the next one was typed there.
    newLanguage.change((next) => ({ iso: next.iso || iso, name: next.name || name }));
  };
  return (
    <form className="language-form" onSubmit={add}>
      <TextField
        label={t('common.name')}
        value={name}
        onChange={(typed) => newLanguage.change((before) => ({ ...before, name: typed }))}
        placeholder={findLanguageName(code || example)}
        maxLength={255}
        autoFocus
      />
      <TextField
        label={t('project.code')}
        value={iso || code}
        onChange={(typed) => newLanguage.change((before) => ({ ...before, iso: typed }))}
        placeholder={example}
        maxLength={64}
        error={error}
        isCode
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

interface LanguageRowProps {
  readonly locale: Locale;
  readonly locales: readonly Locale[];
  /** The languages of a synced project are managed in its workspace. */
  readonly isReadOnly: boolean;
  /** Shows the story in this language, whose texts are then edited. */
  readonly translate: (iso: string) => void;
}

/** A language of the project: its name, its base language, and its actions. */
function LanguageRow({ locale, locales, isReadOnly, translate }: LanguageRowProps) {
  const { iso, name, base } = locale;
  const lenders = locales.filter((each) => !fallsBackTo(locales, each, iso));
  return (
    <li>
      <code>{iso}</code>
      <span className="language-name">{name}</span>
      {base === null ? (
        <span className="field-description">{t('project.mainLanguage')}</span>
      ) : (
        <Select
          label={t('project.baseLabel', { name })}
          isLabelHidden
          isQuiet
          isDisabled={isReadOnly}
          options={lenders.map((each) => ({ id: each.iso, label: t('project.basedOn', { name: each.name }) }))}
          value={base}
          onChange={(to) => void sendCommand({ do: 'changeLocale', iso, base: to }).catch(() => undefined)}
        />
      )}
      {base !== null && (
        <Button variant="quiet" aria-label={t('project.translateInto', { name })} onPress={() => translate(iso)}>
          {t('project.translate')}
        </Button>
      )}
      {!isReadOnly && <MenuButton label={t('common.more', { name })} entries={languageMenuEntries(locale, base === null)} />}
    </li>
  );
}

/** Whether a language is this one or falls back to it, directly or through others: then it cannot be its base language. */
function fallsBackTo(locales: readonly Locale[], { iso, base }: Locale, named: string): boolean {
  const baseLanguage = locales.find((each) => each.iso === base);
  return iso === named || (baseLanguage !== undefined && fallsBackTo(locales, baseLanguage, named));
}

function languageMenuEntries({ iso, name }: Locale, isMain: boolean) {
  return [
    {
      id: 'rename',
      label: t('project.menu.rename'),
      run: () => showDialog((close) => <RenameLanguageDialog iso={iso} before={name} close={close} />),
    },
    { id: 'main', label: t('project.menu.makeMain'), isDisabled: isMain, run: () => void sendCommand({ do: 'makeMainLocale', iso }) },
    null,
    {
      id: 'remove',
      label: t('project.menu.remove'),
      icon: Trash2,
      isDanger: true,
      isDisabled: isMain,
      run: () => confirmRemoveLanguage({ iso, name }),
    },
  ];
}

function confirmRemoveLanguage({ iso, name }: Pick<Locale, 'iso' | 'name'>): void {
  const { project } = openProjectStore.getState();
  const lent = project.projectRecord.locales.filter(({ base }) => base === iso).map((each) => each.name);
  confirmRemoval({
    title: t('project.removeLanguage.title', { name }),
    confirmLabel: t('common.remove'),
    consequences: [
      t('project.removeLanguage.textCount', { count: countTexts(project, iso), name }),
      ...(lent.length > 0 ? [t('project.removeLanguage.dependents', { names: lent })] : []),
    ],
    remove: async () => {
      const showDone = prepareUndoToast();
      await sendCommand({ do: 'removeLocale', iso });
      if (selectionStore.getState().locale === iso) setLocale(null);
      showDone(t('project.removeLanguage.done', { name }));
    },
  });
}

function countTexts(project: Project, iso: string): number {
  let count = 0;
  for (const record of project.records()) for (const { locale } of textsOfRecord(record)) if (locale === iso) count++;
  return count;
}

function RenameLanguageDialog({ iso, before, close }: { iso: string; before: string; close: () => void }) {
  const [name, setName] = useState(before);
  return (
    <FormDialog
      title={t('project.renameLanguageTitle')}
      submitLabel={t('common.rename')}
      isReady={name.trim() !== ''}
      run={() => sendCommand({ do: 'changeLocale', iso, name: name.trim() })}
      onClose={close}
    >
      <TextField label={t('common.name')} value={name} onChange={setName} autoFocus selectsAll />
    </FormDialog>
  );
}
