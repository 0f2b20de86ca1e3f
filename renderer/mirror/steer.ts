/** What one tells a mirror, or all of them: look now, pause, go on. Refusals are told as toasts. */

import { ask } from '../bridge.ts';
import { mirrorOf, mirrors, putMirrors } from '../state/mirrors.ts';
import { told } from '../state/send.ts';

/** null: all. */
export type Which = string | null;
const named = (hash: Which) => (hash === null ? {} : { hash });

export async function lookNow(hash: Which): Promise<void> {
  putMirrors(await told(ask('mirror.run', named(hash))));
}

/** A number of minutes, or until told otherwise. */
export async function pause(hash: Which, minutes: number | 'open'): Promise<void> {
  const until = minutes === 'open' ? null : new Date(Date.now() + minutes * 60_000).toISOString();
  putMirrors(await told(ask('mirror.pause', { ...named(hash), until })));
}

export async function goOn(hash: Which): Promise<void> {
  putMirrors(await told(ask('mirror.pause', { ...named(hash), until: 'now' })));
}

export const isPaused = (hash: Which): boolean =>
  hash === null ? mirrors.getState().list.every(({ state }) => state === 'paused') : mirrorOf(hash)?.state === 'paused';

export const pauseOrGoOn = (hash: Which): Promise<void> => (isPaused(hash) ? goOn(hash) : pause(hash, 'open'));
