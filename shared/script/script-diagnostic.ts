/** An error in a script and its position. */
import type { SourcePosition } from './syntax.ts';

/** A message for the author, with the code block (from 0), line and column (from 1). */
export type ScriptDiagnostic = { message: string } & SourcePosition;

/** Thrown inside the parser only: parse-block.ts catches it and returns it as a diagnostic. */
export class ScriptSyntaxError extends Error {
  readonly position: SourcePosition;

  constructor(message: string, at: SourcePosition) {
    super(message);
    this.position = at;
  }
}
