import type { SingleCommand } from '../../shared/commands.ts';
import type { Locale } from '../../shared/kinds/project.ts';
import { defineCommand, needed, type Result, type Session } from './command-entry.ts';
import { table } from './text.ts';

/** The languages of a project (G20). Each command answers the languages as they are then. */
export const localeCommands = [
  defineCommand({
    name: 'locale add',
    usage: 'HASH ISO --name N [--base ISO]',
    does: 'adds a language; where it has no text, its base speaks (the main language if none is named)',
    words: ['HASH', 'ISO'],
    options: { name: { type: 'string' }, base: { type: 'string' } },
    async run({ words: [hash = '', iso = ''], values }, session) {
      const name = needed('--name', values.name);
      const { ask } = session();
      const base = values.base ?? (await ask('project.locales', { hash })).find((locale) => locale.base === null)?.iso ?? null;
      return send(ask, hash, { do: 'addLocale', locale: { iso, name, base } });
    },
  }),
  defineCommand({
    name: 'locale list',
    usage: 'HASH',
    does: 'lists the languages of a project',
    words: ['HASH'],
    options: {},
    run: async ({ words: [hash = ''] }, session) => resultOf(await session().ask('project.locales', { hash })),
  }),
  defineCommand({
    name: 'locale rename',
    usage: 'HASH ISO --name N',
    does: 'gives a language another name',
    words: ['HASH', 'ISO'],
    options: { name: { type: 'string' } },
    async run({ words: [hash = '', iso = ''], values }, session) {
      const name = needed('--name', values.name);
      return send(session().ask, hash, { do: 'changeLocale', iso, name });
    },
  }),
  defineCommand({
    name: 'locale remove',
    usage: 'HASH ISO',
    does: 'removes a language with all its texts',
    words: ['HASH', 'ISO'],
    options: {},
    run: ({ words: [hash = '', iso = ''] }, session) => send(session().ask, hash, { do: 'removeLocale', iso }),
  }),
  defineCommand({
    name: 'locale main',
    usage: 'HASH ISO',
    does: 'makes a language the main one',
    words: ['HASH', 'ISO'],
    options: {},
    run: ({ words: [hash = '', iso = ''] }, session) => send(session().ask, hash, { do: 'makeMainLocale', iso }),
  }),
];

async function send(ask: Session['ask'], hash: string, command: SingleCommand): Promise<Result> {
  await ask('project.send', { hash, command });
  return resultOf(await ask('project.locales', { hash }));
}

function resultOf(locales: readonly Locale[]): Result {
  const rows = locales.map(({ iso, name, base }) => [iso, name, base === null ? '(main)' : base]);
  return { value: locales.map(({ iso, name, base }) => ({ iso, name, base })), text: table(['iso', 'name', 'base'], rows) };
}
