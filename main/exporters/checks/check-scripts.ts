/**
 * Finds scripts that no interpreter can parse, and undefined names in scripts; then where the interpreter of an engine stops in a script that
 * Taleport can run, or behaves differently, with a fix if there is a safe one.
 */
import type { PluginVersion } from '../../../shared/contracts/exporters.ts';
import { versionName } from '../../../shared/contracts/plugin-versions.ts';
import { type Message, message } from '../../../shared/messages/message.ts';
import type { Command } from '../../../shared/model/commands.ts';
import type { StoryRecord } from '../../../shared/model/kinds/kinds.ts';
import type { Project } from '../../../shared/model/project.ts';
import { initialValueOf } from '../../../shared/model/variable-value.ts';
import { findProfileDifference, findStoppingValue } from '../../../shared/play/compare-profiles.ts';
import { findVariableByName } from '../../../shared/play/play-memory.ts';
import { formatScriptValue } from '../../../shared/play/script-value.ts';
import { listScriptSources, parseBlocks } from '../../../shared/rich-text/blocks.ts';
import { editCondition, editScripts, type ScriptEdit, type ScriptEdits, withoutTexts } from '../../../shared/rich-text/edit-scripts.ts';
import { escapeText, serializeOpeningTag } from '../../../shared/rich-text/html.ts';
import { parseConditionSource, type ScriptSource } from '../../../shared/rich-text/script-source.ts';
import { guessVariableType } from '../../../shared/script/guess-variable-type.ts';
import { generateCustomId, isValidVariableName } from '../../../shared/script/identifiers.ts';
import { parseBlock, parseSingleExpression, type SourcePlaces } from '../../../shared/script/parse-block.ts';
import { parseCondition, parseContent } from '../../../shared/script/parse-content.ts';
import { findReferencedNames, type ReferencedNames } from '../../../shared/script/referenced-names.ts';
import { expressionsOfLine, findSafeRewrites } from '../../../shared/script/safe-rewrites.ts';
import type { ScriptDiagnostic } from '../../../shared/script/script-diagnostic.ts';
import {
  findHazards,
  listScriptParts,
  type ScriptHazards,
  type ScriptPart,
  type ScriptStop,
  TypesWithinText,
} from '../../../shared/script/script-hazards.ts';
import { type ScriptProfile, taleportScriptProfile } from '../../../shared/script/script-profile.ts';
import type { Expression, FunctionArgument, Program, SourcePosition, VariableReference } from '../../../shared/script/syntax.ts';
import { typesOfExpression, type ValueTypes } from '../../../shared/script/value-types.ts';
import type { LocalizedValues } from '../../story-format/story-selection.ts';
import type { CheckContext, CheckFix, FindingSubject, RecordName } from './check-context.ts';
import { maxScriptLength, type ParsedScript, parseConditionOnce, parseContentOnce } from './parsed-scripts.ts';
import { findPrecedingElement } from './preceding-element.ts';

export function checkElementScripts(context: CheckContext, element: StoryRecord<'element'>): void {
  checkTexts(context, element, 'content', element.content, () => context.elementName(element));
}

export function checkLabelScripts(context: CheckContext, connection: StoryRecord<'connection'>): void {
  checkTexts(context, connection, 'label', connection.label, () => context.connectionName(connection));
}

/** [Exports] the finding is about the branch, which the window can show. */
export function checkConditionScript(context: CheckContext, condition: StoryRecord<'condition'>): void {
  const { branchId, role, script } = condition;
  if (role === 'else') return;
  const name = (): RecordName =>
    message('check.name.condition', {
      path: role,
      board: context.boardLocation(context.project.find('branch', branchId)?.boardId ?? ''),
    });
  const branch = { kind: 'branch', id: branchId } as const;
  if (script === null || script.trim() === '') {
    context.warn('empty-condition', branch, message('check.condition.empty', { condition: name() }));
    return;
  }
  const { isTooLong, faults, names, script: parsed } = parseConditionOnce(script);
  if (isTooLong) context.warn('script-too-long', branch, tooLongMessage(name()));
  // The importers accept such a condition, but the game stops when it evaluates it.
  const isStatement = faults.length > 0 && parseContent(`<pre><code>${script}</code></pre>`).ok;
  const sets = isStatement && parseBlock(parseConditionSource(script), 0).clauses.some(({ line }) => line.type === 'assign');
  for (const { message: fault } of faults) {
    // The same sentence as in the editor and in Play, so that each problem has one.
    const text = message('check.script.inCondition', { condition: name(), fault });
    if (!isStatement) context.reportImporterError('script', branch, text);
    else if (sets) context.reportGameStop('sets-in-condition', branch, text, comparisonFix(condition));
    else context.reportGameStop('game-stops', branch, text);
  }
  if (!names || !parsed) return;
  const areNamesKnown = checkNames(context, { about: branch, names, script: parsed, place: name });
  checkConditionForEngine(context, condition, { text: script, script: parsed, about: branch, name, areNamesKnown });
}

/** Replaces a plain `=` between two values by `==`. */
function comparisonFix({ id, script }: StoryRecord<'condition'>): CheckFix | undefined {
  const compared = script?.replace(/^([^=]*[^=+\-*/%!<>\s]\s*)=(?!=)/, '$1==') ?? '';
  if (compared === script || !parseCondition(compared).ok) return undefined;
  return { label: message('check.fix.compare'), command: { do: 'change', kind: 'condition', id, fields: { script: compared } } };
}

function checkTexts(
  context: CheckContext,
  record: FindingSubject,
  field: 'content' | 'label',
  texts: LocalizedValues,
  place: () => RecordName,
): void {
  for (const iso of context.languages) {
    const value = context.localizedValue(texts, iso);
    if (!value.text?.includes('<code') || isReportedBefore(context, texts, iso, value.text)) continue;
    const { isTooLong, faults, names, script } = parseContentOnce(value.text);
    if (isTooLong) context.warn('script-too-long', record, tooLongMessage(place()));
    const describe = (fault: Message, { block, line }: SourcePosition): Message => {
      const at = { block: block + 1, line, fault };
      return context.languages.length > 1
        ? message('check.script.inTranslation', { place: place(), language: context.languageName(iso), ...at })
        : message('check.script.inText', { place: place(), ...at });
    };
    for (const fault of faults) context.reportImporterError('script', record, describe(fault.message, fault));
    if (!names || !script) continue;
    const areNamesKnown = checkNames(context, { about: record, names, script, place });
    checkTextForEngine(context, { record, field, texts, iso, html: value.text, script, describe, areNamesKnown });
  }
}

const tooLongMessage = (place: RecordName): Message => message('check.script.tooLong', { place, maximum: maxScriptLength });

/** Whether the same fault was already reported for another language: most scripts are the same in all translations. */
function isReportedBefore(context: CheckContext, texts: LocalizedValues, iso: string, text: string): boolean {
  const { languages } = context;
  return languages.slice(0, languages.indexOf(iso)).some((earlier) => context.localizedValue(texts, earlier).text === text);
}

/**
 * Reports each name in a script that is unknown in the export, and returns whether all are known. Every interpreter looks names up before
 * it runs anything. [G17] an export of some boards contains neither the variables nor the elements of the other boards.
 */
function checkNames(context: CheckContext, { about, names: { variables, mentions }, script, place }: NamesInScript): boolean {
  const unknownVariables = variables.flatMap((variable) => faultOfVariable(context, variable, place) ?? []);
  for (const { variable, text, isMissing } of unknownVariables)
    context.reportGameStop('unknown-variable', about, text, isMissing ? createVariableFix(context, variable, script) : undefined);
  const unknownElements = mentions.flatMap(({ id }) => faultOfElement(context, id, place) ?? []);
  for (const text of unknownElements) context.reportGameStop('unknown-element', about, text);
  return unknownVariables.length === 0 && unknownElements.length === 0;
}

interface NamesInScript {
  readonly about: FindingSubject;
  readonly names: ReferencedNames;
  readonly script: Program | Expression;
  readonly place: () => RecordName;
}

interface UnknownVariable {
  readonly variable: VariableReference;
  readonly text: Message;
  /** Whether the story lacks it; else the export does. */
  readonly isMissing: boolean;
}

function faultOfVariable(context: CheckContext, variable: VariableReference, place: () => RecordName): UnknownVariable | undefined {
  const { project, boards } = context;
  const { scope, name } = variable;
  const owner = scope === null ? null : project.recordIdByUniqueKey(`scope:${scope}`);
  const fullName = scope === null ? name : `${scope}.${name}`;
  if (owner === undefined || project.recordIdByUniqueKey(owner === null ? `variable:${name}` : `variable:${owner}:${name}`) === undefined)
    return { variable, text: message('check.script.unknownVariable', { place: place(), name: fullName }), isMissing: true };
  if (owner === null || !project.find('board', owner) || boards.has(owner)) return undefined;
  const text = message('check.script.variableNotExported', { place: place(), name: fullName, board: context.boardLocation(owner) });
  return { variable, text, isMissing: false };
}

/** A fix that creates a global variable, of the type that the script needs. One of a component or board is an attribute, with a name that a person reads. */
function createVariableFix(context: CheckContext, variable: VariableReference, script: Program | Expression): CheckFix | undefined {
  const { scope, name } = variable;
  if (scope !== null || !isValidVariableName(name)) return undefined;
  const { typesOf } = context.variableTypes(context.scriptProfile);
  const type = guessVariableType(script, variable, typesOf);
  return {
    label: message('check.fix.createVariable', { name }),
    command: { do: 'create', kind: 'variable', fields: { name, type, value: initialValueOf(type) } },
    isChoice: true,
  };
}

function faultOfElement(context: CheckContext, id: string, place: () => RecordName): Message | undefined {
  const element = context.project.find('element', id);
  if (!element) return message('check.script.missingElement', { place: place() });
  if (context.boards.has(element.boardId)) return undefined;
  return message('check.script.elementNotExported', { place: place(), board: context.boardLocation(element.boardId) });
}

/** A script that Taleport can parse, and data for its findings. */
interface EngineScript extends ScriptText {
  readonly about: FindingSubject;
  /** The line of the script at a position. */
  readonly lineAt: (at: SourcePosition) => string;
  readonly describe: (fault: Message, at: SourcePosition) => Message;
}

function checkTextForEngine(
  context: CheckContext,
  text: {
    readonly record: FindingSubject;
    readonly field: 'content' | 'label';
    readonly texts: LocalizedValues;
    readonly iso: string;
    readonly html: string;
    readonly script: Program;
    readonly describe: EngineScript['describe'];
    readonly areNamesKnown: boolean;
  },
): void {
  const { record, field, texts, iso, html, script, describe, areNamesKnown } = text;
  const kind = field === 'content' ? 'element' : 'connection';
  checkForEngine(context, {
    about: record,
    recordId: record.id,
    field,
    text: html,
    script,
    describe,
    lineAt: ({ block, line }) => lineOf(listScriptSources(html)[block]?.source ?? '', line),
    // A text of a base language is fixed in that language. What is safe depends on the types of all variables.
    createFix:
      areNamesKnown && texts[iso]?.text === html
        ? (fixed) => ({ do: 'change', kind, id: record.id, fields: { [field]: { [iso]: { text: fixed } } } })
        : null,
  });
}

function checkConditionForEngine(
  context: CheckContext,
  { id }: StoryRecord<'condition'>,
  condition: {
    readonly text: string;
    readonly script: Expression;
    readonly about: FindingSubject;
    readonly name: () => RecordName;
    readonly areNamesKnown: boolean;
  },
): void {
  const { text, script, about, name, areNamesKnown } = condition;
  checkForEngine(context, {
    about,
    recordId: id,
    field: 'script',
    text,
    script,
    lineAt: () => parseConditionSource(text).text.trim(),
    describe: (fault) => message('check.script.inCondition', { condition: name(), fault }),
    createFix: areNamesKnown ? (fixed) => ({ do: 'change', kind: 'condition', id, fields: { script: fixed } }) : null,
  });
}

const lineOf = (source: string, line: number): string => (source.split('\n')[line - 1] ?? '').trim();

/** An error if the game would stop, a warning with both results if it would behave differently. */
function checkForEngine(context: CheckContext, script: EngineScript): void {
  const { exporter, engineName: engine } = context;
  if (!exporter?.game) return;
  const profile = exporter.game.version.scriptProfile;
  const problems = findEngineProblems(context, profile, script);
  checkForOlderVersions(context, script, problems);
  if (problems.length === 0) return;
  const fix = createEngineFix(context, { engine: exporter.label, profile }, script, problems);
  for (const problem of problems) {
    const { at } = problem;
    if (problem.type === 'stop') {
      const text = script.describe(message('check.engine.stops', { engine, fault: problem.fault }), at);
      context.reportGameStop('game-stops', script.about, text, fix(problem));
    } else {
      const text = differenceMessage(context, { engine, script: script.lineAt(at) }, problem, profile);
      context.warn('differs-in-game', script.about, script.describe(text, at), fix(problem));
    }
  }
}

/** Warns of what only happens in versions before the one that is assumed, and names them. */
function checkForOlderVersions(context: CheckContext, script: EngineScript, problems: readonly EngineProblem[]): void {
  const { exporter } = context;
  if (exporter?.game?.basis !== 'assumed' || exporter.olderVersions.length === 0) return;
  const placeOf = ({ at: { block, line } }: EngineProblem): string => `${block}:${line}`;
  const known = new Set(problems.map(placeOf));
  const others = new Map<string, { readonly problem: EngineProblem; readonly versions: PluginVersion[] }>();
  for (const version of exporter.olderVersions)
    for (const problem of findEngineProblems(context, version.scriptProfile, script)) {
      const key = keyOf(problem);
      if (known.has(placeOf(problem))) continue;
      const other = others.get(key) ?? { problem, versions: [] };
      others.set(key, other);
      other.versions.push(version);
    }
  for (const { problem, versions } of others.values()) {
    const params = { engine: exporter.label, versions: versions.map(versionName) };
    const text =
      problem.type === 'stop'
        ? message('check.engine.stopsInOlder', { ...params, fault: problem.fault })
        : message('check.engine.differsInOlder', { ...params, script: script.lineAt(problem.at) });
    context.warn(problem.type === 'stop' ? 'game-stops' : 'differs-in-game', script.about, script.describe(text, problem.at));
  }
}

function differenceMessage(
  { project }: CheckContext,
  params: { readonly engine: string | Message; readonly script: string },
  { inTaleport, inGame }: DifferingPart,
  profile: ScriptProfile,
): Message {
  if (inGame.type === 'statement' && inGame.statement.type === 'call' && inGame.statement.name.startsWith('reset'))
    return message('check.engine.reset', params);
  const found = findProfileDifference(project, { part: inTaleport, profile: taleportScriptProfile }, { part: inGame, profile });
  if (!found) return message('check.engine.mayDiffer', params);
  const results = { ...params, inTaleport: resultName(found.inTaleport), inGame: resultName(found.inGame) };
  return found.values.length === 0
    ? message('check.engine.differs', results)
    : message('check.engine.differsWith', { ...results, values: found.values.join(', ') });
}

function resultName(result: string | null): string | Message {
  if (result === null) return message('check.engine.error');
  return result === '' ? message('check.engine.nothing') : result;
}

/** A script as a text of the story. */
interface ScriptText {
  /** The id of the element, connection or condition. */
  readonly recordId: string;
  readonly field: 'content' | 'label' | 'script';
  readonly text: string;
  /** The parsed text; null if Taleport cannot parse it. */
  readonly script: Program | Expression | null;
  /** Creates the command that replaces the text; null if the text belongs to another language. */
  readonly createFix: ((fixed: string) => Command) | null;
}

/** Where the interpreter of an engine stops, or behaves differently. */
type EngineProblem = StoppingPart | DifferingPart;
interface StoppingPart {
  readonly type: 'stop';
  readonly fault: Message;
  readonly at: SourcePosition;
}
interface DifferingPart {
  readonly type: 'difference';
  readonly inTaleport: ScriptPart;
  readonly inGame: ScriptPart;
  readonly at: SourcePosition;
}

/** Texts without problems, by field and script: the same script usually occurs in many texts. */
const harmlessTexts = new WeakMap<CheckContext, Map<ScriptProfile, Set<string>>>();

function findEngineProblems(context: CheckContext, profile: ScriptProfile, text: ScriptText): readonly EngineProblem[] {
  const byProfile = harmlessTexts.get(context) ?? new Map<ScriptProfile, Set<string>>();
  harmlessTexts.set(context, byProfile);
  const harmless = byProfile.get(profile) ?? new Set();
  byProfile.set(profile, harmless);
  const key = `${text.field} ${text.field === 'script' ? text.text : withoutTexts(text.text)}`;
  if (harmless.has(key)) return [];
  const problems = readEngineProblems(context, profile, text);
  if (problems.length === 0) harmless.add(key);
  return problems;
}

function readEngineProblems(context: CheckContext, profile: ScriptProfile, { field, text, script }: ScriptText): EngineProblem[] {
  const read = parseForEngine(field, text, profile);
  const variables = (variable: VariableReference): ValueTypes => context.variableTypes(profile).typesOf(variable);
  const declaredType = ({ scope, name }: VariableReference) => findVariableByName(context.project, scope, name)?.type;
  // Choices and conditions are read before the variables take their types.
  const startsTyped = field === 'content' && profile.variablesBetweenElements !== 'unchanged';
  const withinText = startsTyped ? new TypesWithinText({ profile, variables, declaredType }) : null;
  const hazardsOf = (part: ScriptPart): ScriptHazards => {
    // Its effect depends on the type of a variable that does not exist, which is already reported as an error.
    if (hasUnknownNames(context.project, part)) return { stops: [], differs: false, trial: 'none' };
    const found = findHazards(part, {
      profile,
      field,
      variables: withinText?.typesOf ?? variables,
      declaredType,
      isShownAlike: (name) => isShownAlike(context.project, profile, name),
    });
    withinText?.addPart(part);
    return found;
  };
  const problemsIn = (engineParts: readonly ScriptPart[], taleportParts: readonly ScriptPart[]): EngineProblem[] =>
    engineParts.flatMap((inGame, index): EngineProblem[] => {
      const { stops, differs, trial } = hazardsOf(inGame);
      if (stops.length > 0) return stops.map(toStop);
      const inTaleport = taleportParts[index] ?? inGame;
      const at = positionOf(inGame);
      const fault = trial === 'none' ? undefined : faultOfStoredValue(context.project, profile, inTaleport, inGame);
      if (fault) return [{ type: 'stop', fault, at }];
      const isOther =
        differs ||
        trial === 'unproven' ||
        !isSameTree(inTaleport, inGame) ||
        (trial === 'shown' && differsInTrial(context.project, profile, inTaleport, inGame));
      return isOther ? [{ type: 'difference', inTaleport, inGame, at }] : [];
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

/** Why an assignment stops the game when its variables are loaded, for some values; undefined if it does not. */
function faultOfStoredValue(project: Project, profile: ScriptProfile, inTaleport: ScriptPart, inGame: ScriptPart): Message | undefined {
  if (profile.variablesBetweenElements !== 'parsed' || inGame.type !== 'statement' || inGame.statement.type !== 'assign') return undefined;
  const { scope, name } = inGame.statement.variable;
  const variable = findVariableByName(project, scope, name);
  const value = findStoppingValue(project, { part: inTaleport, profile: taleportScriptProfile }, { part: inGame, profile });
  return variable && value !== undefined
    ? message('script.run.variableNotParsed', { name: variable.name, type: variable.type, value })
    : undefined;
}

const differsInTrial = (project: Project, profile: ScriptProfile, inTaleport: ScriptPart, inGame: ScriptPart): boolean =>
  findProfileDifference(project, { part: inTaleport, profile: taleportScriptProfile }, { part: inGame, profile }) !== undefined;

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
function createEngineFix(
  context: CheckContext,
  { engine, profile }: { readonly engine: string; readonly profile: ScriptProfile },
  script: ScriptText,
  before: readonly EngineProblem[],
): (problem: EngineProblem) => CheckFix | undefined {
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
function assignedTypes(context: CheckContext, profile: ScriptProfile, { script }: ScriptText): string {
  if (!script) return '';
  const types = listScriptParts(script).map((part) =>
    part.type === 'statement' && part.statement.type === 'assign'
      ? [...typesOfExpression(part.statement.value, (variable) => context.variableTypes(profile).typesOf(variable), profile)].sort()
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
    variables: (variable: VariableReference) => context.variableTypes(profile).typesOf(variable),
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
