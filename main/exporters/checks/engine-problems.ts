/** Finds where the interpreter of an engine stops in a script that Taleport can run, or behaves differently, and creates fixes for that. */
import type { QuickFix } from '../../../shared/contracts/findings.ts';
import { type Message, message } from '../../../shared/messages/message.ts';
import type { Command } from '../../../shared/model/commands.ts';
import type { Project } from '../../../shared/model/project.ts';
import { findVariableByName } from '../../../shared/play/play-memory.ts';
import { formatScriptValue } from '../../../shared/play/script-value.ts';
import { parseBlocks } from '../../../shared/rich-text/blocks.ts';
import { editCondition, editScripts, type ScriptEdit, type ScriptEdits } from '../../../shared/rich-text/edit-scripts.ts';
import type { ScriptSource } from '../../../shared/rich-text/script-source.ts';
import { escapeText, serializeOpeningTag } from '../../../shared/rich-text/serialize-html.ts';
import { withoutTexts } from '../../../shared/rich-text/without-texts.ts';
import { generateCustomId } from '../../../shared/script/identifiers.ts';
import { parseBlock, parseSingleExpression, type SourcePlaces } from '../../../shared/script/parse-block.ts';
import { parseCondition, parseContent } from '../../../shared/script/parse-content.ts';
import { findReferencedNames } from '../../../shared/script/referenced-names.ts';
import { expressionsOfLine, findSafeRewrites } from '../../../shared/script/safe-rewrites.ts';
import type { ScriptDiagnostic } from '../../../shared/script/script-diagnostic.ts';
import {
  findHazards,
  listScriptParts,
  type ScriptHazards,
  type ScriptPart,
  type ScriptStop,
} from '../../../shared/script/script-hazards.ts';
import type { ScriptProfile } from '../../../shared/script/script-profile.ts';
import type { Expression, FunctionArgument, Program, SourcePosition } from '../../../shared/script/syntax.ts';
import { taleportScriptProfile } from '../../../shared/script/taleport-script-profile.ts';
import { typesOfExpression } from '../../../shared/script/value-types.ts';
import type { CheckContext } from './check-context.ts';
import { type ParsedScript, parseConditionOnce, parseContentOnce } from './parsed-scripts.ts';
import { findPrecedingElement } from './preceding-element.ts';

/** A script as a text of the story. */
export interface ScriptText {
  /** The id of the element, connection or condition. */
  readonly recordId: string;
  readonly field: 'content' | 'label' | 'script';
  readonly text: string;
  /** The parsed text; null if Taleport cannot parse it. */
  readonly script: Program | Expression | null;
  /** Creates the command that replaces the text; null if the text belongs to another language. */
  readonly createFix: ((fixed: string) => Command) | null;
}

type EngineProblem = StoppingPart | DifferingPart;
interface StoppingPart {
  readonly type: 'stop';
  readonly fault: Message;
  readonly at: SourcePosition;
}
export interface DifferingPart {
  readonly type: 'difference';
  readonly inTaleport: ScriptPart;
  readonly inGame: ScriptPart;
  readonly at: SourcePosition;
}

/** Texts without problems, by field and script: the same script usually occurs in many texts. */
const harmlessTexts = new WeakMap<CheckContext, Set<string>>();

export function findEngineProblems(context: CheckContext, profile: ScriptProfile, text: ScriptText): readonly EngineProblem[] {
  const harmless = harmlessTexts.get(context) ?? new Set();
  harmlessTexts.set(context, harmless);
  const key = `${text.field} ${text.field === 'script' ? text.text : withoutTexts(text.text)}`;
  if (harmless.has(key)) return [];
  const problems = readEngineProblems(context, profile, text);
  if (problems.length === 0) harmless.add(key);
  return problems;
}

function readEngineProblems(context: CheckContext, profile: ScriptProfile, { field, text, script }: ScriptText): EngineProblem[] {
  const read = parseForEngine(field, text, profile);
  const hazardsOf = (part: ScriptPart): ScriptHazards => {
    // Its effect depends on the type of a variable that does not exist, which is already reported as an error.
    if (hasUnknownNames(context.project, part)) return { stops: [], differs: false };
    return findHazards(part, {
      profile,
      field,
      variables: (variable) => context.variableTypes.typesOf(variable),
      isShownAlike: (name) => isShownAlike(context.project, profile, name),
    });
  };
  const problemsIn = (engineParts: readonly ScriptPart[], taleportParts: readonly ScriptPart[]): EngineProblem[] =>
    engineParts.flatMap((inGame, index): EngineProblem[] => {
      const { stops, differs } = hazardsOf(inGame);
      if (stops.length > 0) return stops.map(toStop);
      const inTaleport = taleportParts[index] ?? inGame;
      return differs || !isSameTree(inTaleport, inGame) ? [{ type: 'difference', inTaleport, inGame, at: positionOf(inGame) }] : [];
    });
  if (read.script) return problemsIn(listScriptParts(read.script), script ? listScriptParts(script) : []);
  const faults = read.faults.map(toStop);
  if (field === 'script') return faults;
  // The other blocks form a text that can be parsed.
  const failing = new Set(read.faults.map(({ block }) => block));
  const others = parseBlocks(text).flatMap((block) =>
    block.type === 'script' && !failing.has(block.index)
      ? problemsIn(partsOfBlock(block.source, block.index, profile), partsOfBlock(block.source, block.index))
      : [],
  );
  return [...faults, ...others];
}

const partsOfBlock = (source: ScriptSource, block: number, profile?: ScriptProfile): ScriptPart[] =>
  parseBlock(source, block, profile).clauses.flatMap(({ line }): ScriptPart[] => {
    if (line.type === 'assign' || line.type === 'call') return [{ type: 'statement', statement: line }];
    return line.type === 'if' || line.type === 'elseif' ? [{ type: 'condition', condition: line.condition }] : [];
  });

function hasUnknownNames(project: Project, part: ScriptPart): boolean {
  const { variables, mentions } = findReferencedNames(part.type === 'statement' ? [part.statement] : part.condition);
  return (
    variables.some(({ scope, name }) => !findVariableByName(project, scope, name)) ||
    mentions.some(({ id }) => !project.find('element', id))
  );
}

const toStop = (stop: ScriptDiagnostic | ScriptStop): StoppingPart => ({
  type: 'stop',
  fault: stop.message,
  at: 'at' in stop ? stop.at : { block: stop.block, line: stop.line, column: stop.column },
});

/** The fix of a problem: all safe rewrites of the text at once, if they solve the problem and cause no other. */
export function createEngineFix(
  context: CheckContext,
  { engine, profile }: { readonly engine: string; readonly profile: ScriptProfile },
  script: ScriptText,
  before: readonly EngineProblem[],
): (problem: EngineProblem) => QuickFix | undefined {
  const { createFix } = script;
  if (!createFix) return () => undefined;
  const rewritten = rewriteForEngine(context, profile, script);
  const text = addParentheses(script.field, rewritten);
  const keys = new Set(before.map(keyOf));
  const fixed = { ...script, text, script: parseAsTaleport(script.field, text) };
  const after = new Set(text === script.text ? keys : findEngineProblems(context, profile, fixed).map(keyOf));
  const isSafe =
    [...after].every((key) => keys.has(key)) && assignedTypes(context, profile, script) === assignedTypes(context, profile, fixed);
  const label = rewritten === script.text ? message('check.fix.parentheses') : message('check.fix.rewrite', { engine });
  return (problem) => (isSafe && !after.has(keyOf(problem)) ? { label, command: createFix(text) } : undefined);
}

/** The types of the values that a script assigns, which affect other scripts; empty if Taleport cannot parse it. */
function assignedTypes({ variableTypes }: CheckContext, profile: ScriptProfile, { script }: ScriptText): string {
  if (!script) return '';
  const types = listScriptParts(script).map((part) =>
    part.type === 'statement' && part.statement.type === 'assign'
      ? [...typesOfExpression(part.statement.value, (variable) => variableTypes.typesOf(variable), profile)].sort()
      : null,
  );
  return JSON.stringify(types);
}

const keyOf = (problem: EngineProblem): string => {
  const { block, line } = problem.at;
  return JSON.stringify([block, line, problem.type === 'stop' ? problem.fault : withoutPositions(problem.inTaleport)]);
};
const withoutPositions = (part: ScriptPart): string => JSON.stringify(part, (name, value: unknown) => (name === 'at' ? undefined : value));

function rewriteForEngine(context: CheckContext, profile: ScriptProfile, { recordId, field, text }: ScriptText): string {
  const asksForElement = field !== 'content' && profile.fatalHazards.includes('visitsOutsideContent') && text.includes('visits');
  const element = asksForElement ? findPrecedingElement(context.project, recordId) : null;
  const rewriteContext = {
    profile,
    variables: (variable: Parameters<typeof context.variableTypes.typesOf>[0]) => context.variableTypes.typesOf(variable),
    playedElement: element && mentionInScript(element.id, context.elementTitle(element)),
  };
  return editExpressions(field, text, (expressions, { spans }, source) => findSafeRewrites(expressions, { source, spans }, rewriteContext));
}

/** Adds the parentheses that version 1 of the grammar needs, so that both versions read the text in the same way. */
const addParentheses = (field: ScriptText['field'], text: string): string =>
  editExpressions(field, text, (_expressions, { version1Groups }) =>
    version1Groups.flatMap(({ start, end }) => [
      { start, end: start, html: '(' },
      { start: end, end, html: ')' },
    ]),
  );

function editExpressions(
  field: ScriptText['field'],
  text: string,
  edit: (expressions: readonly FunctionArgument[], places: SourcePlaces, source: ScriptSource) => readonly ScriptEdit[],
): string {
  if (field !== 'script') {
    const editsOf: ScriptEdits = (source, index) => {
      const block = parseBlock(source, index);
      return edit(block.clauses.flatMap(expressionsOfLine), block, source);
    };
    return editScripts(text, editsOf);
  }
  return editCondition(text, (source) => {
    const parsed = parseSingleExpression(source);
    return parsed.ok ? edit([parsed.expression], parsed, source) : [];
  });
}

const parseForEngine = (field: ScriptText['field'], text: string, profile: ScriptProfile): ParsedScript<Program | Expression> =>
  field === 'script' ? parseConditionOnce(text, profile) : parseContentOnce(text, profile);

function parseAsTaleport(field: ScriptText['field'], text: string): Program | Expression | null {
  const parsed = field === 'script' ? parseCondition(text) : parseContent(text);
  if (!parsed.ok) return null;
  return 'program' in parsed ? parsed.program : parsed.condition;
}

/** A mention in a script, whose text is the name as a single word. */
function mentionInScript(id: string, title: string): string {
  const tag = serializeOpeningTag('span', [
    ['class', 'mention-element mention'],
    ['data-id', id],
    ['data-label', title],
    ['data-type', 'element'],
  ]);
  return `${tag}${escapeText(generateCustomId(title, () => false))}</span>`;
}

const positionOf = (part: ScriptPart): SourcePosition => (part.type === 'statement' ? part.statement.at : part.condition.at);

/** Whether two grammars read a part in the same way. */
const isSameTree = (one: ScriptPart, two: ScriptPart): boolean => JSON.stringify(one) === JSON.stringify(two);

/** Whether the initial value of a float variable has few enough digits for single precision. */
function isShownAlike(project: Project, profile: ScriptProfile, name: string): boolean {
  const initial = findVariableByName(project, null, name)?.initialValue;
  if (typeof initial !== 'number') return true;
  return (
    formatScriptValue({ type: 'single', shown: initial }, profile) ===
    formatScriptValue({ type: 'float', number: initial }, taleportScriptProfile)
  );
}
