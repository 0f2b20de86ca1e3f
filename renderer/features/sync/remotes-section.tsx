/** The settings section of remote workspaces: their addresses, the permissions of their keys, and their states. */

import { Plus } from 'lucide-react';
import type { Remote } from '../../../shared/contracts/sync.ts';
import { openDialog } from '../../commands/feature.ts';
import { t } from '../../messages/translate.ts';
import { useSyncState } from '../../state/sync-store.ts';
import { Button } from '../../ui/button.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { MenuButton } from '../../ui/menu.tsx';
import { BackgroundSwitch } from './background-switch.tsx';
import { showConnectRemoteDialog, showEditRemoteDialog } from './remote-dialog.tsx';
import { RemoteKeyButton } from './remote-key-button.tsx';
import { keyLocationLabel, remotePermissionsLabel, remoteStateLabel } from './remote-labels.ts';
import { showRemoveRemoteDialog } from './remove-remote-dialog.tsx';
import './remotes.css';
import '../../ui/section.css';

export function RemotesSection() {
  const remotes = useSyncState((state) => state.remotes);
  const isLoaded = useSyncState((state) => state.isLoaded);
  return (
    <section className="settings-section">
      <div className="settings-head">
        <h3>{t('remote.title')}</h3>
        <Button icon={Plus} variant="primary" onPress={() => showConnectRemoteDialog()}>
          {t('remote.connectEntry')}
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
    { id: 'browse', label: t('remote.chooseProjectsEntry'), run: () => openDialog('remoteProjects', name) },
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
