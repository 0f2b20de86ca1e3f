/** Where a workspace waits for a key that only the user can give: the way to give it. Nothing where it needs none. */
import { KeyRound } from 'lucide-react';
import type { Remote } from '../../shared/mirror.ts';
import { Button } from '../ui/button.tsx';
import { remoteWords } from '../words/en/mirror.ts';

export const needsKey = ({ state }: Remote): boolean => state === 'needs a key' || state === 'refused';

export function KeyButton({ remote }: { remote: Remote }) {
  if (!needsKey(remote)) return null;
  const change = async () => (await import('./remote-dialog.tsx')).showChangeRemote(remote);
  return (
    <Button icon={KeyRound} onPress={() => void change()}>
      {remote.state === 'refused' ? remoteWords.newKeyEntry : remoteWords.giveKey}
    </Button>
  );
}
