/** Defines a command of the command line: its usage, its options, and what it does with them. */
import { type ParseArgsConfig, parseArgs } from 'node:util';
import type { CallResult, InvokeCall } from '../../shared/contracts/ipc/call-types.ts';
import type { BackendEvent } from '../../shared/contracts/ipc/events.ts';
import { type Message, message } from '../../shared/messages/message.ts';
import type { Translator } from '../../shared/messages/translator.ts';
import { UsageError } from './usage-error.ts';

/** What a command works with. The backend is opened, or connected to, at the first call. */
export interface CliSession {
  readonly invoke: InvokeCall;
  /** The same without types, for passing calls on. */
  call(name: string, input: unknown, clientSignal?: AbortSignal): Promise<CallResult>;
  readonly dataFolder: string;
  /** Formats messages in the language of `--lang`. */
  readonly translator: Translator;
  readonly json: boolean;
  onEvents(listener: (events: BackendEvent[]) => void): () => void;
  /** Throws the Problem that prevents access to the data folder. */
  connect(): Promise<'owner' | 'client'>;
  /** Writes at once, for commands that keep running; others return a result. */
  print(text: string): void;
  /** Writes to stderr at once. */
  warn(text: string): void;
  /** Resolves when the user or the system asks the command to end. */
  waitForStop(): Promise<void>;
}

/** `value` is for --json, `text` for people; `format` if an option of the command chooses one of them. */
export interface CliResult {
  readonly value: unknown;
  readonly text: string;
  readonly format?: 'json' | 'text';
  readonly exitCode?: 0 | 1;
}

export interface OptionHelp {
  readonly option: string;
  readonly text: Message;
}

export interface CliCommand {
  /** One or two words: `import`, `target add`. */
  readonly name: string;
  /** The arguments that follow the name, as the help shows them. */
  readonly usage: string;
  readonly description: Message;
  /** The purpose of options whose name does not say it. */
  readonly optionHelp?: readonly OptionHelp[];
  /** Whether the command itself reports the opening of the data folder, when it is ready; all others do at their end. */
  readonly reportsNotices?: boolean;
  /** Throws a UsageError before anything is done; `session` opens the data folder of the options. */
  run(args: readonly string[], session: (common: GlobalOptions) => CliSession): Promise<CliResult | undefined>;
}

const globalOptions = { data: { type: 'string' }, json: { type: 'boolean' }, help: { type: 'boolean', short: 'h' } } as const;
export interface GlobalOptions extends SessionMode {
  readonly data: string | undefined;
  readonly json: boolean;
}
/** How the backend runs if this process owns the data folder. */
interface SessionMode {
  readonly longRunning?: boolean;
  readonly targets?: 'live' | 'manual';
  readonly sync?: 'live' | 'manual';
}

type OptionsConfig = NonNullable<ParseArgsConfig['options']>;
type OptionValues<O extends OptionsConfig> = ReturnType<
  typeof parseArgs<{ options: O & typeof globalOptions; allowPositionals: true }>
>['values'];

/** `positionals` are the names of the positional arguments, in order; those in brackets are optional. */
export function defineCliCommand<const O extends OptionsConfig>(spec: {
  readonly name: string;
  readonly usage: string;
  readonly description: Message;
  readonly optionHelp?: CliCommand['optionHelp'];
  readonly reportsNotices?: boolean;
  readonly positionals: readonly string[];
  readonly options: O;
  run(
    input: { positionals: readonly string[]; values: OptionValues<O> },
    session: (mode?: SessionMode) => CliSession,
  ): Promise<CliResult | undefined>;
}): CliCommand {
  return {
    name: spec.name,
    usage: spec.usage,
    description: spec.description,
    ...(spec.optionHelp && { optionHelp: spec.optionHelp }),
    ...(spec.reportsNotices && { reportsNotices: true }),
    run: async (args, session) => {
      const { values, positionals } = parseArguments(args, { ...spec.options, ...globalOptions });
      // The parsed options are typed by their schema, which the generic type of `spec.options` hides.
      const { data, json } = values as { data?: string; json?: boolean };
      if (data === '') throw new UsageError(message('cli.usage.dataFolderMissing'));
      const missing = spec.positionals[positionals.length];
      if (missing && !missing.startsWith('['))
        throw new UsageError(
          message('cli.usage.argumentMissing', { command: spec.name, argument: missing, usage: `${spec.name} ${spec.usage}` }),
        );
      const extra = positionals[spec.positionals.length];
      if (extra !== undefined) throw new UsageError(message('cli.usage.extraArgument', { command: spec.name, argument: extra }));
      // The options are parsed by `spec.options`, from which the type is derived.
      return spec.run({ positionals, values: values as OptionValues<O> }, (mode) => session({ data, json: json ?? false, ...mode }));
    },
  };
}

function parseArguments(args: readonly string[], options: OptionsConfig) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true, strict: true });
  } catch (error) {
    throw toUsageError(error) ?? error;
  }
}

/** Node names the option in its message only, in quotation marks. */
function toUsageError(error: unknown): UsageError | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined;
  const option = /'(?:-\w, )?(--?[\w-]+)/.exec(error.message)?.[1] ?? '';
  if (error.code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION') return new UsageError(message('cli.usage.unknownOption', { option }));
  if (error.code !== 'ERR_PARSE_ARGS_INVALID_OPTION_VALUE') return undefined;
  const takesNoValue = error.message.includes('does not take an argument');
  return new UsageError(takesNoValue ? message('cli.usage.noValue', { option }) : message('cli.usage.valueMissing', { option }));
}

/** The option's value if it is one of these. */
export function parseChoice<const T extends string>(option: string, value: string | undefined, allowed: readonly T[]): T | undefined {
  if (value === undefined) return undefined;
  const found = allowed.find((one) => one === value);
  if (found === undefined) throw new UsageError(message('cli.usage.choice', { option, values: allowed.join(', '), value }));
  return found;
}

/** The option's value, which must be there. */
export function requireOption<T extends string>(option: string, value: T | undefined): T {
  if (value === undefined || value === '') throw new UsageError(message('cli.usage.optionMissing', { option }));
  return value;
}
