/** An error in a script and its position. */
import type { Message } from '../messages/message.ts';
import type { SourcePosition } from './syntax.ts';

/** A message for the author, with the code block (from 0), line and column (from 1). */
export type ScriptDiagnostic = { message: Message } & SourcePosition;

/** An error in a script as an exception. */
export abstract class ScriptError extends Error {
  readonly text: Message;
  readonly position: SourcePosition;

  constructor(text: Message, at: SourcePosition) {
    super(text.key);
    this.text = text;
    this.position = at;
  }
}

/** Thrown inside the parser only: parse-block.ts catches it and returns it as a diagnostic. */
export class ScriptSyntaxError extends ScriptError {}
