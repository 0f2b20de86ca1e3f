/** Above the list of projects: the way to the projects of a workspace, or to the first workspace. */

import { ActionButton } from '../../commands/action-button.tsx';
import { t } from '../../messages/translate.ts';
import { useSyncState } from '../../state/sync-store.ts';

export function RemoteProjectsButton() {
  const hasRemotes = useSyncState(({ remotes }) => remotes.length > 0);
  return <ActionButton name="browseRemoteProjects">{hasRemotes ? t('sync.browse') : t('remote.connect')}</ActionButton>;
}
