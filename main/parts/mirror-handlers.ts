/** The calls of the mirror, and of past versions: what is asked goes to the part that knows it. */
import type { Engine } from '../engine/engine.ts';
import type { Mirror } from '../mirror/workspaces/open-mirror.ts';
import type { MirrorHandlers } from './handlers.ts';
import type { Jobs } from './jobs.ts';

interface Deps {
  readonly mirror: Mirror;
  readonly engine: Engine;
  readonly jobs: Jobs;
  /** Ends the mirror of a project, and the project with it unless it is kept. */
  readonly stop: (hash: string, how: { readonly keep: boolean; readonly discard: boolean }) => void;
}

export const mirrorHandlers = ({ mirror, engine, jobs, stop }: Deps): MirrorHandlers => ({
  'remote.list': () => mirror.remotes.list(),
  'remote.add': (input) => mirror.remotes.add(input),
  'remote.change': (input) => mirror.remotes.change(input),
  'remote.remove': async ({ name }) => {
    await mirror.remotes.remove(name);
    return null;
  },
  'remote.projects': ({ name }) => mirror.remotes.projects(name),
  'mirror.list': async () => {
    await mirror.ready;
    return mirror.list();
  },
  'mirror.add': ({ remote, hash, ...how }) => mirror.add(remote, hash, how),
  'mirror.upload': ({ remote, hash }) => mirror.upload(remote, hash),
  'mirror.stop': ({ hash, keep = true, discard = false }) => {
    stop(hash, { keep, discard });
    return null;
  },
  'mirror.run': ({ hash, job }) =>
    jobs.run(job, 'The mirror', ({ progress, cancelled }) => mirror.run(hash, { isCancelled: cancelled, stepped: progress })),
  'mirror.pause': ({ hash, until }) => mirror.pause(hash, until),
  'mirror.activity': ({ hash, before }) => mirror.activity(hash, before),
  'mirror.reports': ({ hash }) => mirror.reports(hash),
  'mirror.seen': ({ ids }) => {
    mirror.seen(ids);
    return null;
  },
  'question.list': ({ hash }) => mirror.questions(hash),
  'question.answer': async ({ ids, answer }) => {
    await mirror.answer(ids, answer);
    return null;
  },
  'record.versions': ({ hash, id }) => engine.versionsOf(hash, id),
  'record.removed': ({ hash, before }) => engine.removed(hash, before),
  'record.restore': ({ hash, id, version }) => engine.restore(hash, id, version),
});
