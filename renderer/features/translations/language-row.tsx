/** One language of the project: what it is called, which one lends it its words, and what can be done with it. */

import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { Locale } from '../../../shared/model/kinds/project.ts';
import type { Project } from '../../../shared/model/project.ts';
import { textsOfRecord } from '../../../shared/model/references.ts';
import { t } from '../../messages/translate.ts';
import { openProjectStore } from '../../state/open-project.ts';
import { selectionStore, setLocale } from '../../state/selection.ts';
import { sendCommand } from '../../state/send-command.ts';
import { FormDialog, showConfirmation } from '../../ui/dialog.tsx';
import { showDialog } from '../../ui/dialog-store.ts';
import { MenuButton } from '../../ui/menu.tsx';
import { Select } from '../../ui/select.tsx';
import { TextField } from '../../ui/text-field.tsx';

export interface LanguageRowProps {
  readonly locale: Locale;
  readonly locales: readonly Locale[];
  /** A synced project has the languages of the hosted one. */
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

/** Whether a language is the named one or shows its words, directly or by others: then it cannot lend to it. */
export function fallsBackTo(locales: readonly Locale[], { iso, base }: Locale, named: string): boolean {
  const lender = locales.find((each) => each.iso === base);
  return iso === named || (lender !== undefined && fallsBackTo(locales, lender, named));
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
  showConfirmation({
    title: t('project.remove.title', { name }),
    confirmLabel: t('common.takeOut'),
    message: (
      <div className="dialog-stack">
        <p>{t('project.remove.textCount', { count: countTexts(project, iso), name })}</p>
        {lent.length > 0 && <p>{t('project.remove.dependents', { names: lent })}</p>}
        <p className="field-description">{t('project.remove.undoHint')}</p>
      </div>
    ),
    run: async () => {
      await sendCommand({ do: 'removeLocale', iso });
      if (selectionStore.getState().locale === iso) setLocale(null);
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
      title={t('project.renameTitle')}
      submitLabel={t('common.rename')}
      isReady={name.trim() !== ''}
      run={() => sendCommand({ do: 'changeLocale', iso, name: name.trim() })}
      onClose={close}
    >
      <TextField label={t('common.name')} value={name} onChange={setName} autoFocus selectsAll />
    </FormDialog>
  );
}
