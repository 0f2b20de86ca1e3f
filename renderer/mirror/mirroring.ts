/** Projects that were chosen to be mirrored, until they are here, and the one that is to be opened then. The program fetches them; this only tells of it. */
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { MirrorStatus, RemoteProject } from '../../shared/mirror.ts';
import { Problem } from '../../shared/problem.ts';
import { ask } from '../bridge.ts';
import { mirrors, putMirrors } from '../state/mirrors.ts';
import { tell } from '../ui/toasts.ts';
import { choosingWords } from '../words/en/mirror.ts';

interface Chosen {
  readonly remote: string;
  readonly project: RemoteProject;
}

interface Mirroring {
  readonly chosen: readonly Chosen[];
  /** Those of them that the program knows of. */
  readonly told: readonly string[];
  /** Why some could not be mirrored, by workspace and hash there. */
  readonly failed: Readonly<Record<string, string>>;
  /** What is opened as soon as it is here. */
  readonly wanted: string | null;
}

export const mirroring = createStore<Mirroring>(() => ({ chosen: [], told: [], failed: {}, wanted: null }));
export const useMirroring = <T>(selector: (state: Mirroring) => T): T => useStore(mirroring, selector);
export const keyOf = (remote: string, hash: string): string => `${remote}/${hash}`;

/** Adds projects to what is being mirrored; ends when all of it is done. */
export async function mirrorAll(remote: string, projects: readonly RemoteProject[]): Promise<void> {
  const { chosen, failed } = mirroring.getState();
  const isRunning = chosen.length > 0;
  mirroring.setState({
    chosen: [...chosen, ...projects.map((project) => ({ remote, project }))],
    failed: isRunning ? failed : {},
  });
  await Promise.all(projects.map((project) => add(remote, project, { later: true })));
  if (!isRunning) await untilHere();
}

/** It comes before all others, chosen or not; who shows the list goes there when it is here. */
export async function openNow(remote: string, project: RemoteProject): Promise<void> {
  const key = keyOf(remote, project.hash);
  mirroring.setState(({ failed: { [key]: _, ...failed } }) => ({ wanted: key, failed }));
  await add(remote, project, { open: true });
}

async function add(remote: string, { hash }: RemoteProject, how: { later: true } | { open: true }): Promise<void> {
  try {
    putMirrors([await ask('mirror.add', { remote, hash, ...how })]);
    mirroring.setState(({ told }) => ({ told: [...told, keyOf(remote, hash)] }));
  } catch (error) {
    const key = keyOf(remote, hash);
    const { message } = Problem.from(error);
    mirroring.setState(({ failed, wanted }) => ({ failed: { ...failed, [key]: message }, wanted: wanted === key ? null : wanted }));
  }
}

/** Those of the chosen that are here, or will not be: they failed, or somebody has stopped them. */
export const settled = ({ chosen, told, failed }: Mirroring, list: readonly MirrorStatus[]): readonly Chosen[] =>
  chosen.filter(({ remote, project }) => {
    const key = keyOf(remote, project.hash);
    const status = list.find((each) => each.remote === remote && each.there === project.hash);
    return key in failed || (status ? status.isHere : told.includes(key));
  });

async function untilHere(): Promise<void> {
  const isDone = () => settled(mirroring.getState(), mirrors.getState().list).length === mirroring.getState().chosen.length;
  await new Promise<void>((go) => {
    const look = () => {
      if (!isDone()) return;
      for (const end of ends) end();
      go();
    };
    const ends = [mirrors.subscribe(look), mirroring.subscribe(look)];
    look();
  });
  const { chosen, failed } = mirroring.getState();
  mirroring.setState({ chosen: [], told: [] });
  const failures = chosen.flatMap(({ remote, project }) => failed[keyOf(remote, project.hash)] ?? []);
  if (chosen.length > failures.length) tell({ tone: 'good', title: choosingWords.done(chosen.length - failures.length) });
  if (failures.length > 0) tell({ tone: 'bad', title: choosingWords.failed(failures.length), lines: failures });
}
