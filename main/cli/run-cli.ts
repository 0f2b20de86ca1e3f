/** Finds the command, runs it, and prints its result: text or JSON on stdout, errors on stderr, an exit code. */
import { loadTranslator } from '../../shared/load-translator.ts';
import { english } from '../../shared/messages/english.ts';
import { isLanguageId, type LanguageId, languageOptions, matchLanguage } from '../../shared/messages/languages.ts';
import { type Message, message, shellArgument } from '../../shared/messages/message.ts';
import type { Translator } from '../../shared/messages/translator.ts';
import { Problem } from '../../shared/problem.ts';
import { describeError } from '../platform/errors.ts';
import { cliCommands } from './command-registry.ts';
import { type CliCommand, type CliResult, type CliSession, DetailedProblem, type GlobalOptions, UsageError } from './define-command.ts';
import { formatFault, formatMessage, formatRows, stringifyOutput } from './format-text.ts';

export interface Terminal {
  readonly version: string;
  /** Appends the line end, and resolves when the text is written, or when the reader has closed the stream. Throws a Problem if it cannot be written. */
  print(text: string): Promise<void>;
  /** As `print`, but never throws. */
  printError(text: string): Promise<void>;
  /** Opens a data folder, or connects to the process that owns it. */
  openSession(options: GlobalOptions, translator: Translator): CliSession;
  /** Notices about the opening of the session's data folder that the user has not acknowledged. */
  listNotices(): Promise<Message[]>;
  /** Throws the Problem if the backend has failed in the meantime. */
  closeSession(): Promise<void>;
  /** Rejects with a Problem if the backend ends by itself or nothing can be printed, so that a command that is waiting ends as well. */
  readonly failure: Promise<never>;
  /** Resolves to the exit code when a signal ends a command that does not wait for one. */
  readonly interrupted: Promise<number>;
}

/**
 * Runs a command. `argv` excludes node and the script; `more` are additional commands of this program. Returns the exit code: 0 for
 * success, 1 for a failure, 2 for wrong usage.
 */
export async function runCli(argv: readonly string[], terminal: Terminal, more: readonly CliCommand[] = []): Promise<number> {
  const { args: given, language } = takeLanguage(argv);
  const args = withCommandFirst(given);
  const all = [...cliCommands, ...more];
  const translator = await loadTranslator(isLanguageId(language) ? language : 'en').catch(async (error: unknown) => {
    await terminal.printError(Problem.from(error).message);
    return english;
  });
  const output: Output = {
    terminal,
    translator,
    format: args.includes('--json') ? 'json' : 'text',
    usage: findCommand(args, all).entry?.usage ?? '',
  };
  const exitCode = await reportErrors(output, () => {
    if (!isLanguageId(language)) throw unknownLanguageError(language);
    return executeCommand(args, output, all);
  });
  const exitCodeOfClosing = await reportErrors(output, async () => {
    await terminal.closeSession();
    return 0;
  });
  return exitCode || exitCodeOfClosing;
}

/** Prints the error that `run` throws, and returns the exit code. */
async function reportErrors(output: Output, run: () => Promise<number>): Promise<number> {
  const { terminal, format } = output;
  try {
    return await run();
  } catch (error) {
    const problem = Problem.from(error);
    await terminal.printError(formatProblem(problem, output));
    if (format === 'json') await terminal.printError(JSON.stringify(problem));
    else if (!(error instanceof Problem)) await terminal.printError(describeError(error));
    return problem instanceof UsageError ? 2 : 1;
  }
}

interface Output {
  readonly terminal: Terminal;
  readonly translator: Translator;
  readonly format: 'json' | 'text';
  /** The usage of the command; empty if there is no such command. */
  readonly usage: string;
}

async function executeCommand(args: readonly string[], output: Output, all: readonly CliCommand[]): Promise<number> {
  const { terminal, translator } = output;
  const [first = ''] = args;
  const { entry, family } = findCommand(args, all);
  if (args.includes('--version') && !entry)
    return printResult({ value: { version: terminal.version }, text: `Taleport ${terminal.version}` }, output);
  if (args.includes('--help') || args.includes('-h')) {
    if (first !== '' && !first.startsWith('-') && family.length === 0) throw unknownCommandError(first, all);
    await terminal.print(family.length > 0 ? formatCommandHelp(entry ? [entry] : family, translator) : formatGeneralHelp(all, translator));
    return 0;
  }
  if (!entry) throw unknownCommandError(first, all, { family, subcommand: args[1] });
  const run = entry.run(args.slice(entry.name.split(' ').length), (options) => terminal.openSession(options, translator));
  const result = await Promise.race([run, terminal.failure, terminal.interrupted]).catch(async (error: unknown) => {
    await printNotices(output);
    throw error;
  });
  if (typeof result === 'number') return result;
  if (!entry.reportsNotices) await printNotices(output);
  return result ? printResult(result, output) : 0;
}

async function printNotices({ terminal, translator: { t } }: Output): Promise<void> {
  for (const notice of await terminal.listNotices().catch(() => [])) await terminal.printError(t(notice));
}

async function printResult({ value, text, format, exitCode = 0 }: CliResult, output: Output): Promise<number> {
  const printed = (format ?? output.format) === 'json' ? stringifyOutput(value) : text;
  if (printed !== '') await output.terminal.print(printed);
  return exitCode;
}

/**
 * The sentence of the Problem, then its details or the faults that the sentence does not contain, and then how to restore the backup that
 * it names.
 */
function formatProblem(problem: Problem, { translator: { t }, usage }: Output): string {
  // A sentence about a single field begins with its path.
  const message = formatMessage(problem.text, t).replace(/^[\w.]+(?=: )/, (path) => argumentOf(path, usage));
  const { newestBackup: id, dataFolder: folder } = problem.json.context ?? {};
  const hint = id === undefined || folder === undefined ? [] : [t('cli.restore.hint', { id, folderArgument: shellArgument(folder) })];
  if (problem instanceof DetailedProblem) return [message, '', problem.details, ...hint].join('\n');
  const more = problem.faults.filter((fault) => !message.includes(formatMessage(fault, t)));
  const faults = more.map((fault) => formatFault({ ...fault, path: argumentOf(fault.path, usage) }, t));
  return [message, ...faults, ...hint].join('\n');
}

/** What sets a field of a call on the command line, if the usage of the command has it. */
const argumentsByField: Readonly<Record<string, readonly string[]>> = {
  file: ['--out', '--bundle'],
  folder: ['--folder'],
  engine: ['--engine'],
  name: ['--name'],
  url: ['--url'],
  'key.variable': ['--key-env'],
  'command.locale.iso': ['ISO'],
  boardIds: ['--board'],
  locales: ['--locale'],
  'options.allLocales': ['--all-locales'],
  'options.locale': ['--locale'],
};

/** The argument that the user has given for a field; its path if that is not known. A field of a list has the index of its entry. */
function argumentOf(path: string, usage: string): string {
  const known = argumentsByField[path] ?? argumentsByField[path.replace(/\.\d+$/, '')] ?? [];
  return known.find((each) => usage.includes(each)) ?? path;
}

/**
 * `--lang L` may be anywhere among the arguments. Without it, the language is that of `TALEPORT_LANG` if valid, or else that of the system.
 */
function takeLanguage(argv: readonly string[]): { readonly args: readonly string[]; readonly language: string } {
  const at = argv.findIndex((argument) => argument === '--lang' || argument.startsWith('--lang='));
  if (at === -1) {
    const preferred = process.env.TALEPORT_LANG;
    return { args: argv, language: isLanguageId(preferred) ? preferred : systemLanguage() };
  }
  const [, inline] = argv[at]?.split('=') ?? [];
  return { args: argv.toSpliced(at, inline === undefined ? 2 : 1), language: inline ?? argv[at + 1] ?? '' };
}

/**
 * The language in the environment variables of POSIX (`de_DE.UTF-8`), which Windows lacks. English if Taleport does not support the
 * language.
 */
function systemLanguage(): LanguageId {
  const { LC_ALL, LC_MESSAGES, LANG } = process.env;
  const locale = LC_ALL || LC_MESSAGES || LANG || new Intl.DateTimeFormat().resolvedOptions().locale;
  return matchLanguage([locale.replace(/[_.@].*/, '')]);
}

const unknownLanguageError = (language: string): UsageError =>
  new UsageError(message('cli.usage.unknownLanguage', { languages: languageOptions.map(({ id }) => id).join(', '), language }));

/** Options of every command may also be in front of it: they are moved to the end. */
function withCommandFirst(args: readonly string[]): readonly string[] {
  const [first, second] = args;
  if (first === '--json' || first?.startsWith('--data=')) return [...withCommandFirst(args.slice(1)), first];
  return first === '--data' && second !== undefined ? [...withCommandFirst(args.slice(2)), first, second] : args;
}

/** `family` contains the commands with the same first word. */
function findCommand(args: readonly string[], all: readonly CliCommand[]) {
  const family = all.filter(({ name }) => name.split(' ')[0] === args[0]);
  return { family, entry: family.find(({ name }) => name === args.slice(0, name.split(' ').length).join(' ')) };
}

function unknownCommandError(
  command: string,
  all: readonly CliCommand[],
  { family = [], subcommand = '' }: { readonly family?: readonly CliCommand[]; readonly subcommand?: string | undefined } = {},
): UsageError {
  if (family.length > 0) {
    const known = family.map(({ name }) => name).join(', ');
    if (subcommand === '' || subcommand.startsWith('-'))
      return new UsageError(message('cli.usage.subcommandMissing', { command, names: known }));
    return new UsageError(message('cli.usage.unknownCommand', { command: `${command} ${subcommand}`, names: known }));
  }
  const names = [...new Set(all.map(({ name }) => name.split(' ')[0]))].join(', ');
  return new UsageError(
    command === '' ? message('cli.usage.commandMissing', { names }) : message('cli.usage.unknownCommand', { command, names }),
  );
}

const languageIds = languageOptions.map(({ id }) => id).join(', ');

const globalOptions: readonly { readonly option: string; readonly text: Message }[] = [
  { option: '--data DIR', text: message('cli.help.options.data') },
  { option: '--json', text: message('cli.help.options.json') },
  { option: '--lang L', text: message('cli.help.options.lang', { languages: languageIds }) },
  { option: '--help', text: message('cli.help.options.help') },
  { option: '--version', text: message('cli.help.options.version') },
];

const formatGeneralHelp = (commands: readonly CliCommand[], { t }: Translator): string =>
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

const formatCommandHelp = (commands: readonly CliCommand[], { t }: Translator): string =>
  commands
    .map(({ name, usage, description, optionHelp = [] }) =>
      [
        `taleport ${name} ${usage}`.trimEnd(),
        `    ${t(description)}`,
        ...(optionHelp.length > 0 ? [formatRows(optionHelp.map(({ option, text }) => [`      ${option}`, t(text)]))] : []),
      ].join('\n'),
    )
    .join('\n');
