/** The button above the project list that opens the projects of a remote, or connects the first remote. */

import { ActionButton } from '../../commands/action-button.tsx';
import { t } from '../../messages/translate.ts';
import { useSyncState } from '../../state/sync-store.ts';

export function RemoteProjectsButton() {
  const hasRemotes = useSyncState(({ remotes }) => remotes.length > 0);
  return <ActionButton name="browseRemoteProjects">{hasRemotes ? t('sync.actions.addProjects') : t('sync.actions.connect')}</ActionButton>;
}
