/** The data of the settings dialog, kept up to date while it is open. It never contains the value of an API key. */
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { ApiKey, Member, Workspace } from '../../../shared/contracts/accounts.ts';
import type { BackendEvent } from '../../../shared/contracts/ipc/events.ts';
import type { RestServiceStatus } from '../../../shared/contracts/ipc/results.ts';
import { Problem } from '../../../shared/problem.ts';
import { invoke, onEvents, onReconnect } from '../../platform/bridge.ts';
import { loadWithEvents } from '../../state/load-with-events.ts';

export interface AccountSettings {
  readonly workspace: Workspace;
  readonly members: readonly Member[];
  readonly keys: readonly ApiKey[];
}
interface SettingsState {
  /** null until it has been loaded. */
  readonly accounts: AccountSettings | null;
  readonly service: RestServiceStatus | null;
  readonly accountsProblem: Problem | null;
  readonly serviceProblem: Problem | null;
}

const initialState: SettingsState = { accounts: null, service: null, accountsProblem: null, serviceProblem: null };
const settingsStore = createStore<SettingsState>(() => initialState);
let lastRequest = 0;

/** Loads everything now and whenever it changes. Returns a function that stops watching. */
export function watchSettings(): () => void {
  const readAll = () => {
    void loadAccounts();
    void loadService();
  };
  readAll();
  const unsubscribers = [
    onReconnect(readAll),
    onEvents((events) => {
      const state = lastServiceState(events);
      if (state) storeService(state);
      if (events.some(({ event }) => event === 'accounts.changed')) void loadAccounts();
    }),
  ];
  return () => {
    for (const unsubscribe of unsubscribers) unsubscribe();
    settingsStore.setState(initialState);
  };
}

/** If requests overlap, only the last one is used. */
async function loadAccounts(): Promise<void> {
  const request = ++lastRequest;
  try {
    const [workspace, members, keys] = await Promise.all([
      invoke('workspace.show', {}),
      invoke('member.list', {}),
      invoke('apiKey.list', {}),
    ]);
    if (request === lastRequest) settingsStore.setState({ accounts: { workspace, members, keys }, accountsProblem: null });
  } catch (error) {
    if (request === lastRequest) settingsStore.setState({ accountsProblem: Problem.from(error) });
  }
}

async function loadService(): Promise<void> {
  try {
    const request = () => invoke('service.state', {});
    storeService(await loadWithEvents<RestServiceStatus>(request, (state, events) => lastServiceState(events) ?? state));
  } catch (error) {
    settingsStore.setState({ serviceProblem: Problem.from(error) });
  }
}

const lastServiceState = (events: readonly BackendEvent[]): RestServiceStatus | undefined =>
  events.flatMap((event) => (event.event === 'service.changed' ? [event.state] : [])).at(-1);

const storeService = (service: RestServiceStatus): void => settingsStore.setState({ service, serviceProblem: null });

export async function setRestService(on: boolean, port?: number): Promise<void> {
  try {
    await invoke('service.set', { on, ...(port !== undefined && { port }) });
  } catch (error) {
    settingsStore.setState({ serviceProblem: Problem.from(error) });
  }
}

export const useSettings = <T>(selector: (state: SettingsState) => T): T => useStore(settingsStore, selector);
