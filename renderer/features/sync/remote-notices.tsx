/** Notices above the project list for remotes that need a key from the user. */

import { TriangleAlert } from 'lucide-react';
import { shallow } from 'zustand/shallow';
import { useStoreWithEqualityFn } from 'zustand/traditional';
import { t } from '../../messages/translate.ts';
import { syncStore } from '../../state/sync-store.ts';
import { needsKey, RemoteKeyButton } from './remote-key-button.tsx';
import './remotes.css';

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
