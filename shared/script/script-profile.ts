/**
 * How a published script interpreter reads and runs scripts, as plain data: the exporter of an engine defines the profile of the interpreter that
 * runs its exports, and the window receives it with the description of the exporter. shared/play runs any profile. What all profiles share is not
 * data: integers have 32 bits, decimal numbers double precision, and a text counts as 0 in calculations.
 */
export interface ScriptProfile {
  /** Whether the profile is known to be right about what the published plugin parses and throws on, but not about what it calculates. */
  readonly hasUnreliableResults: boolean;
  /** Version of the script grammar. In version 1 a comparison needs parentheses to be a part of another expression, and `not` binds last. */
  readonly grammar: 1 | 2;
  /** Elements that are allowed at the top level of a text; anything else there is an error at run time. */
  readonly topLevelElements: readonly string[];
  /** How many statements a script block may contain. */
  readonly statementsPerBlock: 'one' | 'any';
  /** The replacement for an empty text where one is required: the interpreter rejects an empty string. */
  readonly emptyText: string;
  /** Operators and functions that are syntax errors there. */
  readonly missingOperators: readonly string[];
  readonly missingFunctions: readonly string[];
  /** Whether scripts can use the variables of boards and components (`hero.hp`). */
  readonly hasScopedVariables: boolean;
  /** Whether the right side of `and` and `or` is calculated where the left side decides. */
  readonly rightSide: 'whenNeeded' | 'always';
  /**
   * The value of `and` and `or`. v1: the left side where it decides, else a boolean. v2: a side for `or`, a boolean for `and`. `boolean`:
   * always a boolean.
   */
  readonly logicValue: 'v1' | 'v2' | 'boolean';
  /** The types of what functions return: `argument` is the type of an argument. */
  readonly resultTypes: Readonly<Record<'abs' | 'sqr' | 'extreme' | 'round', 'integer' | 'float' | 'argument'>>;
  readonly rounding: 'halfToEven' | 'halfAwayFromZero';
  readonly numbers: NumericModel;
  /** How comparisons by size (`<`) order two texts. A text and anything else are compared as numbers, where the text counts as 0. */
  readonly textOrder: 'allEqual' | 'alphabetical';
  /**
   * The value of a float variable at the start, and where variables are parsed between elements, after each element. A number of single precision is
   * rounded to it and calculates with double precision, but functions of a number throw on it. An inert number is shown, but does not calculate: it
   * counts as 0 and is never true. `uninitialized`: an inert number that is lost before the game starts, so that reading it, and the first saving of all
   * variables, throws until a script has set it.
   */
  readonly floatVariables: 'double' | 'single' | 'inert' | 'uninitialized';
  /** The value of a variable after `reset` or `resetAll`. One that is inert counts as 0 until the next element is entered. */
  readonly resetVariables: 'calculate' | 'inertUntilNextElement';
  /**
   * What happens to the values of variables. `parsed`: after the choices of each element were listed, all variables are saved as texts and parsed by their
   * declared types, which throws where that fails. `converted`: after each script, what it has set is stored as a text, of which the declared type
   * takes what it can.
   */
  readonly variablesBetweenElements: 'unchanged' | 'parsed' | 'converted';
  /**
   * Whether a text is shown with its markup. Partly lost: `&amp;` is shown as it is written, `&lt;`, `&gt;` and what is between them vanish, and so do line
   * breaks, underlining and strikethrough.
   */
  readonly textMarkup: 'shown' | 'partlyLost';
  /** When escapes such as `\n` in a text become characters: when the script is read, or one kind after the other when the text is shown. */
  readonly escapes: 'whenRead' | 'whenShown';
  /** Whether a text after an `if` continues the paragraph before it where an `elseif` was chosen, as it does after its other branches. */
  readonly textAfterElseIf: 'continuesParagraph' | 'startsParagraph';
  /** Calls and operations that throw. */
  readonly fatalHazards: readonly ScriptHazard[];
  /** After an error, the statement is skipped, or the game stops: the text and its changes are lost. */
  readonly afterError: 'continue' | 'stop';
}

interface NumericModel {
  /** What a result beyond 32 bits becomes where it has to be an integer: the smallest integer, or what its lowest 32 bits are. */
  readonly integerOverflow: 'minimum' | 'wrap';
  /**
   * With how many significant digits decimal numbers are shown: those of double precision, and the initial values that are single or inert. `shortest`:
   * as many as distinguish the number from all others.
   */
  readonly shownDigits: Readonly<Record<'double' | 'single', number | 'shortest'>>;
  readonly trueNumbers: 'aboveZero' | 'notZero';
}

/** Operations that some interpreters throw on. */
export type ScriptHazard =
  | 'literalAboveInt32'
  | 'roundOfInteger'
  | 'rollOfFloat'
  | 'rollOfZero'
  | 'rollOfNegative'
  | 'extremeOfOther'
  | 'equalityOfOtherTypes'
  | 'calculationWithText'
  | 'numberAppendedToText'
  | 'rootOfNegative'
  | 'divisionByZero'
  | 'booleanAfterNumber'
  | 'visitsOutsideContent'
  | 'resetAllWithoutVariables'
  | 'zeroByZero';

/** The scripting language itself: version 2. Taleport skips and reports a statement that fails. */
export const taleportScriptProfile: ScriptProfile = {
  hasUnreliableResults: false,
  grammar: 2,
  topLevelElements: ['p', 'blockquote', 'pre', 'code', 'ul', 'ol'],
  statementsPerBlock: 'any',
  emptyText: '',
  missingOperators: [],
  missingFunctions: [],
  hasScopedVariables: true,
  rightSide: 'whenNeeded',
  logicValue: 'v2',
  resultTypes: { abs: 'float', sqr: 'float', extreme: 'argument', round: 'integer' },
  rounding: 'halfToEven',
  numbers: { integerOverflow: 'minimum', shownDigits: { double: 15, single: 7 }, trueNumbers: 'aboveZero' },
  textOrder: 'allEqual',
  floatVariables: 'double',
  resetVariables: 'calculate',
  variablesBetweenElements: 'unchanged',
  textMarkup: 'shown',
  escapes: 'whenRead',
  textAfterElseIf: 'continuesParagraph',
  fatalHazards: ['calculationWithText', 'rollOfNegative', 'rootOfNegative', 'divisionByZero', 'zeroByZero'],
  afterError: 'continue',
};
