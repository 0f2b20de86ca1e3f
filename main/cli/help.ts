/** Formats the pages of --help. */
import { languageOptions } from '../../shared/messages/languages.ts';
import { type Message, message } from '../../shared/messages/message.ts';
import type { Translator } from '../../shared/messages/translator.ts';
import type { CliCommand } from './define-command.ts';
import { formatRows } from './format-text.ts';

const languageIds = languageOptions.map(({ id }) => id).join(', ');

const globalOptions: readonly { readonly option: string; readonly text: Message }[] = [
  { option: '--data DIR', text: message('cli.help.options.data') },
  { option: '--json', text: message('cli.help.options.json') },
  { option: '--lang L', text: message('cli.help.options.lang', { languages: languageIds }) },
  { option: '--help', text: message('cli.help.options.help') },
  { option: '--version', text: message('cli.help.options.version') },
];

export const formatGeneralHelp = (commands: readonly CliCommand[], { t }: Translator): string =>
  [
    t('cli.help.tagline'),
    '',
    'taleport COMMAND … [--data DIR] [--json] [--lang L]',
    '',
    formatRows(commands.map(({ name, description }) => [`  ${name}`, t(description)])),
    '',
    formatRows(globalOptions.map(({ option, text }) => [`  ${option}`, t(text)])),
    '',
    t('cli.help.exitCodes'),
  ].join('\n');

export const formatCommandHelp = (commands: readonly CliCommand[], { t }: Translator): string =>
  commands
    .map(({ name, usage, description, optionHelp = [] }) =>
      [
        `taleport ${name} ${usage}`.trimEnd(),
        `    ${t(description)}`,
        ...(optionHelp.length > 0 ? [formatRows(optionHelp.map(({ option, text }) => [`      ${option}`, t(text)]))] : []),
      ].join('\n'),
    )
    .join('\n');
