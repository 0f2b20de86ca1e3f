/** Two instances of Taleport in one process: one serves its projects over loopback, the other syncs them. */

import { onTestFinished } from 'vitest';
import { type BackendOptions, type LocalBackend, openBackend } from '../../../../main/app/backend/backend.ts';
import { systemEnvironment } from '../../../../main/platform/environment.ts';
import { createInvoke } from '../../../../shared/contracts/ipc/backend.ts';
import type { InvokeCall } from '../../../../shared/contracts/ipc/call-types.ts';
import type { BackendEvent } from '../../../../shared/contracts/ipc/events.ts';
import type { ProjectSnapshot } from '../../../../shared/contracts/ipc/results.ts';
import type { ConflictDetails, SyncStatus } from '../../../../shared/contracts/sync.ts';
import type { SingleCommand } from '../../../../shared/model/commands.ts';
import type { AnyRecord } from '../../../../shared/model/kinds/kinds.ts';
import { Project } from '../../../../shared/model/project.ts';

export interface Side {
  readonly parts: LocalBackend;
  readonly ask: InvokeCall;
  readonly events: BackendEvent[];
  /** The project as a window reads it. */
  project(hash: string): Promise<Project>;
  send(hash: string, command: SingleCommand): Promise<readonly string[]>;
  close(): Promise<void>;
}

/** A side that is closed after the test, unless that has closed it, and before those that were opened earlier. */
export async function openSideForTest(folder: string | null = null): Promise<Side> {
  const side = await openSide(folder);
  let closing: Promise<void> | undefined;
  const close = () => (closing ??= side.close());
  onTestFinished(close);
  return { ...side, close };
}

export async function openSide(folder: string | null = null, manner: BackendOptions = {}): Promise<Side> {
  const parts = await openBackend(folder, systemEnvironment, (line) => console.error(line), manner);
  const ask = createInvoke(parts);
  const events: BackendEvent[] = [];
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

const projectOf = ({ records }: ProjectSnapshot): Project => new Project(records.flatMap((piece) => JSON.parse(piece) as AnyRecord[]));

/** Serves a side; returns what the other side needs to connect. */
export async function serve(side: Side) {
  const { id, url } = await side.ask('service.start', { port: 0 });
  const made = await side.ask('apiKey.create', { name: 'sync', permissions: ['project:read', 'project:write'] });
  return { url, key: made.key, keyId: made.id, stop: () => side.ask('service.stop', { id }) };
}

/** The open conflicts of a project, with their values. */
export async function conflictsOf(side: Side, hash: string): Promise<readonly ConflictDetails[]> {
  const ids = (await side.ask('conflict.list', { hash })).map(({ id }) => id);
  return ids.length === 0 ? [] : side.ask('conflict.read', { hash, ids });
}

/** The first board that is not a folder. */
export const boardOf = (project: Project): string => [...project.recordsOfKind('board')].find(({ type }) => type === 'board')?.id ?? '';

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

/** Syncs until nothing is left to do; returns the status. */
export async function syncOnce({ ask }: Side, hash: string): Promise<SyncStatus> {
  const [status] = await ask('sync.run', { hash });
  if (!status) throw new Error('The project is not synced.');
  return status;
}
