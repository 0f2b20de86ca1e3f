/** Labels of a remote: the permissions of its key, where the key is stored, and its state. */

import type { Remote } from '../../../shared/contracts/sync.ts';
import { t } from '../../messages/translate.ts';

export const canWriteToRemote = ({ permissions }: Remote): boolean => permissions?.includes('project:write') ?? true;

export function remotePermissionsLabel({ permissions }: Remote): string {
  if (permissions === null) return t('remote.rights.unknown');
  const labels = permissions.map((each) => (each === 'project:read' ? t('remote.rights.read') : t('remote.rights.write')));
  return t('remote.rights.listed', { rights: labels });
}

export function keyLocationLabel({ keyIn, variable }: Remote): string {
  return keyIn === 'environment' ? t('remote.keyIn.environment', { variable: variable ?? '' }) : t(`remote.keyIn.${keyIn}`);
}

export function remoteStateLabel({ state }: Remote): string {
  return t(`remote.states.${state}`);
}
