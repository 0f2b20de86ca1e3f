/** A workspace in words: what its key may do, where the key comes from, how it is. */
import type { Remote } from '../../shared/mirror.ts';
import { remoteWords } from '../words/en/mirror.ts';

export const mayWrite = ({ permissions }: Remote): boolean => permissions?.includes('project:write') ?? true;

export function rightsInWords({ permissions }: Remote): string {
  if (permissions === null) return remoteWords.mayUnknown;
  const words = permissions.map((each) => (each === 'project:read' ? remoteWords.read : remoteWords.write));
  return remoteWords.inWords(words);
}

export function keyInWords({ keyIn, variable }: Remote): string {
  return keyIn === 'environment' ? remoteWords.keyIn.environment(variable ?? '') : remoteWords.keyIn[keyIn];
}

export function stateInWords({ state }: Remote): string {
  return state === 'needs a key' ? remoteWords.states.needsKey : remoteWords.states[state];
}
