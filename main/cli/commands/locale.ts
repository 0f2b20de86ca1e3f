import type { SingleCommand } from '../../../shared/model/commands.ts';
import type { Locale } from '../../../shared/model/kinds/project.ts';
import { type CliResult, type CliSession, defineCliCommand, requireOption } from '../define-command.ts';
import { formatTable } from '../format-text.ts';

/** The languages of a project (G20). Each command answers the languages as they are then. */
export const localeCommands = [
  defineCliCommand({
    name: 'locale add',
    usage: 'HASH ISO --name N [--base ISO]',
    description: 'adds a language; where it has no text, its base speaks (the main language if none is named)',
    positionals: ['HASH', 'ISO'],
    options: { name: { type: 'string' }, base: { type: 'string' } },
    async run({ positionals: [hash = '', iso = ''], values }, session) {
      const name = requireOption('--name', values.name);
      const { invoke } = session();
      const base = values.base ?? (await invoke('project.locales', { hash })).find((locale) => locale.base === null)?.iso ?? null;
      return sendAndListLocales(invoke, hash, { do: 'addLocale', locale: { iso, name, base } });
    },
  }),
  defineCliCommand({
    name: 'locale list',
    usage: 'HASH',
    description: 'lists the languages of a project',
    positionals: ['HASH'],
    options: {},
    run: async ({ positionals: [hash = ''] }, session) => localesResult(await session().invoke('project.locales', { hash })),
  }),
  defineCliCommand({
    name: 'locale rename',
    usage: 'HASH ISO --name N',
    description: 'gives a language another name',
    positionals: ['HASH', 'ISO'],
    options: { name: { type: 'string' } },
    async run({ positionals: [hash = '', iso = ''], values }, session) {
      const name = requireOption('--name', values.name);
      return sendAndListLocales(session().invoke, hash, { do: 'changeLocale', iso, name });
    },
  }),
  defineCliCommand({
    name: 'locale remove',
    usage: 'HASH ISO',
    description: 'removes a language with all its texts',
    positionals: ['HASH', 'ISO'],
    options: {},
    run: ({ positionals: [hash = '', iso = ''] }, session) => sendAndListLocales(session().invoke, hash, { do: 'removeLocale', iso }),
  }),
  defineCliCommand({
    name: 'locale main',
    usage: 'HASH ISO',
    description: 'makes a language the main one',
    positionals: ['HASH', 'ISO'],
    options: {},
    run: ({ positionals: [hash = '', iso = ''] }, session) => sendAndListLocales(session().invoke, hash, { do: 'makeMainLocale', iso }),
  }),
];

async function sendAndListLocales(ask: CliSession['invoke'], hash: string, command: SingleCommand): Promise<CliResult> {
  await ask('project.send', { hash, command });
  return localesResult(await ask('project.locales', { hash }));
}

function localesResult(locales: readonly Locale[]): CliResult {
  const rows = locales.map(({ iso, name, base }) => [iso, name, base === null ? '(main)' : base]);
  return { value: locales.map(({ iso, name, base }) => ({ iso, name, base })), text: formatTable(['iso', 'name', 'base'], rows) };
}
