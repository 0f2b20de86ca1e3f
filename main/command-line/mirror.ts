import type { MirrorStatus } from '../../shared/mirror.ts';
import { Problem } from '../../shared/problem.ts';
import { isoTime, type World } from '../../shared/world.ts';
import { realWorld } from '../world.ts';
import { defineCommand, type Result, type Session } from './command-entry.ts';
import { count, table } from './text.ts';
import { WrongUsage } from './wrong-usage.ts';

/** Mirrored projects: which there are, how they are, and looking and sending now. Each answers how those are that it is about; `stop`, those that are left. */
export const mirrorCommands = [
  defineCommand({
    name: 'mirror add',
    usage: 'NAME HASH',
    does: 'mirrors a project of the remote NAME from now on',
    words: ['NAME', 'HASH'],
    options: {},
    run: async ({ words: [remote = '', hash = ''] }, session) => one(await session().ask('mirror.add', { remote, hash })),
  }),
  defineCommand({
    name: 'mirror upload',
    usage: 'NAME HASH',
    does: 'makes a project of here in the remote NAME, and mirrors it from then on',
    words: ['NAME', 'HASH'],
    options: {},
    run: async ({ words: [remote = '', hash = ''] }, session) => one(await session().ask('mirror.upload', { remote, hash })),
  }),
  defineCommand({
    name: 'mirror status',
    usage: '',
    does: 'says how the mirrored projects are',
    words: [],
    options: {},
    run: async (_, session) => all(await session().ask('mirror.list', {})),
  }),
  defineCommand({
    name: 'mirror run',
    usage: '[--once] [HASH]',
    does: 'looks and sends until it is ended (Ctrl+C); with --once, until nothing can be read or sent now',
    words: ['[HASH]'],
    options: { once: { type: 'boolean' } },
    async run({ words: [hash], values }, session) {
      const of = hash === undefined ? {} : { hash };
      if (values.once) return all(await session().ask('mirror.run', of));
      const { ask, ready, stopped } = session({ stays: true });
      const ended = stopped();
      await ready();
      await Promise.race([ended, ask('mirror.run', of)]);
      await ended;
      return all(await statusOf(ask, hash));
    },
  }),
  defineCommand({
    name: 'mirror pause',
    usage: '[HASH] [--minutes N]',
    does: 'sends and reads nothing for so many minutes, or until told otherwise',
    words: ['[HASH]'],
    options: { minutes: { type: 'string' } },
    async run({ words: [hash], values }, session) {
      const { ask } = session();
      const of = hash === undefined ? {} : { hash };
      if (values.minutes === undefined) return all(await ask('mirror.pause', { ...of, until: null }));
      const minutes = Number(values.minutes);
      if (!Number.isInteger(minutes) || minutes < 1 || minutes > 100_000) throw new WrongUsage('--minutes is a whole number of minutes.');
      return all(await ask('mirror.pause', { ...of, until: inMinutes(realWorld, minutes) }));
    },
  }),
  defineCommand({
    name: 'mirror resume',
    usage: '[HASH]',
    does: 'goes on after a pause',
    words: ['[HASH]'],
    options: {},
    run: async ({ words: [hash] }, session) =>
      all(await session().ask('mirror.pause', { ...(hash !== undefined && { hash }), until: 'now' })),
  }),
  defineCommand({
    name: 'mirror stop',
    usage: 'HASH [--remove] [--discard]',
    does: 'ends a mirror and keeps the project here, or --remove removes it; --discard even if changes wait that are not there yet',
    words: ['HASH'],
    options: { remove: { type: 'boolean' }, discard: { type: 'boolean' } },
    async run({ words: [hash = ''], values }, session) {
      const keep = !values.remove;
      const { ask } = session();
      await ask('mirror.stop', { hash, keep, discard: values.discard ?? false });
      const { value } = all(await ask('mirror.list', {}));
      return {
        value,
        text: `${hash} is mirrored no longer${keep ? '; it stays here as a project of its own' : ' and has been removed here'}.`,
      };
    },
  }),
];

/** ISO 8601. */
const inMinutes = (world: World, minutes: number): string => isoTime(world.now() + minutes * 60_000_000);

async function statusOf(ask: Session['ask'], hash: string | undefined): Promise<MirrorStatus[]> {
  try {
    return (await ask('mirror.list', {})).filter((each) => hash === undefined || each.hash === hash);
  } catch (error) {
    if (error instanceof Problem && error.code === 'busy') return [];
    throw error;
  }
}

const one = (status: MirrorStatus): Result => ({ value: [shown(status)], text: lineOf(status) });

function all(list: readonly MirrorStatus[]): Result {
  const rows = list.map(({ hash, name, remote, state, sentence }) => [hash, name, remote, state, sentence]);
  const text = rows.length > 0 ? table(['project', 'name', 'remote', 'state', ''], rows) : 'Nothing is mirrored yet.';
  return { value: list.map(shown), text };
}

const shown = ({ hash, there, name, remote, state, sentence, waiting, seconds, questions, reports, until, inStepAt }: MirrorStatus) => ({
  hash,
  there,
  name,
  remote,
  state,
  sentence,
  waiting,
  seconds,
  questions,
  reports,
  until,
  inStepAt,
});

/** Also the line of `watch`. */
export function lineOf({ hash, name, remote, sentence, waiting, questions }: MirrorStatus): string {
  const more = [waiting > 0 ? `${count(waiting, 'change')} to send` : '', questions > 0 ? count(questions, 'question') : ''].filter(
    Boolean,
  );
  return `${name} (${hash}) and ${remote}: ${sentence}${more.length > 0 ? ` [${more.join(', ')}]` : ''}`;
}
