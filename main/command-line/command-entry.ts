/** What a command of the command line is: its usage, its options, and what it does with them. One file a command. */
import { type ParseArgsConfig, parseArgs } from 'node:util';
import type { Answer, Ask } from '../../shared/ipc/ask.ts';
import type { Event } from '../../shared/ipc/events.ts';
import { WrongUsage } from './wrong-usage.ts';

/** What a command works with. The parts are reached at the first call. */
export interface Session {
  readonly ask: Ask;
  /** The same for whoever only passes calls on. */
  call(name: string, input: unknown): Promise<Answer>;
  readonly dataFolder: string;
  readonly json: boolean;
  onEvents(listener: (events: Event[]) => void): () => void;
  /** Throws the Problem that keeps it from the parts. */
  ready(): Promise<'owns' | 'joined'>;
  /** Writes at once, for commands that go on; the others give a result. */
  print(text: string): void;
  /** The same on stderr. */
  warn(text: string): void;
  /** Resolves when the user or the system asks the command to end. */
  stopped(): Promise<void>;
}

/** `value` is for --json, `text` for people; `as` where the command itself was told which. */
export interface Result {
  readonly value: unknown;
  readonly text: string;
  readonly as?: 'json' | 'text';
  readonly exit?: 0 | 1;
}

export interface CommandEntry {
  /** One or two words: `import`, `target add`. */
  readonly name: string;
  /** What follows the name. */
  readonly usage: string;
  readonly does: string;
  /** What its options are for, where that does not go without saying. */
  readonly explains?: readonly (readonly [option: string, says: string])[];
  /** Throws WrongUsage before anything is done; `session` is made for the data folder asked for. */
  run(args: readonly string[], session: (common: Common) => Session): Promise<Result | undefined>;
}

const common = { data: { type: 'string' }, json: { type: 'boolean' }, help: { type: 'boolean', short: 'h' } } as const;
export interface Common extends Stay {
  readonly data: string | undefined;
  readonly json: boolean;
}
/** How the parts are there if this process holds the data folder (`Manner` of parts.ts). */
export interface Stay {
  readonly stays?: boolean;
  readonly targets?: 'live' | 'still';
  readonly mirror?: 'live' | 'still';
}

type Options = NonNullable<ParseArgsConfig['options']>;
type Values<O extends Options> = ReturnType<typeof parseArgs<{ options: O & typeof common; allowPositionals: true }>>['values'];

/** `words` are the positional arguments by name, in order; the ones in brackets may be left out. */
export function defineCommand<const O extends Options>(spec: {
  readonly name: string;
  readonly usage: string;
  readonly does: string;
  readonly explains?: CommandEntry['explains'];
  readonly words: readonly string[];
  readonly options: O;
  run(given: { words: readonly string[]; values: Values<O> }, session: (stay?: Stay) => Session): Promise<Result | undefined>;
}): CommandEntry {
  return {
    name: spec.name,
    usage: spec.usage,
    does: spec.does,
    ...(spec.explains && { explains: spec.explains }),
    run: async (args, session) => {
      const { values, positionals } = parse(args, { ...spec.options, ...common });
      const { data, json } = values as { data?: string; json?: boolean };
      if (data === '') throw new WrongUsage('--data wants a folder.');
      const missing = spec.words[positionals.length];
      if (missing && !missing.startsWith('[')) throw new WrongUsage(`${spec.name} wants ${missing}: ${spec.name} ${spec.usage}`);
      if (positionals.length > spec.words.length)
        throw new WrongUsage(`${spec.name} does not know what "${positionals[spec.words.length]}" is for.`);
      return spec.run({ words: positionals, values: values as Values<O> }, (stay) => session({ data, json: json ?? false, ...stay }));
    },
  };
}

function parse(args: readonly string[], options: Options) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true, strict: true });
  } catch (error) {
    if (error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS'))
      throw new WrongUsage(sentenceOf(error.message));
    throw error;
  }
}

/** Node's own message, to its first full stop. */
const sentenceOf = (message: string): string => `${message.split(/\.\s|\n/)[0]?.replace(/\.$/, '')}.`;

/** The option's value if it is one of these. */
export function oneOf<const T extends string>(option: string, value: string | undefined, allowed: readonly T[]): T | undefined {
  if (value === undefined) return undefined;
  const found = allowed.find((one) => one === value);
  if (found === undefined) throw new WrongUsage(`${option} is one of ${allowed.join(', ')}, not "${value}".`);
  return found;
}

/** The option's value, which must be given. */
export function needed<T extends string>(option: string, value: T | undefined): T {
  if (value === undefined || value === '') throw new WrongUsage(`${option} is missing.`);
  return value;
}
