/** Two Taleports in one process: one serves its projects over loopback, the other mirrors them. */

import { askOf, type Manner, type OwnParts, openParts } from '../../../../main/parts.ts';
import { realWorld } from '../../../../main/world.ts';
import type { SingleCommand } from '../../../../shared/commands.ts';
import type { Snapshot } from '../../../../shared/ipc/answers.ts';
import type { Ask } from '../../../../shared/ipc/ask.ts';
import type { Event } from '../../../../shared/ipc/events.ts';
import type { AnyRecord } from '../../../../shared/kinds/all.ts';
import type { MirrorStatus } from '../../../../shared/mirror.ts';
import { Project } from '../../../../shared/project.ts';

export interface Side {
  readonly parts: OwnParts;
  readonly ask: Ask;
  readonly events: Event[];
  /** The project as a reader of it has it. */
  project(hash: string): Promise<Project>;
  send(hash: string, command: SingleCommand): Promise<readonly string[]>;
  close(): Promise<void>;
}

export async function openSide(folder: string | null = null, manner: Manner = {}): Promise<Side> {
  const parts = await openParts(folder, realWorld, (line) => console.error(line), manner);
  const ask = askOf(parts);
  const events: Event[] = [];
  parts.onEvents((batch) => events.push(...batch));
  return {
    parts,
    ask,
    events,
    project: async (hash) => projectOf(await ask('project.read', { hash })),
    send: async (hash, command) => (await ask('project.send', { hash, command })).ids,
    close: () => parts.close(),
  };
}

const projectOf = ({ records }: Snapshot): Project => new Project(records.flatMap((piece) => JSON.parse(piece) as AnyRecord[]));

/** A side that is served, and what another needs to reach it. */
export async function serve(side: Side) {
  const { id, url } = await side.ask('service.start', { port: 0 });
  const made = await side.ask('key.create', { name: 'mirror', permissions: ['project:read', 'project:write'] });
  return { url, key: made.key, keyId: made.id, stop: () => side.ask('service.stop', { id }) };
}

/** The first board that can be played. */
export const boardOf = (project: Project): string => [...project.all('board')].find(({ type }) => type === 'board')?.id ?? '';

export const element = (boardId: string, title: string, x = 100): SingleCommand => ({
  do: 'create',
  kind: 'element',
  fields: { boardId, x, y: 100, title: `<p>${title}</p>` },
});
export const titled = (id: string, text: string): SingleCommand => ({
  do: 'change',
  kind: 'element',
  id,
  fields: { title: `<p>${text}</p>` },
});

/** Runs until both have come to rest; the status then. */
export async function inStep({ ask }: Side, hash: string): Promise<MirrorStatus> {
  const [status] = await ask('mirror.run', { hash });
  if (!status) throw new Error('It is not mirrored.');
  return status;
}
