/**
 * What a published script interpreter accepts, as plain data: the exporter of an engine defines the profile of the interpreter that runs its
 * exports, and the window receives it with the description of the exporter.
 */
export interface ScriptProfile {
  /** Version of the script grammar that the interpreter parses. */
  readonly grammar: 1 | 2;
  /** Elements that are allowed at the top level of a text; anything else there is an error at run time. */
  readonly topLevelElements: readonly string[];
  /** How many statements a script block may contain. */
  readonly statementsPerBlock: 'one' | 'any';
  /** The replacement for an empty text where one is required: the interpreter rejects an empty string. */
  readonly emptyText: string;
}
