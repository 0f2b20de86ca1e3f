/** Where a workspace waits for a key that only the user can give: the way to give it. Nothing where it needs none. */

import { KeyRound } from 'lucide-react';
import type { Remote } from '../../../shared/contracts/sync.ts';
import { t } from '../../messages/translate.ts';
import { Button } from '../../ui/button.tsx';

export const needsKey = ({ state }: Remote): boolean => state === 'needs a key' || state === 'refused';

export function RemoteKeyButton({ remote }: { remote: Remote }) {
  if (!needsKey(remote)) return null;
  const change = async () => (await import('./remote-dialog.tsx')).showEditRemote(remote);
  return (
    <Button icon={KeyRound} onPress={() => void change()}>
      {remote.state === 'refused' ? t('remote.newKeyEntry') : t('remote.giveKey')}
    </Button>
  );
}
