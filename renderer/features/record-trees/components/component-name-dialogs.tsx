/** Dialogs that create a component or folder and that rename one, in the shown language. */
import { localeNameOf, mainLocaleOf } from '../../../../shared/model/kinds/project.ts';
import { t } from '../../../messages/translate.ts';
import { insertIndex } from '../../../navigation/record-trees/tree-state.ts';
import { componentTreeStore, revealComponent } from '../../../navigation/record-trees/tree-stores.ts';
import { recordName } from '../../../records/names/record-names.ts';
import { useLanguage } from '../../../records/names/story-languages.ts';
import { componentTree } from '../../../records/trees/record-tree.ts';
import { openProjectStore, useRecord } from '../../../state/open-project.ts';
import { createFromDialog, sendCommand } from '../../../state/send-command.ts';
import { showDialog } from '../../../ui/dialog-store.ts';
import { NameDialog, RenameDialog } from '../../../ui/name-dialog.tsx';
import { useCloseWhenGone } from '../../../ui/use-close-when-gone.ts';

type ComponentEntryType = 'component' | 'folder';

/** `near`: the folder it goes into, or the component it goes after; by default the selected one. */
export const showNewComponentDialog = (type: ComponentEntryType, near?: string): void =>
  showDialog((close) => <NewComponentDialog type={type} near={near} close={close} />);

/** The name is stored in the main language, which others fall back to. */
function NewComponentDialog({ type, near, close }: { type: ComponentEntryType; near: string | undefined; close: () => void }) {
  const { main, locales } = useLanguage();
  const create = async (name: string) => {
    const position = componentTreeStore.insertPositionNear(near);
    const at = insertIndex(componentTree, position);
    const fields = { type, parentId: position.folder, name };
    const id = await createFromDialog({ do: 'create', kind: 'component', fields, at });
    if (id !== null) revealComponent(id, position.folder);
  };
  const description = locales.length > 1 ? t('components.newHintIn', { language: localeNameOf(locales, main) }) : t('components.newHint');
  return (
    <NameDialog
      title={type === 'component' ? t('components.newComponentTitle') : t('components.newComponentFolder')}
      defaultName={type === 'component' ? t('components.untitledComponent') : t('components.newFolderName')}
      description={type === 'folder' ? undefined : description}
      create={create}
      close={close}
    />
  );
}

export const showRenameComponentDialog = (id: string): void => showDialog((close) => <RenameComponentDialog id={id} close={close} />);

function RenameComponentDialog({ id, close }: { id: string; close: () => void }) {
  const { project } = openProjectStore.getState();
  const { iso, locales } = useLanguage();
  const component = useRecord('component', id);
  useCloseWhenGone(component, close);
  if (!component) return null;
  const hasLanguages = locales.length > 1;
  return (
    <RenameDialog
      subject={component}
      title={t(`components.rename.title.${component.type}`)}
      name={recordName(project, id)}
      label={hasLanguages ? t('components.nameIn', { name: localeNameOf(locales, iso) }) : t('common.name')}
      description={hasLanguages && iso === mainLocaleOf(locales) ? t('components.renameHint') : undefined}
      rename={(text) => sendCommand({ do: 'change', kind: 'component', id, fields: { name: { [iso]: { text } } } })}
      close={close}
    />
  );
}
