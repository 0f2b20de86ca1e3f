/** The settings' section of hosted workspaces: which are connected, what their keys may do, how they are. */
import { Plus } from 'lucide-react';
import type { Remote } from '../../shared/mirror.ts';
import { ask } from '../bridge.ts';
import { readMirrors, useMirrors } from '../state/mirrors.ts';
import { Button } from '../ui/button.tsx';
import { confirm } from '../ui/dialog.tsx';
import { MenuButton } from '../ui/menu.tsx';
import { commonWords } from '../words/en/common.ts';
import { remoteWords } from '../words/en/mirror.ts';
import { BackgroundSwitch } from './background-switch.tsx';
import { KeyButton } from './key-button.tsx';
import { showChangeRemote, showConnect } from './remote-dialog.tsx';
import { keyInWords, rightsInWords, stateInWords } from './remote-words.ts';
import { showBrowse } from './show-mirror.ts';
import './remotes.css';

export function RemotesSection() {
  const remotes = useMirrors((state) => state.remotes);
  const isRead = useMirrors((state) => state.isRead);
  return (
    <section className="settings-section">
      <div className="settings-head">
        <h3>{remoteWords.title}</h3>
        <Button icon={Plus} look="primary" onPress={showConnect}>
          {remoteWords.connect}
        </Button>
      </div>
      <p>{remoteWords.says}</p>
      {isRead && remotes.length === 0 && <p className="settings-none">{remoteWords.none}</p>}
      {remotes.length > 0 && (
        <table className="settings-table" aria-label={remoteWords.title}>
          <thead>
            <tr>
              <th scope="col">{remoteWords.name}</th>
              <th scope="col">{remoteWords.may}</th>
              <th scope="col">{remoteWords.state}</th>
              <td />
            </tr>
          </thead>
          <tbody>
            {remotes.map((remote) => (
              <RemoteRow key={remote.name} remote={remote} />
            ))}
          </tbody>
        </table>
      )}
      <BackgroundSwitch />
    </section>
  );
}

function RemoteRow({ remote }: { remote: Remote }) {
  const { name, url, why } = remote;
  return (
    <tr>
      <th scope="row">
        {name}
        <span className="remote-line">{url}</span>
        <span className="remote-line">{keyInWords(remote)}</span>
      </th>
      <td>{rightsInWords(remote)}</td>
      <td>
        {stateInWords(remote)}
        {why !== null && <span className="remote-line">{why}</span>}
        <KeyButton remote={remote} />
      </td>
      <td>
        <MenuButton label={commonWords.more(name)} entries={entriesFor(remote)} />
      </td>
    </tr>
  );
}

function entriesFor(remote: Remote) {
  const { name } = remote;
  return [
    { id: 'browse', label: remoteWords.browseEntry, run: () => void showBrowse(name) },
    { id: 'change', label: remoteWords.changeEntry, run: () => showChangeRemote(remote) },
    null,
    {
      id: 'remove',
      label: remoteWords.removeEntry,
      isDanger: true,
      run: () =>
        confirm({
          title: remoteWords.removeTitle(name),
          does: remoteWords.removeDoes,
          says: <RemoveSays name={name} />,
          run: async () => {
            await ask('remote.remove', { name });
            await readMirrors();
          },
        }),
    },
  ];
}

function RemoveSays({ name }: { name: string }) {
  const count = useMirrors(({ list }) => list.filter(({ remote }) => remote === name).length);
  return <p>{count === 0 ? remoteWords.removeSays : remoteWords.removeBusy(count)}</p>;
}
