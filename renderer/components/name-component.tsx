/** A new component or folder, and another name for one, in the language that is shown. */
import { useState } from 'react';
import { ask } from '../bridge.ts';
import { openProject } from '../state/open-project.ts';
import { send } from '../state/send.ts';
import { mainOf, nameOf, useLanguage } from '../state/use-words.ts';
import { FormDialog } from '../ui/dialog.tsx';
import { showDialog } from '../ui/dialogs.ts';
import { NameForm } from '../ui/name-form.tsx';
import { TextField } from '../ui/text-field.tsx';
import { commonWords } from '../words/en/common.ts';
import { componentsWords } from '../words/en/components.ts';
import { revealComponent, spotNear } from './pane-state.ts';

type Type = 'component' | 'folder';

/** `near`: the folder it goes into, or the component it goes after; without it, the one that is chosen. */
export const showNewComponent = (type: Type, near?: string): void =>
  showDialog((close) => <NewComponent type={type} near={near} close={close} />);

/** The name is the main language's: until a language has one of its own, it shows that one. */
function NewComponent({ type, near, close }: { type: Type; near: string | undefined; close: () => void }) {
  const { main, locales } = useLanguage();
  const create = async (name: string) => {
    const { hash } = openProject.getState();
    if (hash === null) return;
    const { parentId, at } = spotNear(near);
    const fields = { type, parentId, name };
    const { ids } = await ask('project.send', { hash, command: { do: 'create', kind: 'component', fields, at } });
    if (ids[0] !== undefined) revealComponent(ids[0], parentId);
  };
  return (
    <NameForm
      title={type === 'component' ? componentsWords.newComponentTitle : componentsWords.newComponentFolder}
      unnamed={type === 'component' ? componentsWords.untitledComponent : componentsWords.newFolderName}
      description={
        type === 'folder' ? undefined : locales.length > 1 ? componentsWords.whatOneIn(wordFor(locales, main)) : componentsWords.whatOne
      }
      create={create}
      close={close}
    />
  );
}

const wordFor = (locales: readonly { iso: string; name: string }[], iso: string): string =>
  locales.find((each) => each.iso === iso)?.name ?? iso;

export const showRenameComponent = (id: string): void => showDialog((close) => <RenameComponent id={id} close={close} />);

function RenameComponent({ id, close }: { id: string; close: () => void }) {
  const { project } = openProject.getState();
  const { iso, locales } = useLanguage();
  const component = project.find('component', id);
  const [name, setName] = useState(nameOf(project, id));
  if (!component) return null;
  const text = name.trim();
  return (
    <FormDialog
      title={componentsWords.renameThe[component.type]}
      does={commonWords.rename}
      isReady={text !== ''}
      run={() => send({ do: 'change', kind: 'component', id, fields: { name: { [iso]: { text } } } })}
      onClose={close}
    >
      <TextField
        label={locales.length > 1 ? componentsWords.nameIn(wordFor(locales, iso)) : commonWords.name}
        value={name}
        onChange={setName}
        autoFocus
        selectsAll
        description={locales.length > 1 && iso === mainOf(locales) ? componentsWords.itsNamesStay : undefined}
      />
    </FormDialog>
  );
}
