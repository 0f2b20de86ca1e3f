/** What a command of the command line is: its usage, its options, and what it does with them. One file a command. */
import { type ParseArgsConfig, parseArgs } from 'node:util';
import type { CallResult, InvokeCall } from '../../shared/contracts/ipc/call-types.ts';
import type { BackendEvent } from '../../shared/contracts/ipc/events.ts';
import { UsageError } from './usage-error.ts';

/** What a command works with. The parts are reached at the first call. */
export interface CliSession {
  readonly invoke: InvokeCall;
  /** The same for whoever only passes calls on. */
  call(name: string, input: unknown): Promise<CallResult>;
  readonly dataFolder: string;
  readonly json: boolean;
  onEvents(listener: (events: BackendEvent[]) => void): () => void;
  /** Throws the Problem that keeps it from the parts. */
  connect(): Promise<'owner' | 'client'>;
  /** Writes at once, for commands that go on; the others give a result. */
  print(text: string): void;
  /** The same on stderr. */
  warn(text: string): void;
  /** Resolves when the user or the system asks the command to end. */
  waitForStop(): Promise<void>;
}

/** `value` is for --json, `text` for people; `as` where the command itself was told which. */
export interface CliResult {
  readonly value: unknown;
  readonly text: string;
  readonly format?: 'json' | 'text';
  readonly exitCode?: 0 | 1;
}

export interface CliCommand {
  /** One or two words: `import`, `target add`. */
  readonly name: string;
  /** What follows the name. */
  readonly usage: string;
  readonly description: string;
  /** What its options are for, where that does not go without saying. */
  readonly optionHelp?: readonly (readonly [option: string, says: string])[];
  /** Throws WrongUsage before anything is done; `session` is made for the data folder asked for. */
  run(args: readonly string[], session: (common: GlobalOptions) => CliSession): Promise<CliResult | undefined>;
}

const globalOptions = { data: { type: 'string' }, json: { type: 'boolean' }, help: { type: 'boolean', short: 'h' } } as const;
export interface GlobalOptions extends SessionMode {
  readonly data: string | undefined;
  readonly json: boolean;
}
/** How the parts are there if this process holds the data folder (`Manner` of parts.ts). */
export interface SessionMode {
  readonly longRunning?: boolean;
  readonly targets?: 'live' | 'manual';
  readonly sync?: 'live' | 'manual';
}

type OptionsConfig = NonNullable<ParseArgsConfig['options']>;
type OptionValues<O extends OptionsConfig> = ReturnType<
  typeof parseArgs<{ options: O & typeof globalOptions; allowPositionals: true }>
>['values'];

/** `words` are the positional arguments by name, in order; the ones in brackets may be left out. */
export function defineCliCommand<const O extends OptionsConfig>(spec: {
  readonly name: string;
  readonly usage: string;
  readonly description: string;
  readonly optionHelp?: CliCommand['optionHelp'];
  readonly positionals: readonly string[];
  readonly options: O;
  run(
    given: { positionals: readonly string[]; values: OptionValues<O> },
    session: (stay?: SessionMode) => CliSession,
  ): Promise<CliResult | undefined>;
}): CliCommand {
  return {
    name: spec.name,
    usage: spec.usage,
    description: spec.description,
    ...(spec.optionHelp && { optionHelp: spec.optionHelp }),
    run: async (args, session) => {
      const { values, positionals } = parseArguments(args, { ...spec.options, ...globalOptions });
      const { data, json } = values as { data?: string; json?: boolean };
      if (data === '') throw new UsageError('--data wants a folder.');
      const missing = spec.positionals[positionals.length];
      if (missing && !missing.startsWith('[')) throw new UsageError(`${spec.name} wants ${missing}: ${spec.name} ${spec.usage}`);
      if (positionals.length > spec.positionals.length)
        throw new UsageError(`${spec.name} does not know what "${positionals[spec.positionals.length]}" is for.`);
      return spec.run({ positionals: positionals, values: values as OptionValues<O> }, (stay) =>
        session({ data, json: json ?? false, ...stay }),
      );
    },
  };
}

function parseArguments(args: readonly string[], options: OptionsConfig) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true, strict: true });
  } catch (error) {
    if (error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS'))
      throw new UsageError(firstSentence(error.message));
    throw error;
  }
}

/** Node's own message, to its first full stop. */
const firstSentence = (message: string): string => `${message.split(/\.\s|\n/)[0]?.replace(/\.$/, '')}.`;

/** The option's value if it is one of these. */
export function parseChoice<const T extends string>(option: string, value: string | undefined, allowed: readonly T[]): T | undefined {
  if (value === undefined) return undefined;
  const found = allowed.find((one) => one === value);
  if (found === undefined) throw new UsageError(`${option} is one of ${allowed.join(', ')}, not "${value}".`);
  return found;
}

/** The option's value, which must be given. */
export function requireOption<T extends string>(option: string, value: T | undefined): T {
  if (value === undefined || value === '') throw new UsageError(`${option} is missing.`);
  return value;
}
