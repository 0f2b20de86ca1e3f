/** What is wrong with a script, and where. */
import type { SourcePosition } from './syntax.ts';

/** A fault in plain words, with the code block (from 0) and line and column in it (from 1). */
export type ScriptDiagnostic = { message: string } & SourcePosition;

/** Thrown inside the parser only: parse-block.ts catches it and answers the fault. */
export class ScriptSyntaxError extends Error {
  readonly position: SourcePosition;

  constructor(message: string, at: SourcePosition) {
    super(message);
    this.position = at;
  }
}
