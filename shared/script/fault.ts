/** What is wrong with a script, and where. */
import type { Place } from './syntax.ts';

/** A fault in plain words, with the code block (from 0) and line and column in it (from 1). */
export type ScriptFault = { message: string } & Place;

/** Thrown inside the parser only: parse-block.ts catches it and answers the fault. */
export class ScriptError extends Error {
  readonly at: Place;

  constructor(message: string, at: Place) {
    super(message);
    this.at = at;
  }
}
