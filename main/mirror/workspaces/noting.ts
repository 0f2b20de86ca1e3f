/** The sides of a mirrored project as its loop sees them, where everything that is written takes along what the user is told of it. */
import type { Take } from '../../../shared/commands.ts';
import type { Shelf, ShelfWrites } from '../../../shared/shelf.ts';
import type { Remote } from '../loop/loop-deps.ts';
import type { MirroredProject } from '../loop/mirrored-project.ts';
import { Rows } from '../loop/rows.ts';
import type { Sending } from '../requests/sending.ts';
import type { Activity } from './activity.ts';
import { receivedActivity, sentActivity } from './activity-words.ts';
import type { MirrorEngine } from './mirror-engine.ts';
import type { Workspace } from './workspace.ts';

export interface NotingDeps {
  readonly hash: string;
  readonly engine: MirrorEngine;
  readonly shelf: Shelf;
  readonly activity: Activity;
  readonly workspace: () => Workspace;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** It is mirrored no longer: nothing is written any more. */
  readonly isOver: () => boolean;
  readonly does: (what: 'sending' | 'receiving') => void;
}

/** What came in goes with what it says of itself, in one transaction. */
export function notingLocal({ hash, engine, shelf, activity }: NotingDeps): MirroredProject {
  return {
    get project() {
      return engine.project(hash);
    },
    get version() {
      return engine.versionOf(hash).version;
    },
    take(command: Take, beside: readonly ShelfWrites[]) {
      const noted = receivedActivity(command.put, command.gone, engine.project(hash));
      activity.note(hash, ...noted);
      try {
        const reply = engine.send(hash, command, 'remote', [...beside, ...new Rows(shelf, hash).beside(activity.entries(hash))]);
        if (reply.versionTime !== null) activity.wrote(hash);
        return reply;
      } catch (error) {
        activity.unnote(hash, noted.length);
        throw error;
      }
    },
  };
}

/** Every write of rows takes along what is to be told. */
export function notingShelf({ hash, shelf, activity, isOver }: NotingDeps): Shelf {
  return {
    ...shelf,
    put(entries) {
      if (isOver()) return;
      const told = activity.entries(hash).map(({ id, value }) => ({ id: `${hash}/${id}`, value }));
      if (entries.length + told.length > 0) shelf.put([...entries, ...told]);
      activity.wrote(hash);
    },
  };
}

export function notingRemote({ hash, engine, activity, workspace, now, does }: NotingDeps): Remote {
  return {
    list: async () => (await workspace().list(now())).projects,
    read(there, base) {
      does('receiving');
      return workspace().read(there, base);
    },
    async send(sending: Sending) {
      const isLook = sending.op.do === 'look';
      if (!isLook) does('sending');
      const came = await workspace().send(sending);
      if (!isLook) activity.note(hash, sentActivity(sending, came, engine.project(hash)));
      return came;
    },
  };
}
