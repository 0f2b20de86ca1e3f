/** Handlers of the calls that start, stop and configure the REST service. */
import type { HandlersFor } from '../../shared/contracts/ipc/call-types.ts';
import type { ServiceListeners } from './service-listeners.ts';

export const createServiceHandlers = (listeners: ServiceListeners): HandlersFor<'service'> => ({
  'service.state': () => listeners.state(),
  'service.start': (input, clientSignal?: AbortSignal) => listeners.start(input, clientSignal),
  'service.stop': async ({ id }) => {
    await listeners.stop(id);
    return null;
  },
  'service.set': async ({ on, port }) => {
    await listeners.updateSettings({ on, port });
    return listeners.state();
  },
});
