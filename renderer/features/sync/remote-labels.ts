/** A workspace in words: what its key may do, where the key comes from, how it is. */
import type { Remote } from '../../../shared/contracts/sync.ts';
import { remoteMessages } from '../../messages/en/sync.ts';

export const canWriteToRemote = ({ permissions }: Remote): boolean => permissions?.includes('project:write') ?? true;

export function remotePermissionsLabel({ permissions }: Remote): string {
  if (permissions === null) return remoteMessages.mayUnknown;
  const words = permissions.map((each) => (each === 'project:read' ? remoteMessages.read : remoteMessages.write));
  return remoteMessages.inWords(words);
}

export function keyLocationLabel({ keyIn, variable }: Remote): string {
  return keyIn === 'environment' ? remoteMessages.keyIn.environment(variable ?? '') : remoteMessages.keyIn[keyIn];
}

export function remoteStateLabel({ state }: Remote): string {
  return state === 'needs a key' ? remoteMessages.states.needsKey : remoteMessages.states[state];
}
