/** Finds the command that is meant, runs it, and says what came of it: text or JSON on stdout, errors on stderr, an exit code. */
import { isLanguageId, type LanguageId, loadTranslator } from '../../shared/messages/languages.ts';
import type { Translator } from '../../shared/messages/translator.ts';
import { Problem } from '../../shared/problem.ts';
import { cliCommands } from './command-registry.ts';
import type { CliCommand, CliResult, CliSession, GlobalOptions } from './define-command.ts';
import { formatCommandHelp, formatGeneralHelp } from './help.ts';
import { UsageError } from './usage-error.ts';

export interface Terminal {
  readonly version: string;
  /** Both add the line end; they resolve when it is written, or when nobody reads any more. */
  print(text: string): Promise<void>;
  printError(text: string): Promise<void>;
  /** Makes the parts of a data folder reachable, and lets go of them. */
  openSession(common: GlobalOptions): CliSession;
  closeSession(): Promise<void>;
}

/** `args` without node and the script. `more` are commands that only this start offers. Answers the exit code: 0 done, 1 failed, 2 wrong usage. */
export async function runCli(given: readonly string[], terminal: Terminal, more: readonly CliCommand[] = []): Promise<number> {
  const { args, language } = takeLanguage(given);
  const json = args.includes('--json');
  try {
    return await executeCommand(args, json, terminal, [...cliCommands, ...more]);
  } catch (error) {
    const problem = Problem.from(error);
    await terminal.printError(formatProblem(problem, await loadTranslator(language)));
    if (json) await terminal.printError(JSON.stringify(problem));
    else if (!(error instanceof Problem)) await terminal.printError(error instanceof Error ? String(error.stack) : String(error));
    return problem instanceof UsageError ? 2 : 1;
  } finally {
    await terminal.closeSession();
  }
}

async function executeCommand(args: readonly string[], json: boolean, terminal: Terminal, all: readonly CliCommand[]): Promise<number> {
  const [first = ''] = args;
  const { entry, family } = findCommand(args, all);
  if (args.includes('--version') && !entry)
    return printText(terminal, json ? JSON.stringify({ version: terminal.version }) : `Taleport ${terminal.version}`);
  if (args.includes('--help') || args.includes('-h')) {
    if (first !== '' && !first.startsWith('-') && family.length === 0) throw unknownCommandError(first, all);
    return printText(terminal, family.length > 0 ? formatCommandHelp(entry ? [entry] : family) : formatGeneralHelp(all));
  }
  if (!entry) throw unknownCommandError(first, all, family);
  const result = await entry.run(args.slice(entry.name.split(' ').length), (common) => terminal.openSession(common));
  return result ? printResult(result, json, terminal) : 0;
}

async function printResult({ value, text, format, exitCode = 0 }: CliResult, json: boolean, terminal: Terminal): Promise<number> {
  await terminal.print((format ?? (json ? 'json' : 'text')) === 'json' ? JSON.stringify(value) : text);
  return exitCode;
}

async function printText(terminal: Terminal, text: string): Promise<number> {
  await terminal.print(text);
  return 0;
}

/** The sentence, and below it each fault that the sentence does not already say. */
function formatProblem({ text, faults }: Problem, { t }: Translator): string {
  const message = t(text);
  const more = faults.map(({ path, ...fault }) => [path, t(fault)] as const).filter(([, fault]) => !message.includes(fault));
  return [message, ...more.map(([path, fault]) => `  ${path}: ${fault}`)].join('\n');
}

/** `--lang L` can stand anywhere: the language of what is printed for people. `--json` stays English. */
function takeLanguage(given: readonly string[]): { readonly args: readonly string[]; readonly language: LanguageId } {
  const at = given.indexOf('--lang');
  const language = given[at + 1];
  if (at === -1 || !isLanguageId(language)) return { args: given, language: 'en' };
  return { args: given.toSpliced(at, 2), language };
}

/** `family`: the commands that share the first word. */
function findCommand(args: readonly string[], all: readonly CliCommand[]) {
  const family = all.filter(({ name }) => name.split(' ')[0] === args[0]);
  return { family, entry: family.find(({ name }) => name === args.slice(0, name.split(' ').length).join(' ')) };
}

function unknownCommandError(word: string, all: readonly CliCommand[], family: readonly CliCommand[] = []): UsageError {
  const names = (family.length > 0 ? family : all).map(({ name }) => (family.length > 0 ? name : name.split(' ')[0]));
  const list = [...new Set(names)].join(', ');
  if (family.length > 0) return new UsageError(`${word} wants to know what to do: ${list}.`);
  return new UsageError(word === '' ? `Which command? There are: ${list}.` : `There is no command "${word}". There are: ${list}.`);
}
