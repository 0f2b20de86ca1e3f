/** A language of the project: its name, its base language, and its actions. */

import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { Locale } from '../../../shared/model/kinds/project.ts';
import type { Project } from '../../../shared/model/project.ts';
import { textsOfRecord } from '../../../shared/model/references.ts';
import { t } from '../../messages/translate.ts';
import { confirmRemoval } from '../../navigation/removal-dialog.tsx';
import { openProjectStore } from '../../state/open-project.ts';
import { selectionStore, setLocale } from '../../state/selection.ts';
import { sendCommand } from '../../state/send-command.ts';
import { prepareUndoToast } from '../../state/undo-toast.ts';
import { FormDialog } from '../../ui/dialog.tsx';
import { showDialog } from '../../ui/dialog-store.ts';
import { MenuButton } from '../../ui/menu.tsx';
import { Select } from '../../ui/select.tsx';
import { TextField } from '../../ui/text-field.tsx';

interface LanguageRowProps {
  readonly locale: Locale;
  readonly locales: readonly Locale[];
  /** The languages of a synced project are managed in its workspace. */
  readonly isReadOnly: boolean;
}

export function LanguageRow({ locale, locales, isReadOnly }: LanguageRowProps) {
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
