/** Workspaces that wait for something only the user can give: a key that could not be kept, or one that is refused. */
import { KeyRound } from 'lucide-react';
import { useStore } from 'zustand';
import { useShallow } from 'zustand/react/shallow';
import type { Remote } from '../../shared/mirror.ts';
import { mirrors } from '../state/mirrors.ts';
import { Button } from '../ui/button.tsx';
import { remoteWords } from '../words/en/mirror.ts';
import './remotes.css';

export function RemoteNotices() {
  const waiting = useStore(
    mirrors,
    useShallow(({ remotes }) => remotes.filter(({ state }) => state === 'needs a key' || state === 'refused')),
  );
  return waiting.map((remote) => <Notice key={remote.name} remote={remote} />);
}

function Notice({ remote }: { remote: Remote }) {
  const { name, why, state } = remote;
  const change = async () => (await import('./remote-dialog.tsx')).showChangeRemote(remote);
  return (
    <div className="remote-notice" role="status">
      <KeyRound size={16} aria-hidden />
      <p>
        <strong>{name}:</strong> {why ?? remoteWords.states.needsKey}
      </p>
      <Button onPress={() => void change()}>{state === 'refused' ? remoteWords.newKeyEntry : remoteWords.giveKey}</Button>
    </div>
  );
}
