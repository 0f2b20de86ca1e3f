/** The settings section of remote workspaces: their addresses, the permissions of their keys, and their states. */
import { Plus } from 'lucide-react';
import type { Remote } from '../../../shared/contracts/sync.ts';
import { openDialog } from '../../commands/feature.ts';
import { t } from '../../messages/translate.ts';
import { invoke, shell } from '../../platform/bridge.ts';
import { LocalOnlySection, useLocalOnlyConsent } from '../../records/local-only/local-only-section.tsx';
import { withErrorToast } from '../../state/send-command.ts';
import { loadSyncState, useSyncState } from '../../state/sync-store.ts';
import { useLoaded } from '../../state/use-loaded.ts';
import { Button } from '../../ui/button.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { FormDialog } from '../../ui/dialog.tsx';
import { showDialog } from '../../ui/dialog-store.ts';
import { LoadedContent } from '../../ui/loaded-content.tsx';
import { MenuButton } from '../../ui/menu.tsx';
import { Switch } from '../../ui/switch.tsx';
import { showConnectRemoteDialog, showEditRemoteDialog } from './remote-dialog.tsx';
import { keyLocationLabel, remotePermissionsLabel, remoteStateLabel } from './remote-labels.ts';
import { RemoteKeyButton } from './remote-notices.tsx';
import './sync.css';
import '../../ui/section.css';

export function RemotesSection() {
  const remotes = useSyncState((state) => state.remotes);
  const isLoaded = useSyncState((state) => state.isLoaded);
  return (
    <section className="settings-section">
      <div className="settings-head">
        <h3>{t('remote.title')}</h3>
        <Button icon={Plus} variant="primary" onPress={() => showConnectRemoteDialog()}>
          {t('sync.actions.connect')}
        </Button>
      </div>
      <p>{t('remote.hint')}</p>
      {isLoaded && remotes.length === 0 && <p className="settings-none">{t('remote.none')}</p>}
      {remotes.length > 0 && (
        <DataTable label={t('remote.title')} columns={[t('remote.name'), t('remote.rights.label'), t('remote.state')]}>
          {remotes.map((remote) => (
            <RemoteRow key={remote.name} remote={remote} />
          ))}
        </DataTable>
      )}
      <BackgroundSwitch />
    </section>
  );
}

function RemoteRow({ remote }: { remote: Remote }) {
  const { name, url, message } = remote;
  return (
    <tr>
      <th scope="row">
        {name}
        <span className="remote-line">{url}</span>
        <span className="remote-line">{keyLocationLabel(remote)}</span>
      </th>
      <td>{remotePermissionsLabel(remote)}</td>
      <td>
        {remoteStateLabel(remote)}
        {message !== null && <span className="remote-line">{t(message)}</span>}
        <RemoteKeyButton remote={remote} />
      </td>
      <td>
        <MenuButton label={t('common.more', { name })} entries={remoteMenuEntries(remote)} />
      </td>
    </tr>
  );
}

function remoteMenuEntries(remote: Remote) {
  const { name } = remote;
  return [
    { id: 'browse', label: t('sync.actions.addProjects'), run: () => openDialog('remoteProjects', name) },
    { id: 'change', label: t('remote.changeEntry'), run: () => showEditRemoteDialog(remote) },
    null,
    {
      id: 'remove',
      label: t('remote.removeEntry'),
      isDanger: true,
      run: () => showRemoveRemoteDialog(name),
    },
  ];
}

/** Whether Taleport keeps running when the window is closed. Only the desktop app can run in the background. */
const BackgroundSwitch = () => (shell === 'desktop' ? <DesktopBackgroundSwitch /> : null);

function DesktopBackgroundSwitch() {
  const loaded = useLoaded(() => invoke('window.background', {}), []);
  const flip = (on: boolean) => void withErrorToast(invoke('window.background', { on })).then(loaded.reload, () => undefined);
  return (
    <LoadedContent loaded={loaded}>
      {({ on }) => (
        <div>
          <Switch isSelected={on} onChange={flip}>
            {t('remote.background')}
          </Switch>
          <p className="field-description">{t('remote.backgroundHint')}</p>
        </div>
      )}
    </LoadedContent>
  );
}

const showRemoveRemoteDialog = (name: string): void =>
  showDialog((close) => <RemoveRemoteDialog name={name} close={close} />, { outlivesProject: true });

/** Removes a workspace. Its projects stay here and are no longer synced; what exists only here is listed and has to be confirmed (I28). */
function RemoveRemoteDialog({ name, close }: { name: string; close: () => void }) {
  const projectCount = useSyncState(({ list }) => list.filter(({ remote }) => remote === name).length);
  const consent = useLocalOnlyConsent({ remote: name });
  const remove = async () => {
    await invoke('remote.remove', { name, discard: consent.isAgreed });
    await loadSyncState();
  };
  return (
    <FormDialog
      title={t('remote.removeTitle', { name })}
      submitLabel={t('remote.removeConfirm')}
      confirms="final"
      isReady={consent.isReady}
      run={remove}
      onClose={close}
      width={520}
    >
      <p>{t('remote.removeHint')}</p>
      {projectCount > 0 && <p>{t('remote.removeProjects', { count: projectCount })}</p>}
      <LocalOnlySection consent={consent} hint={t('sync.localOnly.keptHint', { remote: name, count: consent.changes.length })} />
    </FormDialog>
  );
}
