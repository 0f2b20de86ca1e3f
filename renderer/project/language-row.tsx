/** One language of the project: what it is called, which one lends it its words, and what can be done with it. */
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { Locale } from '../../shared/kinds/project.ts';
import type { Project } from '../../shared/project.ts';
import { textsOf } from '../../shared/references.ts';
import { openProject } from '../state/open-project.ts';
import { chooseLocale, selection } from '../state/selection.ts';
import { send } from '../state/send.ts';
import { confirm, FormDialog } from '../ui/dialog.tsx';
import { showDialog } from '../ui/dialogs.ts';
import { MenuButton } from '../ui/menu.tsx';
import { Select } from '../ui/select.tsx';
import { TextField } from '../ui/text-field.tsx';
import { commonWords } from '../words/en/common.ts';
import { projectWords } from '../words/en/project.ts';

export interface LanguageRowProps {
  readonly locale: Locale;
  readonly locales: readonly Locale[];
  /** A mirrored project has the languages of the hosted one. */
  readonly isFixed: boolean;
}

export function LanguageRow({ locale, locales, isFixed }: LanguageRowProps) {
  const { iso, name, base } = locale;
  const lenders = locales.filter((each) => !leansOn(locales, each, iso));
  return (
    <li>
      <code>{iso}</code>
      <span className="language-name">{name}</span>
      {base === null ? (
        <span className="field-description">{projectWords.mainLanguage}</span>
      ) : (
        <Select
          label={projectWords.baseOf(name)}
          isLabelHidden
          isQuiet
          isDisabled={isFixed}
          options={lenders.map((each) => ({ id: each.iso, label: projectWords.basedOn(each.name) }))}
          value={base}
          onChange={(to) => void send({ do: 'changeLocale', iso, base: to }).catch(() => undefined)}
        />
      )}
      {!isFixed && <MenuButton label={commonWords.more(name)} entries={entriesFor(locale, base === null)} />}
    </li>
  );
}

/** Whether a language is the named one or shows its words, directly or by others: then it cannot lend to it. */
export function leansOn(locales: readonly Locale[], { iso, base }: Locale, named: string): boolean {
  const lender = locales.find((each) => each.iso === base);
  return iso === named || (lender !== undefined && leansOn(locales, lender, named));
}

function entriesFor({ iso, name }: Locale, isMain: boolean) {
  return [
    {
      id: 'rename',
      label: projectWords.rename,
      run: () => showDialog((close) => <RenameLanguage iso={iso} before={name} close={close} />),
    },
    { id: 'main', label: projectWords.makeItTheMain, isDisabled: isMain, run: () => void send({ do: 'makeMainLocale', iso }) },
    null,
    { id: 'remove', label: projectWords.remove, icon: Trash2, isDanger: true, isDisabled: isMain, run: () => remove({ iso, name }) },
  ];
}

function remove({ iso, name }: Pick<Locale, 'iso' | 'name'>): void {
  const { project } = openProject.getState();
  const lent = project.root.locales.filter(({ base }) => base === iso).map((each) => each.name);
  confirm({
    title: projectWords.removeQuestion(name),
    does: commonWords.takeOut,
    says: (
      <div className="dialog-stack">
        <p>{projectWords.textsThatGo(textsIn(project, iso), name)}</p>
        {lent.length > 0 && <p>{projectWords.lendsTo(lent)}</p>}
        <p className="field-description">{projectWords.undoBringsBack}</p>
      </div>
    ),
    run: async () => {
      await send({ do: 'removeLocale', iso });
      if (selection.getState().locale === iso) chooseLocale(null);
    },
  });
}

function textsIn(project: Project, iso: string): number {
  let count = 0;
  for (const record of project.records()) for (const { locale } of textsOf(record)) if (locale === iso) count++;
  return count;
}

function RenameLanguage({ iso, before, close }: { iso: string; before: string; close: () => void }) {
  const [name, setName] = useState(before);
  return (
    <FormDialog
      title={projectWords.renameTheLanguage}
      does={commonWords.rename}
      isReady={name.trim() !== ''}
      run={() => send({ do: 'changeLocale', iso, name: name.trim() })}
      onClose={close}
    >
      <TextField label={commonWords.name} value={name} onChange={setName} autoFocus selectsAll />
    </FormDialog>
  );
}
