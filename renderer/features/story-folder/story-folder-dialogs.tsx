/** The dialogs that link the open project to a story folder, and that open one as a project. */
import { useState } from 'react';
import { t } from '../../messages/translate.ts';
import { prepareGoToProject } from '../../navigation/router.ts';
import { invoke, shell } from '../../platform/bridge.ts';
import { withBusyIndicator } from '../../state/busy-indicator.ts';
import { openProjectStore } from '../../state/open-project.ts';
import { showDockView } from '../../state/pane-layout.ts';
import { withErrorToast } from '../../state/send-command.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { confirmUnusualFolder, useFolderConfirmation } from '../../ui/confirm-unusual-folder.tsx';
import { FormDialog } from '../../ui/dialog.tsx';
import { showDialog } from '../../ui/dialog-store.ts';
import { TextField } from '../../ui/text-field.tsx';
import { showToast } from '../../ui/toast-queue.ts';

export const showLinkFolderDialog = (): void => showDialog((close) => <LinkFolderDialog close={close} />);

function LinkFolderDialog({ close }: { close: () => void }) {
  const [folder, setFolder] = useState('');
  const [comments, setComments] = useState(true);
  const [perforce, setPerforce] = useState(false);
  const confirmation = useFolderConfirmation(folder);
  const link = async (force: boolean) => {
    const { hash } = openProjectStore.getState();
    if (hash === null) return;
    const linked = await invoke('folder.link', { hash, folder: folder.trim(), settings: { comments, perforce }, force });
    showToast({ tone: 'good', title: t('storyFolder.link.done', { folder: linked.folder }) });
    showDockView('storyFolder');
  };
  return (
    <FormDialog
      title={t('storyFolder.link.title')}
      submitLabel={t('storyFolder.link.confirm')}
      isReady={folder.trim() !== '' && confirmation.isReady}
      run={() => confirmation.run(link)}
      onClose={close}
      width={520}
    >
      <p>{t('storyFolder.link.hint')}</p>
      <FolderField value={folder} onChange={setFolder} />
      <Checkbox isSelected={comments} onChange={setComments}>
        {t('storyFolder.settings.comments')}
      </Checkbox>
      <Checkbox isSelected={perforce} onChange={setPerforce}>
        {t('storyFolder.settings.perforce')}
      </Checkbox>
      {confirmation.checkbox}
    </FormDialog>
  );
}

/** A path; the desktop has a dialog to choose it. */
function FolderField({ value, onChange }: { value: string; onChange: (path: string) => void }) {
  const choose = async () => {
    const path = await withErrorToast(invoke('dialog.openFolder', { title: t('storyFolder.facts.folder') })).catch(() => null);
    if (path !== null) onChange(path);
  };
  return (
    <div className="story-folder-path">
      <TextField
        label={t('storyFolder.facts.folder')}
        value={value}
        onChange={onChange}
        placeholder="/home/name/my-game/story"
        isCode
        autoFocus
      />
      {shell === 'desktop' && <Button onPress={() => void choose()}>{t('storyFolder.choose')}</Button>}
    </div>
  );
}

/** On the desktop, the system asks for the folder; elsewhere, a dialog of the page asks for its path. */
export async function chooseStoryFolder(): Promise<void> {
  if (shell !== 'desktop') {
    showDialog((close) => <OpenFolderDialog close={close} />, { outlivesProject: true });
    return;
  }
  const path = await withErrorToast(invoke('dialog.openFolder', { title: t('storyFolder.open.title') })).catch(() => null);
  if (path !== null) await openStoryFolder(path);
}

export const openStoryFolder = (folder: string): Promise<void> =>
  withErrorToast(confirmUnusualFolder(t('storyFolder.open.title'), (force) => openFolder(folder, force))).catch(() => undefined);

function OpenFolderDialog({ close }: { close: () => void }) {
  const [folder, setFolder] = useState('');
  const confirmation = useFolderConfirmation(folder);
  return (
    <FormDialog
      title={t('storyFolder.open.title')}
      submitLabel={t('storyFolder.open.confirm')}
      isReady={folder.trim() !== '' && confirmation.isReady}
      run={() => confirmation.run((force) => openFolder(folder.trim(), force))}
      onClose={close}
      width={520}
    >
      <p>{t('storyFolder.open.hint')}</p>
      <FolderField value={folder} onChange={setFolder} />
      {confirmation.checkbox}
    </FormDialog>
  );
}

async function openFolder(folder: string, force: boolean): Promise<void> {
  const goToProject = prepareGoToProject();
  const { hash, name } = await withBusyIndicator(t('storyFolder.open.progress'), invoke('folder.open', { folder, force }));
  goToProject(hash);
  showToast({ tone: 'good', title: t('storyFolder.open.done', { name }) });
}
