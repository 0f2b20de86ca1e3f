/** The calls of the mirror. Being built: until then each says so. */
import { calls } from '../../shared/ipc.ts';
import { Problem } from '../../shared/problem.ts';
import type { MirrorHandlers } from './handlers.ts';

export function mirrorHandlers(): MirrorHandlers {
  const refuse = (name: string) => () => {
    throw new Problem('unsupported', `${name} is not there yet.`);
  };
  const names = Object.keys(calls).filter((name) => /^(remote|mirror|question|record)\./.test(name));
  return Object.fromEntries(names.map((name) => [name, refuse(name)])) as unknown as MirrorHandlers;
}
