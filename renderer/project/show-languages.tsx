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
import './languages.css';

export const showLanguages = (): void => showDialog((close) => <LanguagesDialog close={close} />);

function LanguagesDialog({ close }: { close: () => void }) {
  const locales = useProject((project) => project.root.locales);
  const main = useProject((project) => project.mainLocale);
  return (
    <Dialog title="Languages" onClose={close} width={520}>
      <div className="dialog-stack">
        <p>The story is written in its main language. Another language shows the text of the one it is based on until it has its own.</p>
        <ul className="language-list">
          {locales.map((locale) => (
            <li key={locale.iso}>
              <code>{locale.iso}</code>
              <span className="language-name">{locale.name}</span>
              <span className="field-description">
                {locale.iso === main ? 'main language' : `based on ${nameOf(locales, locale.base)}`}
              </span>
              <MenuButton label={`More for ${locale.name}`} entries={entriesFor(locale, locale.iso === main)} />
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
      <TextField label="Code" value={iso} onChange={setIso} placeholder="de" maxLength={64} isCode />
      <TextField label="Name" value={name} onChange={setName} placeholder={nameInEnglish(code) || 'German'} maxLength={255} />
      <Button icon={Plus} type="submit" isDisabled={code === '' || words === ''}>
        Add
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
    { id: 'rename', label: 'Rename…', run: () => showDialog((close) => <RenameLanguage iso={iso} before={name} close={close} />) },
    { id: 'main', label: 'Make it the main language', isDisabled: isMain, run: () => void send({ do: 'makeMainLocale', iso }) },
    null,
    {
      id: 'remove',
      label: 'Remove…',
      isDanger: true,
      isDisabled: isMain,
      run: () =>
        confirm({
          title: `Remove ${name}?`,
          does: 'Remove',
          says: <p>Everything written in {name} goes with it. Undo brings it back.</p>,
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
      title="Rename the language"
      does="Rename"
      isReady={name.trim() !== ''}
      run={() => send({ do: 'changeLocale', iso, name: name.trim() })}
      onClose={close}
    >
      <TextField label="Name" value={name} onChange={setName} autoFocus selectsAll />
    </FormDialog>
  );
}
