/**
 * What a script does under the profile of an engine that it does not do in Taleport: where the game would stop, and whether something may have
 * another value there. Derived from types, without running the script, so that it holds whatever the variables contain.
 */
import { type Message, message } from '../messages/message.ts';
import { type ScriptHazard, type ScriptProfile, taleportScriptProfile } from './script-profile.ts';
import type {
  BinaryOperator,
  Expression,
  FunctionArgument,
  FunctionCall,
  Program,
  SourcePosition,
  Statement,
  VariableReference,
} from './syntax.ts';
import {
  maxInt32,
  mayBeOtherThan,
  typesOfBinary,
  typesOfExpression,
  type ValueType,
  type ValueTypes,
  type VariableTypes,
} from './value-types.ts';

export interface ScriptStop {
  readonly at: SourcePosition;
  readonly message: Message;
}
export interface ScriptHazards {
  readonly stops: readonly ScriptStop[];
  /** Whether it may show or set something else, or be true elsewhere. */
  readonly differs: boolean;
  /**
   * Whether only running it with values shows whether it stops or differs. `unproven`: it may even if none of them does so. `shown`: it is no problem then,
   * because only far decimals would differ.
   */
  readonly trial: 'none' | 'shown' | 'unproven';
}

type DeclaredType = 'string' | 'integer' | 'float' | 'boolean';

interface HazardContext {
  readonly profile: ScriptProfile;
  readonly variables: VariableTypes;
  readonly field: 'content' | 'label' | 'script';
  /** The type with which a variable is declared; undefined if there is no such variable. */
  readonly declaredType: (variable: VariableReference) => DeclaredType | undefined;
  /** Whether a float variable is written the same with single precision. */
  readonly isShownAlike: (name: string) => boolean;
}

/** A statement, or the condition of an if, a branch or a path. */
export type ScriptPart =
  | { readonly type: 'statement'; readonly statement: SimpleStatement }
  | { readonly type: 'condition'; readonly condition: Expression };
type SimpleStatement = Exclude<Statement, { type: 'choose' }>;

/** The parts of a script in their order. */
export function listScriptParts(script: Program | Expression): ScriptPart[] {
  if (!Array.isArray(script)) return [{ type: 'condition', condition: script }];
  return script.flatMap((part): ScriptPart[] => {
    if (part.type === 'text') return [];
    if (part.type === 'quotation') return listScriptParts(part.body);
    if (part.type !== 'choose') return [{ type: 'statement', statement: part }];
    const branches = part.branches.flatMap(({ condition, body }) => [...listScriptParts(condition), ...listScriptParts(body)]);
    return [...branches, ...listScriptParts(part.otherwise ?? [])];
  });
}

export function findHazards(part: ScriptPart, context: HazardContext): ScriptHazards {
  const finder = new HazardFinder(context);
  if (part.type === 'statement') finder.inStatement(part.statement);
  else finder.inCondition(part.condition);
  return finder.hazards;
}

class HazardFinder {
  readonly #stops: ScriptStop[] = [];
  #differs = false;
  #trial: ScriptHazards['trial'] = 'none';
  readonly #context: HazardContext;

  constructor(context: HazardContext) {
    this.#context = context;
  }

  get hazards(): ScriptHazards {
    return { stops: this.#stops, differs: this.#differs, trial: this.#trial };
  }

  inStatement(statement: SimpleStatement): void {
    const { profile } = this.#context;
    if (statement.type === 'assign') {
      this.#inExpression(statement.value);
      const operator = statement.operator.slice(0, -1);
      const value = this.#typesOf(statement.value);
      if (operator === '') {
        this.#inStoredValue(statement, value, this.#isExact(statement.value));
        return;
      }
      const before = this.#context.variables(statement.variable);
      if (operator === '+' && before.has('string') && mayBeOtherThan(value, 'string'))
        this.#stopIf('numberAppendedToText', statement.at, message('script.run.numberAppendedToText'));
      this.#inCalculation(operator, before, value, statement.at);
      this.#inDivision(operator, statement.value, statement.at);
      const isWhole = this.#context.declaredType(statement.variable) === 'integer' && operator !== '/' && this.#isWhole(statement.value);
      this.#inStoredValue(statement, typesOfBinary(binaryOperatorOf(operator), before, value), isWhole);
    } else if (statement.name === 'show') {
      for (const each of statement.arguments) {
        if (each.type === 'string') this.#differs ||= profile.escapes === 'whenShown' && /\\(?!["'nt])/.test(each.source);
        else {
          this.#inArgument(each);
          this.#inShownValue(each);
        }
      }
    } else if (statement.name === 'resetAll' && statement.arguments.length === 0 && this.#isFatal('resetAllWithoutVariables'))
      this.#stop(statement.at, message('script.run.resetAllWithoutVariables'));
    else if (statement.name.startsWith('reset') && statement.name !== 'resetVisits')
      this.#differs ||= profile.resetVariables === 'inertUntilNextElement';
  }

  /**
   * A variable takes its declared type between elements, where the profile says so. `isExact`: the value is a whole number, or the same whatever the variables
   * contain.
   */
  #inStoredValue({ variable }: Extract<Statement, { type: 'assign' }>, types: ValueTypes, isExact: boolean): void {
    const { variablesBetweenElements } = this.#context.profile;
    const declared = this.#context.declaredType(variable);
    if (variablesBetweenElements === 'unchanged' || declared === undefined) return;
    const fitting = fittingTypes(declared);
    if ([...types].some((each) => !fitting.includes(each))) this.#needTrial(isExact ? 'shown' : 'unproven');
    else if (declared === 'float' && variablesBetweenElements === 'converted') this.#needTrial('shown');
  }

  #inShownValue(argument: FunctionArgument): void {
    const { shownDigits } = this.#context.profile.numbers;
    if (argument.type === 'mention' || shownDigits.double === taleportScriptProfile.numbers.shownDigits.double) return;
    if (hasAny(this.#typesOf(argument), 'float', 'string') && argument.type !== 'variable') this.#needTrial('shown');
  }

  #needTrial(trial: 'shown' | 'unproven'): void {
    if (this.#trial !== 'unproven') this.#trial = trial;
  }

  /** Whether the value of an expression is whole, or the same whatever the variables contain. */
  #isExact(expression: Expression): boolean {
    return this.#isWhole(expression) || isConstant(expression);
  }

  #isWhole(argument: FunctionArgument): boolean {
    switch (argument.type) {
      case 'integer':
      case 'float':
        return Number.isInteger(argument.value);
      case 'variable':
        // What another script may have put into an integer between two elements is reported there.
        return this.#context.declaredType(argument.variable) === 'integer';
      case 'unary':
        return argument.operator !== 'not' && this.#isWhole(argument.operand);
      case 'binary':
        return ['+', '-', '*', '%'].includes(argument.operator) && this.#isWhole(argument.left) && this.#isWhole(argument.right);
      case 'call':
        return wholeFunctions.has(argument.name) && argument.arguments.every((each) => each.type === 'mention' || this.#isWhole(each));
      default:
        return false;
    }
  }

  /** An expression of which only the truth counts. */
  inCondition(expression: Expression): void {
    const { profile } = this.#context;
    if (expression.type === 'binary' && (expression.operator === 'and' || expression.operator === 'or')) {
      this.inCondition(expression.left);
      this.inCondition(expression.right);
      if (profile.rightSide === 'always') this.#differs ||= mayThrow(expression.right, profile);
      return;
    }
    this.#inExpression(expression);
    const types = this.#typesOf(expression);
    const isNumber = hasAny(types, 'integer', 'float', 'single', 'roundedSingle');
    this.#differs ||= types.has('inert') || (isNumber && profile.numbers.trueNumbers !== taleportScriptProfile.numbers.trueNumbers);
  }

  #inArgument(argument: FunctionArgument): void {
    if (argument.type !== 'mention') this.#inExpression(argument);
  }

  #inExpression(expression: Expression): void {
    const { profile, isShownAlike } = this.#context;
    if (expression.type === 'integer' && expression.value > maxInt32)
      this.#stopIf('literalAboveInt32', expression.at, message('script.run.literalTooLarge', { maximum: maxInt32 }));
    else if (expression.type === 'string') this.#differs ||= profile.escapes === 'whenShown' && expression.source.includes('\\');
    else if (expression.type === 'variable')
      this.#differs ||= hasAny(this.#typesOf(expression), 'inert', 'roundedSingle') && !isShownAlike(expression.variable.name);
    else if (expression.type === 'unary') {
      if (expression.operator === 'not') this.inCondition(expression.operand);
      else this.#inExpression(expression.operand);
      // An inert number keeps its sign, and a negative one is shown with double precision.
      this.#differs ||= expression.operator === '-' && hasAny(this.#typesOf(expression.operand), 'inert', 'roundedSingle');
    } else if (expression.type === 'call') this.#inCall(expression);
    else if (expression.type === 'binary') this.#inBinary(expression);
  }

  #inBinary(expression: Extract<Expression, { type: 'binary' }>): void {
    const { operator, left, right, at } = expression;
    const { profile } = this.#context;
    const [one, two] = [this.#typesOf(left), this.#typesOf(right)];
    if (operator === 'and' || operator === 'or') {
      // The value of a side may be used.
      const isBoolean = !mayBeOtherThan(one, 'boolean') && !mayBeOtherThan(two, 'boolean');
      this.#differs ||= profile.logicValue !== taleportScriptProfile.logicValue && !isBoolean;
      this.inCondition(expression);
      return;
    }
    this.#inExpression(left);
    this.#inExpression(right);
    if ((operator === '==' || operator === '!=') && isMixedEquality(one, two))
      this.#stopIf('equalityOfOtherTypes', at, message('script.run.otherType', { type: one.has('string') ? 'string' : 'boolean' }));
    this.#inCalculation(operator, one, two, at);
    this.#inDivision(operator, right, at);
  }

  #inDivision(operator: string, divisor: Expression, at: SourcePosition): void {
    const isZero = literalNumber(divisor) === 0 || (divisor.type === 'boolean' && !divisor.value);
    if (!isZero || (operator !== '/' && operator !== '%')) return;
    if (operator === '%' || this.#isFatal('divisionByZero')) this.#stop(at, message('script.run.divisionByZero'));
    else this.#differs = true;
  }

  /** Operators that calculate or compare, also those of assignments. */
  #inCalculation(operator: string, left: ValueTypes, right: ValueTypes, at: SourcePosition): void {
    const isText = left.has('string') || right.has('string');
    if ('-*/%'.includes(operator) && isText) {
      if (this.#isFatal('calculationWithText')) this.#stop(at, message('script.run.textOperator', { operator }));
      else this.#differs = true;
    }
    if (right.has('boolean') && mayBeOtherThan(left, 'boolean'))
      this.#stopIf('booleanAfterNumber', at, message('script.run.booleanAfterNumber'));
    const onlyJoins = operator === '+' && (!mayBeOtherThan(left, 'string') || !mayBeOtherThan(right, 'string'));
    if (!onlyJoins) this.#differs ||= [left, right].some((each) => hasAny(each, 'inert', 'roundedSingle'));
    const isBySize = operator.startsWith('<') || operator.startsWith('>');
    if (isBySize && left.has('string') && right.has('string'))
      this.#differs ||= this.#context.profile.textOrder !== taleportScriptProfile.textOrder;
  }

  #inCall(call: FunctionCall): void {
    const { profile, field } = this.#context;
    const { name, arguments: list, at } = call;
    for (const each of list) this.#inArgument(each);
    const types = list.flatMap((each) => (each.type === 'mention' ? [] : [this.#typesOf(each)]));
    const isOther = types.some((each) => each.has('string') || each.has('boolean'));
    const hasInert = types.some((each) => each.has('inert'));
    const hasSingle = types.some((each) => hasAny(each, 'single', 'roundedSingle'));
    if (name === 'visits') {
      if (list.length === 0 && field !== 'content' && this.#isFatal('visitsOutsideContent'))
        this.#stop(at, message('script.run.visitsOutsideContent'));
    } else if (name === 'max' || name === 'min') {
      if (isOther) this.#stopIf('extremeOfOther', at, message('script.run.numberNeeded', { name }));
      this.#differs ||=
        hasInert ||
        types.some((each) => each.has('roundedSingle')) ||
        (isOther && profile.resultTypes.extreme !== taleportScriptProfile.resultTypes.extreme);
    } else if (isOther || hasInert || hasSingle) this.#stop(at, message('script.run.numberNeeded', { name }));
    if (name === 'round') {
      if (types.some((each) => each.has('integer'))) this.#stopIf('roundOfInteger', at, message('script.run.roundOfInteger'));
      const mayBeHalfway = types.some((each) => each.has('float')) && !list.every((each) => this.#isNeverHalfway(each));
      this.#differs ||= mayBeHalfway && profile.rounding !== taleportScriptProfile.rounding;
    } else if (name === 'roll') {
      if (types.some((each) => each.has('float'))) this.#stopIf('rollOfFloat', at, message('script.run.rollOfFloat'));
      const sides = literalNumber(list[0]) ?? 1;
      if (sides === 0) this.#stopIf('rollOfZero', at, message('script.run.rollAboveZero'));
      else if (sides < 0) this.#stopIf('rollOfNegative', at, message('script.run.rollAboveZero'));
    } else if (name === 'sqrt' && (literalNumber(list[0]) ?? 0) < 0) {
      if (this.#isFatal('rootOfNegative')) this.#stop(at, message('script.run.squareRoot'));
      else this.#differs = true;
    }
  }

  /**
   * `(i - k) / n` for an integer i and k = (n - 1) / 2: 2 * (i - k) is odd if n is even, and even if n is odd, so it is never an odd
   * multiple of n.
   */
  #isNeverHalfway(argument: FunctionArgument): boolean {
    if (argument.type !== 'binary' || argument.operator !== '/' || argument.right.type !== 'integer') return false;
    const { left, right } = argument;
    if (left.type !== 'binary' || left.operator !== '-' || !('value' in left.right) || mayBeOtherThan(this.#typesOf(left.left), 'integer'))
      return false;
    const doubled = 2 * Number(left.right.value);
    return Number.isInteger(doubled) && (doubled - right.value) % 2 !== 0;
  }

  #typesOf(expression: Expression): ValueTypes {
    return typesOfExpression(expression, this.#context.variables, this.#context.profile);
  }

  #isFatal(hazard: ScriptHazard): boolean {
    return this.#context.profile.fatalHazards.includes(hazard);
  }

  #stopIf(hazard: ScriptHazard, at: SourcePosition, text: Message): void {
    if (this.#isFatal(hazard)) this.#stop(at, text);
  }

  #stop(at: SourcePosition, text: Message): void {
    this.#stops.push({ at, message: text });
  }
}

/** The types that a variable can have where it takes its declared type. */
const fittingTypes = (declared: DeclaredType): readonly ValueType[] =>
  declared === 'float' ? ['integer', 'float', 'single', 'roundedSingle', 'inert'] : [declared];

/**
 * The types of variables within one text, under a profile in which each variable has its declared type when a text begins: only what the text itself has
 * assigned before can be of another type.
 */
export class TypesWithinText {
  readonly #context: Pick<HazardContext, 'profile' | 'variables' | 'declaredType'>;
  readonly #assigned = new Map<string, Set<ValueType>>();

  constructor(context: Pick<HazardContext, 'profile' | 'variables' | 'declaredType'>) {
    this.#context = context;
  }

  readonly typesOf = (variable: VariableReference): ValueTypes => {
    const declared = this.#context.declaredType(variable);
    const types = this.#context.variables(variable);
    if (declared === undefined) return types;
    // A whole number that is loaded into a float is a float.
    const fitting = declared === 'float' ? fittingTypes(declared).filter((each) => each !== 'integer') : fittingTypes(declared);
    return new Set([...[...types].filter((each) => fitting.includes(each)), ...(this.#assigned.get(keyOfVariable(variable)) ?? [])]);
  };

  /** Must be called for all parts of the text in their order, each after its types were used. */
  addPart(part: ScriptPart): void {
    if (part.type !== 'statement' || part.statement.type !== 'assign') return;
    const { variable, operator, value } = part.statement;
    const types = typesOfExpression(value, this.typesOf, this.#context.profile);
    const stored = operator === '=' ? types : typesOfBinary(binaryOperatorOf(operator.slice(0, -1)), this.typesOf(variable), types);
    const key = keyOfVariable(variable);
    this.#assigned.set(key, new Set([...(this.#assigned.get(key) ?? []), ...stored]));
  }
}

const keyOfVariable = ({ scope, name }: VariableReference): string => (scope === null ? name : `${scope}.${name}`);

/** Functions whose results are whole if their arguments are. */
const wholeFunctions: ReadonlySet<string> = new Set(['abs', 'max', 'min', 'round', 'roll', 'sqr', 'visits']);

/** The operator of a calculation in an assignment. */
function binaryOperatorOf(operator: string): BinaryOperator {
  if (operator === '+' || operator === '-' || operator === '*' || operator === '/' || operator === '%') return operator;
  throw new Error(`${operator}= is no assignment.`);
}

/** Whether an expression has the same value each time. */
function isConstant(argument: FunctionArgument): boolean {
  if (argument.type === 'binary') return isConstant(argument.left) && isConstant(argument.right);
  if (argument.type === 'unary') return isConstant(argument.operand);
  if (argument.type === 'call') return !['random', 'roll', 'visits'].includes(argument.name) && argument.arguments.every(isConstant);
  return argument.type !== 'variable' && argument.type !== 'mention';
}

const hasAny = (types: ValueTypes, ...some: readonly ValueType[]): boolean => some.some((each) => types.has(each));

/** The value of a number as it is written, with its sign; the value of anything else is known only when it runs. */
function literalNumber(argument: FunctionArgument | undefined): number | undefined {
  if (argument?.type === 'integer' || argument?.type === 'float') return argument.value;
  if (argument?.type !== 'unary' || argument.operator === 'not') return undefined;
  const operand = literalNumber(argument.operand);
  return operand === undefined || argument.operator === '+' ? operand : 0 - operand;
}

/** A text or boolean on the left, and possibly another type on the right. */
const isMixedEquality = (left: ValueTypes, right: ValueTypes): boolean =>
  (left.has('string') && mayBeOtherThan(right, 'string')) || (left.has('boolean') && mayBeOtherThan(right, 'boolean'));

/** Whether running an expression may throw for some values of its variables. */
function mayThrow(argument: FunctionArgument, profile: ScriptProfile): boolean {
  if (argument.type === 'unary') return mayThrow(argument.operand, profile);
  if (argument.type === 'call') {
    const { name, arguments: list } = argument;
    const isHazardous = name === 'roll' || (name === 'sqrt' && profile.fatalHazards.includes('rootOfNegative'));
    return isHazardous || list.some((each) => mayThrow(each, profile));
  }
  if (argument.type !== 'binary') return false;
  const { operator, left, right } = argument;
  const divides = operator === '%' || (operator === '/' && profile.fatalHazards.includes('divisionByZero'));
  return (divides && !('value' in right && right.value !== 0)) || mayThrow(left, profile) || mayThrow(right, profile);
}
