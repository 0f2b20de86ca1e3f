/** Defines a command of the command line: its usage, its options, and the function that runs it. */
import { resolve } from 'node:path';
import { type ParseArgsConfig, parseArgs } from 'node:util';
import type { CallResult, InvokeCall } from '../../shared/contracts/ipc/call-types.ts';
import type { BackendEvent } from '../../shared/contracts/ipc/events.ts';
import type { WorkMode } from '../../shared/contracts/work-mode.ts';
import { type Message, message } from '../../shared/messages/message.ts';
import type { Translator } from '../../shared/messages/translator.ts';
import { Problem } from '../../shared/problem.ts';

/** The environment of a running command. The backend is opened, or connected to, at the first call. */
export interface CliSession {
  readonly invoke: InvokeCall;
  /** Calls without types, for calls that are passed on. */
  call(name: string, input: unknown, clientSignal?: AbortSignal): Promise<CallResult>;
  readonly dataFolder: string;
  /** Formats messages in the language of `--lang`. */
  readonly translator: Translator;
  /** A command for the same data folder that the user can paste into a terminal. */
  formatCommand(...words: readonly string[]): string;
  readonly json: boolean;
  onEvents(listener: (events: BackendEvent[]) => void): () => void;
  /** Connects to the data folder. Throws the Problem that prevents it. */
  connect(): Promise<'owner' | 'client'>;
  /** Writes to stdout at once. For commands that keep running; others return a result. */
  print(text: string): void;
  /** Writes to stderr at once. */
  warn(text: string): void;
  /** Resolves when the user or the system asks the command to end. */
  waitForStop(): Promise<void>;
}

/**
 * The result of a command: `value` is printed with --json, `text` for people. `format` is set if an option of the command selects one of
 * them.
 */
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
  /** The name of one or two words, such as `import` or `target add`. */
  readonly name: string;
  /** The arguments that follow the name, as the help shows them. */
  readonly usage: string;
  readonly description: Message;
  /** Descriptions of options that are not clear from their names. */
  readonly optionHelp?: readonly OptionHelp[];
  /**
   * Whether the command itself reports notices about the opening of the data folder, once it is ready. All others report them at their end.
   */
  readonly reportsNotices?: boolean;
  /** Runs the command. Throws a UsageError before it changes anything; `session` opens the data folder that the options name. */
  run(args: readonly string[], session: (common: GlobalOptions) => CliSession): Promise<CliResult | undefined>;
}

const globalOptions = { data: { type: 'string' }, json: { type: 'boolean' }, help: { type: 'boolean', short: 'h' } } as const;
export interface GlobalOptions extends SessionMode {
  readonly data: string | undefined;
  readonly json: boolean;
}
/** What a command needs of its session, and how the backend runs if this process becomes the owner of the data folder. */
interface SessionMode {
  readonly longRunning?: boolean;
  /** The command reads no projects: no data folder is looked for, and none is created. */
  readonly withoutDataFolder?: boolean;
  readonly targets?: WorkMode;
  readonly folders?: WorkMode;
  readonly sync?: WorkMode;
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
      // The options have the types of their definitions, which the generic type of `spec.options` hides.
      const { data, json } = values as { data?: string; json?: boolean };
      if (data === '') throw new UsageError(message('cli.usage.dataFolderMissing'));
      const missing = spec.positionals[positionals.length];
      if (missing && !missing.startsWith('['))
        throw new UsageError(
          message('cli.usage.argumentMissing', { command: spec.name, argument: missing, usage: `${spec.name} ${spec.usage}` }),
        );
      const extra = positionals[spec.positionals.length];
      if (extra !== undefined) throw new UsageError(message('cli.usage.extraArgument', { command: spec.name, argument: extra }));
      // The options are parsed according to `spec.options`, from which the type is derived.
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

/** Node only names the option inside the message, in quotation marks. */
function toUsageError(error: unknown): UsageError | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined;
  const option = /'(?:-\w, )?(--?[\w-]+)/.exec(error.message)?.[1] ?? '';
  if (error.code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION') return new UsageError(message('cli.usage.unknownOption', { option }));
  if (error.code !== 'ERR_PARSE_ARGS_INVALID_OPTION_VALUE') return undefined;
  const takesNoValue = error.message.includes('does not take an argument');
  return new UsageError(takesNoValue ? message('cli.usage.noValue', { option }) : message('cli.usage.valueMissing', { option }));
}

/** The value of the option. Throws a UsageError for a value that is not allowed. */
export function parseChoice<const T extends string>(option: string, value: string | undefined, allowed: readonly T[]): T | undefined {
  if (value === undefined) return undefined;
  const found = allowed.find((one) => one === value);
  if (found === undefined) throw new UsageError(message('cli.usage.choice', { option, values: allowed.join(', '), value }));
  return found;
}

/** The value of the option. Throws a UsageError if it is missing or empty. */
export function requireOption<T extends string>(option: string, value: T | undefined): T {
  if (value === undefined) throw new UsageError(message('cli.usage.optionMissing', { option }));
  assertNotEmpty(option, value);
  return value;
}

/** Throws a UsageError if the option is given without a text. */
export function assertNotEmpty(option: string, value: string | undefined): void {
  if (value === '') throw new UsageError(message('cli.usage.optionEmpty', { option }));
}

/** The absolute path of the file that a command writes. Throws a UsageError for the sign of standard output, to which no command writes files. */
export function parseOutputFile(option: string, value: string): string {
  if (value === '-') throw new UsageError(message('cli.usage.noFile', { option }));
  return resolve(value);
}

/** Wrong usage of a command. The exit code is 2. */
export class UsageError extends Problem {
  constructor(text: Message) {
    super('invalid', text);
  }
}

/** Parses the value of --port; 0 selects any free port. */
export function parsePort(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const port = Number(text);
  if (!/^\d+$/.test(text) || port > 65535) throw new UsageError(message('cli.usage.port', { value: text }));
  return port;
}

/** A Problem with its own text for people instead of a list of its faults. `--json` prints the faults. */
export class DetailedProblem extends Problem {
  /** The text below the sentence of the Problem. */
  readonly details: string;

  constructor(problem: Problem, details: string) {
    const { context, conflictType } = problem.json;
    super(problem.code, problem.text, {
      errors: problem.faultsByPath,
      cause: problem,
      ...(context && { context }),
      ...(conflictType && { conflictType }),
      ...(problem.reason && { reason: problem.reason }),
    });
    this.details = details;
  }
}
