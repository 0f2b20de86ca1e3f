/** Another implementation, at a base address and with a key: only HTTP, and its rate limits are waited out. */
import { cannot, type Place } from './place.ts';

export const remotePlace = (base: string, key: string): Place => ({
  name: base,
  offers: new Set(),
  additionalFields: () => [],
  open: async () => ({
    key,
    waits: true,
    made: [],
    ask: cannot('be asked for people'),
    advance: cannot('move the clock'),
    fail: cannot('fail'),
    otherWorkspace: cannot('make a workspace'),
    fetch: (path, init) => fetch(`${base.replace(/\/$/, '')}${path}`, { redirect: 'manual', ...init }),
    close: async () => undefined,
  }),
});
