/** Above the list of projects: workspaces that wait for something only the user can give. */
import { TriangleAlert } from 'lucide-react';
import { useStore } from 'zustand';
import { useShallow } from 'zustand/react/shallow';
import { mirrors } from '../state/mirrors.ts';
import { remoteWords } from '../words/en/mirror.ts';
import { KeyButton, needsKey } from './key-button.tsx';
import './remotes.css';

export function RemoteNotices() {
  const waiting = useStore(
    mirrors,
    useShallow(({ remotes }) => remotes.filter(needsKey)),
  );
  return waiting.map((remote) => (
    <div key={remote.name} className="remote-notice" role="status">
      <TriangleAlert size={16} aria-hidden />
      <p>
        <strong>{remote.name}</strong> {remote.why ?? remoteWords.states.needsKey}
      </p>
      <KeyButton remote={remote} />
    </div>
  ));
}
