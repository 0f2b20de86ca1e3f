/** Two sides with a fault proxy between them, and an empty project of the remote side that the local one syncs. */
import { afterEach } from 'vitest';
import { FaultProxy } from '../../../sync-proof/fault-proxy.ts';
import { boardOf, openSide, type Side, serve } from './two-workspaces.ts';

interface ProxiedSides {
  readonly remoteSide: Side;
  readonly localSide: Side;
  /** Of the project, on both sides. */
  readonly hash: string;
  /** The project's first board. */
  readonly board: string;
  readonly proxy: FaultProxy;
}

/** Returns a function that opens two sides; whatever a test has opened is closed after it. `random` chooses the faults. */
export function openProxiedSides(): (random?: () => number) => Promise<ProxiedSides> {
  const closing: (() => Promise<void>)[] = [];
  afterEach(async () => {
    for (const close of closing.splice(0)) await close();
  });
  return async (random = () => 0.5) => {
    const remoteSide = await openSide();
    const localSide = await openSide();
    closing.push(
      () => localSide.close(),
      () => remoteSide.close(),
    );
    const { hash } = await remoteSide.ask('project.create', { template: 'empty' });
    const { url, key } = await serve(remoteSide);
    const proxy = new FaultProxy(url, random);
    closing.push(() => proxy.close());
    await localSide.ask('remote.add', { name: 'Team', url: await proxy.open(), key: { key } });
    await localSide.ask('sync.add', { remote: 'Team', hash });
    return { remoteSide, localSide, hash, board: boardOf(await localSide.project(hash)), proxy };
  };
}
