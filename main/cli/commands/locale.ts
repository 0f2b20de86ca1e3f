import { message } from '../../../shared/messages/message.ts';
import type { SingleCommand } from '../../../shared/model/commands.ts';
import { type CliResult, type CliSession, defineCliCommand, requireOption } from '../define-command.ts';
import { formatTable } from '../format-text.ts';

/** The languages of a project (G20). Each command prints the languages after the change. */
export const localeCommands = [
  defineCliCommand({
    name: 'locale add',
    usage: 'HASH ISO --name N [--base ISO]',
    description: message('cli.locale.add.description'),
    positionals: ['HASH', 'ISO'],
    options: { name: { type: 'string' }, base: { type: 'string' } },
    async run({ positionals: [hash = '', iso = ''], values }, session) {
      const name = requireOption('--name', values.name);
      const opened = session();
      const base = values.base ?? (await opened.invoke('project.locales', { hash })).find((locale) => locale.base === null)?.iso ?? null;
      return sendAndListLocales(opened, hash, { do: 'addLocale', locale: { iso, name, base } });
    },
  }),
  defineCliCommand({
    name: 'locale list',
    usage: 'HASH',
    description: message('cli.locale.list.description'),
    positionals: ['HASH'],
    options: {},
    run: ({ positionals: [hash = ''] }, session) => listLocales(session(), hash),
  }),
  defineCliCommand({
    name: 'locale rename',
    usage: 'HASH ISO --name N',
    description: message('cli.locale.rename.description'),
    positionals: ['HASH', 'ISO'],
    options: { name: { type: 'string' } },
    async run({ positionals: [hash = '', iso = ''], values }, session) {
      const name = requireOption('--name', values.name);
      return sendAndListLocales(session(), hash, { do: 'changeLocale', iso, name });
    },
  }),
  defineCliCommand({
    name: 'locale remove',
    usage: 'HASH ISO',
    description: message('cli.locale.remove.description'),
    positionals: ['HASH', 'ISO'],
    options: {},
    run: ({ positionals: [hash = '', iso = ''] }, session) => sendAndListLocales(session(), hash, { do: 'removeLocale', iso }),
  }),
  defineCliCommand({
    name: 'locale main',
    usage: 'HASH ISO',
    description: message('cli.locale.main.description'),
    positionals: ['HASH', 'ISO'],
    options: {},
    run: ({ positionals: [hash = '', iso = ''] }, session) => sendAndListLocales(session(), hash, { do: 'makeMainLocale', iso }),
  }),
];

async function sendAndListLocales(session: CliSession, hash: string, command: SingleCommand): Promise<CliResult> {
  await session.invoke('project.send', { hash, command });
  return listLocales(session, hash);
}

async function listLocales({ invoke, translator }: CliSession, hash: string): Promise<CliResult> {
  const locales = await invoke('project.locales', { hash });
  const rows = locales.map(({ iso, name, base }) => [iso, name, base ?? translator.t('cli.locale.isMain')]);
  const value = locales.map(({ iso, name, base }) => ({ iso, name, base }));
  return { value, text: formatTable(['iso', 'name', 'basedOn'], rows, translator) };
}
