/** Finds the command that is meant, runs it, and says what came of it: text or JSON on stdout, errors on stderr, an exit code. */
import { Problem } from '../../shared/problem.ts';
import type { CommandEntry, Common, Result, Session } from './command-entry.ts';
import { commands } from './commands.ts';
import { helpFor, helpForAll } from './help.ts';
import { WrongUsage } from './wrong-usage.ts';

export interface Terminal {
  readonly version: string;
  /** Both add the line end; they resolve when it is written, or when nobody reads any more. */
  out(text: string): Promise<void>;
  err(text: string): Promise<void>;
  /** Makes the parts of a data folder reachable, and lets go of them. */
  openSession(common: Common): Session;
  closeSession(): Promise<void>;
}

/** `args` without node and the script. `more` are commands that only this start offers. Answers the exit code: 0 done, 1 failed, 2 wrong usage. */
export async function runCommandLine(args: readonly string[], terminal: Terminal, more: readonly CommandEntry[] = []): Promise<number> {
  const json = args.includes('--json');
  try {
    return await perform(args, json, terminal, [...commands, ...more]);
  } catch (error) {
    const problem = Problem.from(error);
    await terminal.err(sentencesOf(problem));
    if (json) await terminal.err(JSON.stringify(problem));
    else if (!(error instanceof Problem)) await terminal.err(error instanceof Error ? String(error.stack) : String(error));
    return problem instanceof WrongUsage ? 2 : 1;
  } finally {
    await terminal.closeSession();
  }
}

async function perform(args: readonly string[], json: boolean, terminal: Terminal, all: readonly CommandEntry[]): Promise<number> {
  const [first = ''] = args;
  const { entry, family } = findCommand(args, all);
  if (args.includes('--version') && !entry)
    return say(terminal, json ? JSON.stringify({ version: terminal.version }) : `Taleport ${terminal.version}`);
  if (args.includes('--help') || args.includes('-h')) {
    if (first !== '' && !first.startsWith('-') && family.length === 0) throw unknown(first, all);
    return say(terminal, family.length > 0 ? helpFor(entry ? [entry] : family) : helpForAll(all));
  }
  if (!entry) throw unknown(first, all, family);
  const result = await entry.run(args.slice(entry.name.split(' ').length), (common) => terminal.openSession(common));
  return result ? show(result, json, terminal) : 0;
}

async function show({ value, text, as, exit = 0 }: Result, json: boolean, terminal: Terminal): Promise<number> {
  await terminal.out((as ?? (json ? 'json' : 'text')) === 'json' ? JSON.stringify(value) : text);
  return exit;
}

async function say(terminal: Terminal, text: string): Promise<number> {
  await terminal.out(text);
  return 0;
}

/** The sentence, and below it each fault that the sentence does not already say. */
function sentencesOf({ message, json: { errors } }: Problem): string {
  const more = Object.entries(errors).filter(([, fault]) => !message.includes(fault));
  return [message, ...more.map(([path, fault]) => `  ${path}: ${fault}`)].join('\n');
}

/** `family`: the commands that share the first word. */
function findCommand(args: readonly string[], all: readonly CommandEntry[]) {
  const family = all.filter(({ name }) => name.split(' ')[0] === args[0]);
  return { family, entry: family.find(({ name }) => name === args.slice(0, name.split(' ').length).join(' ')) };
}

function unknown(word: string, all: readonly CommandEntry[], family: readonly CommandEntry[] = []): WrongUsage {
  const names = (family.length > 0 ? family : all).map(({ name }) => (family.length > 0 ? name : name.split(' ')[0]));
  const list = [...new Set(names)].join(', ');
  if (family.length > 0) return new WrongUsage(`${word} wants to know what to do: ${list}.`);
  return new WrongUsage(word === '' ? `Which command? There are: ${list}.` : `There is no command "${word}". There are: ${list}.`);
}
