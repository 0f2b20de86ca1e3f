/** What the settings show, as the program tells it, for as long as they are open. The value of a key never comes here. */
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { ServiceState } from '../../shared/ipc/answers.ts';
import type { ApiKey, Member, Workspace } from '../../shared/people.ts';
import { Problem } from '../../shared/problem.ts';
import { ask, onEvents, onReconnect } from '../bridge.ts';

export interface People {
  readonly workspace: Workspace;
  readonly members: readonly Member[];
  readonly keys: readonly ApiKey[];
}
interface Settings {
  /** null until it has been read. */
  readonly people: People | null;
  readonly service: ServiceState | null;
  readonly peopleProblem: Problem | null;
  readonly serviceProblem: Problem | null;
}

const nothing: Settings = { people: null, service: null, peopleProblem: null, serviceProblem: null };
const settings = createStore<Settings>(() => nothing);
let reading = 0;

/** Reads everything now and whenever it changes; the function it gives ends that. */
export function followSettings(): () => void {
  const readAll = () => {
    void readPeople();
    void readService();
  };
  readAll();
  const stops = [
    onReconnect(readAll),
    onEvents((events) => {
      for (const event of events) if (event.event === 'service.changed') takeService(event.state);
      if (events.some(({ event }) => event === 'people.changed')) void readPeople();
    }),
  ];
  return () => {
    for (const stop of stops) stop();
    settings.setState(nothing);
  };
}

/** Of several readings under way only the last counts. */
async function readPeople(): Promise<void> {
  const mine = ++reading;
  try {
    const [workspace, members, keys] = await Promise.all([ask('workspace.show', {}), ask('member.list', {}), ask('key.list', {})]);
    if (mine === reading) settings.setState({ people: { workspace, members, keys }, peopleProblem: null });
  } catch (error) {
    if (mine === reading) settings.setState({ peopleProblem: Problem.from(error) });
  }
}

async function readService(): Promise<void> {
  try {
    takeService(await ask('service.state', {}));
  } catch (error) {
    settings.setState({ serviceProblem: Problem.from(error) });
  }
}

const takeService = (service: ServiceState): void => settings.setState({ service, serviceProblem: null });

export async function setService(on: boolean, port?: number): Promise<void> {
  try {
    takeService(await ask('service.set', { on, ...(port !== undefined && { port }) }));
  } catch (error) {
    settings.setState({ serviceProblem: Problem.from(error) });
  }
}

export const useSettings = <T>(selector: (state: Settings) => T): T => useStore(settings, selector);
