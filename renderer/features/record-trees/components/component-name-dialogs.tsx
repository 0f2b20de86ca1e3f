/** A new component or folder, and another name for one, in the language that is shown. */

import { useState } from 'react';
import { t } from '../../../messages/translate.ts';
import { insertPositionNear, revealComponent } from '../../../navigation/components/component-tree-state.ts';
import { invoke } from '../../../platform/bridge.ts';
import { mainLocaleOf, recordName, useLanguage } from '../../../records/names/record-names.ts';
import { openProjectStore } from '../../../state/open-project.ts';
import { sendCommand } from '../../../state/send-command.ts';
import { FormDialog } from '../../../ui/dialog.tsx';
import { showDialog } from '../../../ui/dialog-store.ts';
import { NameDialog } from '../../../ui/name-dialog.tsx';
import { TextField } from '../../../ui/text-field.tsx';

type ComponentEntryType = 'component' | 'folder';

/** `near`: the folder it goes into, or the component it goes after; without it, the one that is chosen. */
export const showNewComponentDialog = (type: ComponentEntryType, near?: string): void =>
  showDialog((close) => <NewComponentDialog type={type} near={near} close={close} />);

/** The name is the main language's: until a language has one of its own, it shows that one. */
function NewComponentDialog({ type, near, close }: { type: ComponentEntryType; near: string | undefined; close: () => void }) {
  const { main, locales } = useLanguage();
  const create = async (name: string) => {
    const { hash } = openProjectStore.getState();
    if (hash === null) return;
    const { parentId, at } = insertPositionNear(near);
    const fields = { type, parentId, name };
    const { ids } = await invoke('project.send', { hash, command: { do: 'create', kind: 'component', fields, at } });
    if (ids[0] !== undefined) revealComponent(ids[0], parentId);
  };
  return (
    <NameDialog
      title={type === 'component' ? t('components.newComponentTitle') : t('components.newComponentFolder')}
      defaultName={type === 'component' ? t('components.untitledComponent') : t('components.newFolderName')}
      description={
        type === 'folder'
          ? undefined
          : locales.length > 1
            ? t('components.newHintIn', { language: languageName(locales, main) })
            : t('components.newHint')
      }
      create={create}
      close={close}
    />
  );
}

const languageName = (locales: readonly { iso: string; name: string }[], iso: string): string =>
  locales.find((each) => each.iso === iso)?.name ?? iso;

export const showRenameComponentDialog = (id: string): void => showDialog((close) => <RenameComponentDialog id={id} close={close} />);

function RenameComponentDialog({ id, close }: { id: string; close: () => void }) {
  const { project } = openProjectStore.getState();
  const { iso, locales } = useLanguage();
  const component = project.find('component', id);
  const [name, setName] = useState(recordName(project, id));
  if (!component) return null;
  const text = name.trim();
  return (
    <FormDialog
      title={t(`components.renameThe.${component.type}`)}
      submitLabel={t('common.rename')}
      isReady={text !== ''}
      run={() => sendCommand({ do: 'change', kind: 'component', id, fields: { name: { [iso]: { text } } } })}
      onClose={close}
    >
      <TextField
        label={locales.length > 1 ? t('components.nameIn', { name: languageName(locales, iso) }) : t('common.name')}
        value={name}
        onChange={setName}
        autoFocus
        selectsAll
        description={locales.length > 1 && iso === mainLocaleOf(locales) ? t('components.renameHint') : undefined}
      />
    </FormDialog>
  );
}
