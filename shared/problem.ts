/**
 * The only error that the program throws deliberately. It renders to service.md's error object ([Errors 2]) in English, and crosses processes with
 * its messages, which the window and the command line show in their language.
 */

import { t } from './messages/english.ts';
import { joinMessages, type Message, message, verbatim } from './messages/message.ts';

/** Our codes: status, title and the number of `errorCode` (0 where service.md gives none, ours from 1000 up: G4). */
const problemTypes = {
  invalid: { status: 400, title: 'The request is not valid', errorCode: 0 },
  unsupported: { status: 400, title: 'This is not supported', errorCode: 0 },
  importIntegrity: { status: 400, title: 'Project integrity exception during import.', errorCode: 0 },
  limit: { status: 400, title: 'The limit of the plan is reached', errorCode: 1001 },
  unauthenticated: { status: 401, title: 'Unauthenticated.', errorCode: 0 },
  forbidden: { status: 403, title: 'This is not permitted', errorCode: 0 },
  notFound: { status: 404, title: 'Not found', errorCode: 0 },
  method: { status: 405, title: 'This method is not supported here', errorCode: 0 },
  conflict: { status: 409, title: 'Integrity error', errorCode: 0 },
  unknownLocale: { status: 409, title: 'Integrity error: Unknown locale in API payload', errorCode: 0 },
  gone: { status: 410, title: 'The upload did not begin in time', errorCode: 1003 },
  tooLarge: { status: 413, title: 'The request is too large', errorCode: 1002 },
  tooSlow: { status: 408, title: 'The request took too long', errorCode: 1006 },
  headersTooLarge: { status: 431, title: 'The headers of the request are too large', errorCode: 1004 },
  expectation: { status: 417, title: 'This expectation cannot be met', errorCode: 1005 },
  tooMany: { status: 429, title: 'Too many requests', errorCode: 1007 },
  folder: { status: 400, title: 'The folder cannot be used', errorCode: 1010 },
  storyError: { status: 400, title: 'The story has errors that the engine would refuse', errorCode: 1011 },
  busy: { status: 409, title: 'This data folder is in use', errorCode: 1012 },
  cancelled: { status: 409, title: 'Cancelled', errorCode: 1013 },
  unreachable: { status: 502, title: 'The remote cannot be reached', errorCode: 1008 },
  store: { status: 500, title: 'The project data could not be read or written', errorCode: 1014 },
  internal: { status: 500, title: 'Something went wrong', errorCode: 1000 },
} as const;

type ProblemCode = keyof typeof problemTypes;

/** service.md's error object; `errors` maps a field path to its message, an empty array if there is none. */
export interface ProblemJson {
  title: string;
  status: number;
  detail: string | null;
  errors: Record<string, string> | never[];
  errorCode: number;
  type?: 'integrity_conflict';
  conflictType?: ConflictType;
  context?: Record<string, string>;
}

/**
 * What happened, for code that decides by it; the text is only for people. `changedByOthers`: another program has changed files of a
 * target. `newerVersion`: the data are of a newer Taleport. `foreignSchema`: the file with
 * the projects contains what Taleport has not created, and can be repaired. `diskFull`, `notWritable`: of the disk with the projects. `unanswered`: the call may or
 * may not have been executed.
 */
type ProblemReason = 'closing' | 'changedByOthers' | 'newerVersion' | 'foreignSchema' | 'diskFull' | 'notWritable' | 'unanswered';

type ConflictType = 'missing_parent' | 'invalid_target' | 'unknown_locale' | 'duplicate' | 'stale';

/** What is wrong with one field, as a message; for people also as a sentence that needs no path. */
export interface FieldFault extends Message {
  readonly sentence?: Message;
}

export interface Fault extends FieldFault {
  readonly path: string;
}

/** The form that crosses processes: service.md's error object, and its messages before translation. */
export type SerializedProblem = ProblemJson & { code: ProblemCode; text?: Message; faults?: readonly Fault[]; reason?: ProblemReason };

interface ProblemExtras {
  /** What is wrong, by field path. */
  errors?: FieldErrors;
  conflictType?: ConflictType;
  context?: Record<string, string>;
  reason?: ProblemReason;
  cause?: unknown;
}

export class Problem extends Error {
  readonly code: ProblemCode;
  /** What happened and what a user can do about it. */
  readonly text: Message;
  /** Every fault, by the path of its field. */
  readonly faults: readonly Fault[];
  readonly reason: ProblemReason | undefined;
  /** service.md's error object, in English. */
  readonly json: ProblemJson;

  /** `text`: a message; the words of a parser, the system or another program as `verbatim`. */
  constructor(code: ProblemCode, text: Message, extra: ProblemExtras = {}) {
    super(t(text), { cause: extra.cause });
    this.name = 'Problem';
    this.code = code;
    this.text = text;
    this.reason = extra.reason;
    this.faults = Object.entries(extra.errors ?? {}).map(([path, fault]) => ({ path, ...fault }));
    this.json = {
      ...problemTypes[code],
      detail: this.message,
      errors: this.faults.length > 0 ? Object.fromEntries(this.faults.map(({ path, ...fault }) => [path, t(fault)])) : [],
      ...(extra.conflictType ? { type: 'integrity_conflict' as const, conflictType: extra.conflictType } : {}),
      ...(extra.context ? { context: extra.context } : {}),
    };
  }

  /** Its faults by field path. */
  get faultsByPath(): FieldErrors {
    return Object.fromEntries(this.faults.map(({ path, ...fault }) => [path, fault]));
  }

  /** The error object of REST and `--json`, in English. */
  toJSON(): ProblemJson & { code: ProblemCode } {
    return { ...this.json, code: this.code };
  }

  /** The form for other processes of the program, which may show it in another language. */
  serialize(): SerializedProblem {
    return { ...this.toJSON(), text: this.text, faults: this.faults, ...(this.reason && { reason: this.reason }) };
  }

  /** Recreates a Problem from another process or worker. */
  static fromJSON(json: SerializedProblem): Problem {
    // A process of an older version sends English text only.
    const faults = json.faults ?? Object.entries(json.errors).map(([path, fault]): Fault => ({ path, ...verbatim(fault) }));
    return new Problem(json.code, json.text ?? verbatim(json.detail ?? json.title), {
      errors: Object.fromEntries(faults.map(({ path, ...fault }) => [path, fault])),
      ...(json.conflictType ? { conflictType: json.conflictType } : {}),
      ...(json.context ? { context: json.context } : {}),
      ...(json.reason ? { reason: json.reason } : {}),
    });
  }

  /** Any thrown value as a Problem: other errors become `internal`, without details. */
  static from(error: unknown): Problem {
    return error instanceof Problem ? error : new Problem('internal', message('problem.unexpected'), { cause: error });
  }
}

/** Whether the same request may succeed later: what it contains is not the reason. */
export const isTemporaryProblem = ({ code, reason }: Problem): boolean => code === 'store' || code === 'busy' || reason === 'unanswered';

/** What makes a Problem of one of these codes. A command may have very many of them, of which one is thrown. */
export interface StateFault extends Pick<ProblemExtras, 'conflictType' | 'context'> {
  readonly code: 'notFound' | 'conflict' | 'unknownLocale';
  readonly text: Message;
}

/** `what` does not exist: a noun without an article, as `kindNoun` returns it. */
export const notFoundFault = (what: Message, id: string): StateFault => ({
  code: 'notFound',
  text: message('problem.notFound', { kind: what, id }),
  context: { kind: t(what), id },
});

export const toStateProblem = ({ code, text, ...extras }: StateFault, errors: FieldErrors = {}): Problem =>
  new Problem(code, text, { ...extras, errors });

export const notFoundProblem = (what: Message, id: string): Problem => toStateProblem(notFoundFault(what, id));

/** What is wrong, by field path. */
export type FieldErrors = Readonly<Record<string, FieldFault>>;

/** A 400 for one field. */
export const invalidFieldProblem = (path: string, fault: Message): Problem =>
  new Problem('invalid', message('problem.invalidField', { path, fault }), { errors: { [path]: fault } });

/** A 400 for several fields; the first one is its text. */
export function invalidFieldsProblem(faults: FieldErrors): Problem {
  const [first] = Object.entries(faults);
  const text = first ? message('problem.invalidField', { path: first[0], fault: first[1] }) : message('problem.invalidRequest');
  return new Problem('invalid', text, { errors: faults });
}

/** A 400 for several fields, all of which are in its text. */
export const invalidInputProblem = (faults: FieldErrors): Problem =>
  new Problem('invalid', message('problem.invalidInput', { faults: joinFaults(faults) }), { errors: faults });

/** `a: is needed; b: must be text`. */
export const joinFaults = (faults: FieldErrors): Message =>
  joinMessages(
    Object.entries(faults).map(([path, fault]) => message('problem.invalidField', { path, fault })),
    (first, second) => message('problem.twoFaults', { first, second }),
  );

export const conflictFault = (conflictType: ConflictType, text: Message, context: Record<string, string>): StateFault => ({
  code: 'conflict',
  text,
  conflictType,
  context,
});

export const conflictProblem = (...input: Parameters<typeof conflictFault>): Problem => toStateProblem(conflictFault(...input));
