/**
 * Float variables that a plug-in loses before the game starts: each stops the game, even if no script uses it. The fix stores the same value in another
 * type, and rewrites all scripts for that in one step: as a text where scripts only show it, else as an integer of tenths where each calculation
 * has at most one decimal. Otherwise only the author can say which precision the story needs, so there is none. It is a choice, because the code of the
 * game may read the variable, too.
 */
import { message } from '../../../shared/messages/message.ts';
import { changeCommand, type SingleCommand } from '../../../shared/model/commands.ts';
import type { StoryRecord } from '../../../shared/model/kinds/kinds.ts';
import type { Project } from '../../../shared/model/project.ts';
import { floatValue, formatScriptValue } from '../../../shared/play/script-value.ts';
import { editCondition, editScripts, editSource, type ScriptEdit } from '../../../shared/rich-text/edit-scripts.ts';
import type { ScriptSource } from '../../../shared/rich-text/script-source.ts';
import { parseBlock, parseSingleExpression, type SourcePlaces } from '../../../shared/script/parse-block.ts';
import { expressionsOfLine } from '../../../shared/script/safe-rewrites.ts';
import { type ScriptProfile, taleportScriptProfile } from '../../../shared/script/script-profile.ts';
import type { Expression, FunctionArgument, Statement, VariableReference } from '../../../shared/script/syntax.ts';
import { maxInt32 } from '../../../shared/script/value-types.ts';
import type { CheckContext, CheckFix } from './check-context.ts';

type Variable = StoryRecord<'variable'>;

export function* checkFloatVariables(context: CheckContext): Generator<void> {
  if (!context.exporter?.game || context.scriptProfile.floatVariables !== 'uninitialized') return;
  const variables = [...context.project.recordsOfKind('variable')].filter(({ type }) => type === 'float');
  if (variables.length === 0) return;
  const scripts = yield* findScripts(context, variables);
  for (const variable of variables) {
    const { id, name } = variable;
    const text = message('check.engine.variableLost', { name, engine: context.engineName });
    const own = scripts.filter(({ text: script }) => script.includes(name));
    context.reportGameStop('game-stops', { kind: 'variable', id }, text, yield* findFix(context, variable, own));
  }
}

/** The fix of a variable, with all that it depends on. */
interface KnownFix {
  readonly name: string;
  readonly value: unknown;
  readonly scripts: readonly StoryScript[];
  readonly profile: ScriptProfile;
  readonly variableTypes: string;
  readonly fix: CheckFix | undefined;
}

/** By the id of the variable. A fix parses all scripts that name it, and most changes of a story change none of them. */
const knownFixes = new WeakMap<Project, Map<string, KnownFix>>();

function* findFix(context: CheckContext, variable: Variable, scripts: readonly StoryScript[]): Generator<void, CheckFix | undefined> {
  const { project, scriptProfile: profile } = context;
  const { id, name, value } = variable;
  const fixes = knownFixes.get(project) ?? new Map<string, KnownFix>();
  knownFixes.set(project, fixes);
  const known = fixes.get(id);
  const variableTypes = context.variableTypes(profile).key;
  const isCurrent = known?.name === name && known.value === value && known.profile === profile && known.variableTypes === variableTypes;
  if (isCurrent && haveSameTexts(known.scripts, scripts)) return known.fix;
  const fix = yield* createFix(context, variable, scripts);
  fixes.set(id, { name, value, scripts, profile, variableTypes, fix });
  return fix;
}

const haveSameTexts = (some: readonly StoryScript[], others: readonly StoryScript[]): boolean =>
  some.length === others.length &&
  some.every(({ text, record, iso }, at) => {
    const other = others[at];
    return text === other?.text && record.id === other.record.id && iso === other.iso;
  });

/** A text with scripts, or a condition. */
interface StoryScript {
  readonly text: string;
  readonly isCondition: boolean;
  /** The command that replaces some languages of the field, or the condition. */
  readonly record: { readonly kind: 'element' | 'connection' | 'condition'; readonly id: string };
  readonly iso: string | null;
}

/** Records that are read in one step. */
const recordsPerStep = 500;

/** Those that may name one of the variables, in all languages. */
function* findScripts({ project }: CheckContext, variables: readonly Variable[]): Generator<void, StoryScript[]> {
  const found: StoryScript[] = [];
  const names = variables.map(({ name }) => name);
  const add = (record: StoryScript['record'], iso: string | null, text: string | null | undefined): void => {
    const isCondition = record.kind === 'condition';
    if (text && (isCondition || text.includes('<code')) && names.some((name) => text.includes(name)))
      found.push({ text, isCondition, record, iso });
  };
  let read = 0;
  for (const record of project.records()) {
    if (++read % recordsPerStep === 0) yield;
    const { id, kind } = record;
    if (kind === 'condition') add({ kind, id }, null, project.find('condition', id)?.script);
    else if (kind === 'element' || kind === 'connection') {
      const texts = project.find('element', id)?.content ?? project.find('connection', id)?.label ?? {};
      for (const [iso, { text }] of Object.entries(texts)) add({ kind, id }, iso, text);
    }
  }
  return found;
}

/** A step for each script. */
function* createFix(context: CheckContext, variable: Variable, scripts: readonly StoryScript[]): Generator<void, CheckFix | undefined> {
  const { id, name, value } = variable;
  if (typeof value !== 'number') return undefined;
  const uses = new VariableUses(variable, context);
  let isOnlyShown = true;
  for (const script of scripts) {
    yield;
    isOnlyShown = uses.onlyShows(script);
    if (!isOnlyShown) break;
  }
  if (isOnlyShown) {
    const text = formatScriptValue(floatValue(value), taleportScriptProfile);
    const command = changeCommand('variable', id, { type: 'string', value: text });
    return { label: message('check.fix.floatAsText', { name }), command, isChoice: true, dependsOnOthers: true };
  }
  const tenths = toTenths(value);
  if (tenths === null) return undefined;
  const commands: SingleCommand[] = [changeCommand('variable', id, { type: 'integer', value: tenths })];
  const texts = new Map<string, { readonly record: StoryScript['record']; readonly languages: Record<string, { text: string }> }>();
  for (const { text, isCondition, record, iso } of scripts) {
    yield;
    const rewritten = uses.inTenths({ text, isCondition });
    if (rewritten === null) return undefined;
    if (rewritten === text) continue;
    if (iso === null) commands.push(changeCommand('condition', record.id, { script: rewritten }));
    else {
      const known = texts.get(record.id) ?? { record, languages: {} };
      known.languages[iso] = { text: rewritten };
      texts.set(record.id, known);
    }
  }
  for (const { record, languages } of texts.values())
    commands.push(changeCommand(record.kind, record.id, { [record.kind === 'element' ? 'content' : 'label']: languages }));
  return { label: message('check.fix.floatAsTenths', { name }), command: { do: 'batch', commands }, isChoice: true, dependsOnOthers: true };
}

/** The number times ten, if that is an integer of the engines. */
function toTenths(value: number): number | null {
  const tenths = Math.round(value * 10);
  return tenths / 10 === value && Math.abs(tenths) <= maxInt32 ? tenths : null;
}

type ScriptText = Pick<StoryScript, 'text' | 'isCondition'>;
type Assignment = Extract<Statement, { type: 'assign' }>;
/** Functions whose arguments are variables and not their values. */
const referringFunctions: ReadonlySet<string> = new Set(['reset', 'resetAll', 'resetVisits']);

/** The edits of a statement or a condition. */
type StatementEdits = (
  expressions: readonly FunctionArgument[],
  places: SourcePlaces,
  source: ScriptSource,
  assignment: Assignment | undefined,
) => readonly ScriptEdit[];

/** Thrown inside of this file. */
class NotRewritableError extends Error {}

/** What scripts do with one variable. */
class VariableUses {
  readonly #name: string;
  readonly #context: CheckContext;

  constructor({ name }: Variable, context: CheckContext) {
    this.#name = name;
    this.#context = context;
  }

  /** Whether the script, if it names the variable, only shows or resets it. */
  onlyShows(script: ScriptText): boolean {
    let isShown = true;
    const read = this.#edit(script, (expressions, _places, _source, assignment) => {
      if (assignment && this.#isVariable(assignment.variable)) isShown = false;
      for (const expression of expressions) {
        const isShow = expression.type === 'call' && (expression.name === 'show' || referringFunctions.has(expression.name));
        const inside = isShow ? expression.arguments.filter((each) => !this.#isRead(each)) : [expression];
        if (inside.some((each) => this.#readsIn(each).length > 0)) isShown = false;
      }
      return [];
    });
    return read !== null && isShown;
  }

  /** The script for the variable as an integer of tenths; null if it may then do something else, or cannot be parsed. */
  inTenths(script: ScriptText): string | null {
    return this.#edit(script, (expressions, places, source, assignment) => {
      if (!assignment || !this.#isVariable(assignment.variable)) return expressions.flatMap((each) => this.#readEdits(each, places));
      const { value, operator } = assignment;
      if (operator === '*=' && this.#isInteger(value)) return [];
      const span = places.spans.get(value);
      if (!span || (operator !== '=' && operator !== '+=' && operator !== '-=')) throw new NotRewritableError();
      return [{ ...span, html: this.#scaled(value, places, source) }];
    });
  }

  /** Applies the edits of each statement; null if one cannot be rewritten, or if a source that may name the variable has an error. */
  #edit({ text, isCondition }: ScriptText, editsOf: StatementEdits): string | null {
    try {
      if (!isCondition) return editScripts(text, (source, index) => this.#blockEdits(source, index, editsOf));
      return editCondition(text, (source) => {
        const parsed = parseSingleExpression(source);
        if (!parsed.ok) throw new NotRewritableError();
        return editsOf([parsed.expression], parsed, source, undefined);
      });
    } catch (error) {
      if (error instanceof NotRewritableError) return null;
      throw error;
    }
  }

  #blockEdits(source: ScriptSource, index: number, editsOf: StatementEdits): ScriptEdit[] {
    const block = parseBlock(source, index);
    if (block.diagnostic && source.text.includes(this.#name)) throw new NotRewritableError();
    return block.clauses.flatMap((clause) => {
      const { line } = clause;
      const expressions = line.type === 'call' ? [line] : expressionsOfLine(clause);
      return [...editsOf(expressions, block, source, line.type === 'assign' ? line : undefined)];
    });
  }

  #isVariable = ({ scope, name }: VariableReference): boolean => scope === null && name === this.#name;
  #isRead = (expression: FunctionArgument): boolean => expression.type === 'variable' && this.#isVariable(expression.variable);

  #readsIn(expression: FunctionArgument): FunctionArgument[] {
    if (this.#isRead(expression)) return [expression];
    if (expression.type === 'unary') return this.#readsIn(expression.operand);
    if (expression.type === 'binary') return [...this.#readsIn(expression.left), ...this.#readsIn(expression.right)];
    if (expression.type !== 'call' || referringFunctions.has(expression.name)) return [];
    return expression.arguments.flatMap((each) => this.#readsIn(each));
  }

  /** A quotient is rounded to the same number as the decimal that it stands for. */
  #readEdits(expression: FunctionArgument, { spans }: SourcePlaces): ScriptEdit[] {
    return this.#readsIn(expression).map((read) => {
      const span = spans.get(read);
      if (!span) throw new NotRewritableError();
      return { ...span, html: `(${this.#name} / 10)` };
    });
  }

  /** An integer expression for ten times the value. */
  #scaled(expression: Expression, places: SourcePlaces, source: ScriptSource): string {
    if (expression.type === 'integer' || expression.type === 'float') {
      const tenths = toTenths(expression.value);
      if (tenths === null) throw new NotRewritableError();
      return String(tenths);
    }
    if (this.#isRead(expression)) return this.#name;
    if (expression.type === 'variable' && this.#isInteger(expression)) return `${this.#htmlOf(expression, places, source)} * 10`;
    if (expression.type === 'unary' && expression.operator === '-') return `-(${this.#scaled(expression.operand, places, source)})`;
    if (expression.type !== 'binary') throw new NotRewritableError();
    const { operator, left, right } = expression;
    if (operator === '+' || operator === '-')
      return `${this.#operand(left, places, source)} ${operator} ${this.#operand(right, places, source)}`;
    if (operator !== '*') throw new NotRewritableError();
    if (this.#isInteger(right)) return `${this.#operand(left, places, source)} * ${this.#htmlOf(right, places, source)}`;
    if (this.#isInteger(left)) return `${this.#htmlOf(left, places, source)} * ${this.#operand(right, places, source)}`;
    throw new NotRewritableError();
  }

  #operand(expression: Expression, places: SourcePlaces, source: ScriptSource): string {
    const html = this.#scaled(expression, places, source);
    return expression.type === 'binary' ? `(${html})` : html;
  }

  #htmlOf(expression: FunctionArgument, { spans }: SourcePlaces, source: ScriptSource): string {
    const span = spans.get(expression);
    if (!span) throw new NotRewritableError();
    return editSource(source, [], span);
  }

  /** A literal, or a variable that only ever has integers. */
  #isInteger(expression: Expression): boolean {
    if (expression.type === 'integer') return expression.value <= maxInt32;
    if (expression.type !== 'variable') return false;
    const types = this.#context.variableTypes(this.#context.scriptProfile).typesOf(expression.variable);
    return [...types].every((type) => type === 'integer');
  }
}
