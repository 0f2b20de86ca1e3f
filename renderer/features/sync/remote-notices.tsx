/** Notices above the project list for remotes that need a key from the user. */
import { KeyRound, TriangleAlert } from 'lucide-react';
import { shallow } from 'zustand/shallow';
import { useStoreWithEqualityFn } from 'zustand/traditional';
import type { Remote } from '../../../shared/contracts/sync.ts';
import { openDialog } from '../../commands/feature.ts';
import { t } from '../../messages/translate.ts';
import { syncStore } from '../../state/sync-store.ts';
import { Button } from '../../ui/button.tsx';
import './sync.css';

export function RemoteNotices() {
  const waiting = useStoreWithEqualityFn(syncStore, ({ remotes }) => remotes.filter(needsKey), shallow);
  return waiting.map((remote) => (
    <div key={remote.name} className="remote-notice" role="status">
      <TriangleAlert size={16} aria-hidden />
      <p>
        <strong>{remote.name}</strong> {t(remote.message ?? { key: 'remote.states.needsKey' })}
      </p>
      <RemoteKeyButton remote={remote} />
    </div>
  ));
}

export const needsKey = ({ state }: Remote): boolean => state === 'needsKey' || state === 'keyRejected';

/** The button that opens the key field of a remote. Renders nothing if the remote does not need a key. */
export function RemoteKeyButton({ remote }: { remote: Remote }) {
  if (!needsKey(remote)) return null;
  return (
    <Button icon={KeyRound} onPress={() => openDialog('editRemote', remote)}>
      {remote.state === 'keyRejected' ? t('remote.newKeyEntry') : t('remote.enterKey')}
    </Button>
  );
}
