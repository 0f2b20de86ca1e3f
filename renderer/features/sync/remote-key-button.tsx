/** The button that opens the key field of a remote. Renders nothing if the remote does not need a key. */

import { KeyRound } from 'lucide-react';
import type { Remote } from '../../../shared/contracts/sync.ts';
import { openDialog } from '../../commands/feature.ts';
import { t } from '../../messages/translate.ts';
import { Button } from '../../ui/button.tsx';

export const needsKey = ({ state }: Remote): boolean => state === 'needsKey' || state === 'keyRejected';

export function RemoteKeyButton({ remote }: { remote: Remote }) {
  if (!needsKey(remote)) return null;
  return (
    <Button icon={KeyRound} onPress={() => openDialog('editRemote', remote)}>
      {remote.state === 'keyRejected' ? t('remote.newKeyEntry') : t('remote.enterKey')}
    </Button>
  );
}
