/**
 * What a published script interpreter accepts, as plain data: the exporter of an engine states the profile of the interpreter that runs its
 * exports, and the window gets it with the description of the exporter.
 */
export interface ScriptProfile {
  /** Version of the script grammar that the interpreter parses. */
  readonly grammar: 1 | 2;
  /** Elements that may stand at the top level of a text; anything else there is an error at run time. */
  readonly topLevelElements: readonly string[];
  /** How many statements a script block may hold. */
  readonly statementsPerBlock: 'one' | 'any';
  /** What is written where a text is required and empty: the interpreter rejects an empty string. */
  readonly emptyText: string;
}
