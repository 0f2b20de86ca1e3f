/** The languages of the project: add, rename, make one the main one, remove. */
import { Plus } from 'lucide-react';
import { type SubmitEvent, useRef, useState } from 'react';
import type { Locale } from '../../shared/kinds/project.ts';
import { send } from '../actions/send.ts';
import { useProject } from '../state/open-project.ts';
import { chooseLocale, selection } from '../state/selection.ts';
import { Button } from '../ui/button.tsx';
import { confirm, Dialog, FormDialog } from '../ui/dialog.tsx';
import { showDialog } from '../ui/dialogs.ts';
import { MenuButton } from '../ui/menu.tsx';
import { TextField } from '../ui/text-field.tsx';
import { commonWords } from '../words/en/common.ts';
import { projectWords } from '../words/en/project.ts';
import './languages.css';

export const showLanguages = (): void => showDialog((close) => <LanguagesDialog close={close} />);

function LanguagesDialog({ close }: { close: () => void }) {
  const locales = useProject((project) => project.root.locales);
  const main = useProject((project) => project.mainLocale);
  return (
    <Dialog title={projectWords.languages} onClose={close} width={520}>
      <div className="dialog-stack">
        <p>{projectWords.theStoryIsWritten}</p>
        <ul className="language-list">
          {locales.map((locale) => (
            <li key={locale.iso}>
              <code>{locale.iso}</code>
              <span className="language-name">{locale.name}</span>
              <span className="field-description">
                {locale.iso === main ? projectWords.mainLanguage : projectWords.basedOn(nameOf(locales, locale.base))}
              </span>
              <MenuButton label={commonWords.more(locale.name)} entries={entriesFor(locale, locale.iso === main)} />
            </li>
          ))}
        </ul>
        <AddLanguage base={main} />
      </div>
    </Dialog>
  );
}

const nameOf = (locales: readonly Locale[], iso: string | null): string => locales.find((each) => each.iso === iso)?.name ?? iso ?? '';

function AddLanguage({ base }: { base: string }) {
  const [iso, setIso] = useState('');
  const [name, setName] = useState('');
  const form = useRef<HTMLFormElement>(null);
  const code = iso.trim();
  const words = name.trim() || nameInEnglish(code);
  const add = async (event: SubmitEvent) => {
    event.preventDefault();
    if (code === '' || words === '') return;
    await send({ do: 'addLocale', locale: { iso: code, name: words, base } });
    setIso('');
    setName('');
    // The button is about to be disabled and would lose the focus to nowhere.
    form.current?.querySelector('input')?.focus();
  };
  return (
    <form ref={form} className="language-form" onSubmit={add}>
      <TextField label={projectWords.code} value={iso} onChange={setIso} placeholder="de" maxLength={64} isCode />
      <TextField
        label={commonWords.name}
        value={name}
        onChange={setName}
        placeholder={nameInEnglish(code) || projectWords.german}
        maxLength={255}
      />
      <Button icon={Plus} type="submit" isDisabled={code === '' || words === ''}>
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

function entriesFor({ iso, name }: Locale, isMain: boolean) {
  return [
    {
      id: 'rename',
      label: projectWords.rename,
      run: () => showDialog((close) => <RenameLanguage iso={iso} before={name} close={close} />),
    },
    { id: 'main', label: projectWords.makeItTheMain, isDisabled: isMain, run: () => void send({ do: 'makeMainLocale', iso }) },
    null,
    {
      id: 'remove',
      label: projectWords.remove,
      isDanger: true,
      isDisabled: isMain,
      run: () =>
        confirm({
          title: projectWords.removeQuestion(name),
          does: commonWords.takeOut,
          says: <p>{projectWords.everythingWrittenInGoes(name)}</p>,
          run: async () => {
            await send({ do: 'removeLocale', iso });
            if (selection.getState().locale === iso) chooseLocale(null);
          },
        }),
    },
  ];
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
