/** Notices above the project list for remotes that need a key from the user. */

import { TriangleAlert } from 'lucide-react';
import { useStore } from 'zustand';
import { useShallow } from 'zustand/react/shallow';
import { t } from '../../messages/translate.ts';
import { syncStore } from '../../state/sync-store.ts';
import { needsKey, RemoteKeyButton } from './remote-key-button.tsx';
import './remotes.css';

export function RemoteNotices() {
  const waiting = useStore(
    syncStore,
    useShallow(({ remotes }) => remotes.filter(needsKey)),
  );
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
