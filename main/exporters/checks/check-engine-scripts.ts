/**
 * What the interpreter of an engine does with scripts that Taleport runs: an error where the game would stop, a warning with both results where it
 * would do something else. Each has a fix where one is safe.
 */
import type { QuickFix } from '../../../shared/contracts/findings.ts';
import { type Message, message } from '../../../shared/messages/message.ts';
import type { StoryRecord } from '../../../shared/model/kinds/kinds.ts';
import { findDifference } from '../../../shared/play/compare-profiles.ts';
import { findVariableByName } from '../../../shared/play/play-memory.ts';
import { formatValue } from '../../../shared/play/script-value.ts';
import { listScriptSources } from '../../../shared/rich-text/blocks.ts';
import { insertIntoCondition, insertIntoScripts, type ScriptInsertion } from '../../../shared/rich-text/edit-scripts.ts';
import { parseConditionSource } from '../../../shared/rich-text/script-source.ts';
import type { SourceSpan } from '../../../shared/script/expression-parser.ts';
import { parseBlock, parseSingleExpression } from '../../../shared/script/parse-block.ts';
import { parseCondition, parseContent } from '../../../shared/script/parse-content.ts';
import type { ScriptDiagnostic } from '../../../shared/script/script-diagnostic.ts';
import { findHazards, listScriptParts, type ScriptPart } from '../../../shared/script/script-hazards.ts';
import type { ScriptProfile } from '../../../shared/script/script-profile.ts';
import type { Expression, Program, SourcePosition } from '../../../shared/script/syntax.ts';
import { taleportScriptProfile } from '../../../shared/script/taleport-script-profile.ts';
import type { LocalizedField } from '../language-selection.ts';
import type { CheckContext, FindingSubject, RecordName } from './check-context.ts';

/** A script that Taleport parses. */
interface EngineScript {
  readonly about: FindingSubject;
  readonly field: 'content' | 'label' | 'script';
  readonly parsed: Program | Expression;
  readonly parseFor: (profile: ScriptProfile) => ParsedForEngine;
  /** The line of the script at a position. */
  readonly lineAt: (at: SourcePosition) => string;
  readonly describe: (fault: Message, at: SourcePosition) => Message;
  /** The fix that adds parentheses; undefined where that does not make the scripts mean the same. */
  readonly parenthesesFix: () => QuickFix | undefined;
}
type ParsedForEngine = { readonly script: Program | Expression } | { readonly faults: readonly ScriptDiagnostic[] };

export function checkTextForEngine(
  checking: CheckContext,
  text: {
    readonly record: FindingSubject;
    readonly field: 'content' | 'label';
    readonly cells: LocalizedField;
    readonly iso: string;
    readonly html: string;
    readonly parsed: Program;
    readonly describe: EngineScript['describe'];
  },
): void {
  const { record, field, cells, iso, html, parsed, describe } = text;
  const sources = listScriptSources(html);
  checkForEngine(checking, {
    ...{ about: record, field, parsed, describe },
    parseFor: (profile) => toParsedForEngine(parseContent(html, profile)),
    lineAt: ({ block, line }) => lineOf(sources[block]?.source ?? '', line),
    parenthesesFix: () => {
      // A text of a base language is fixed there.
      if (cells[iso]?.text !== html) return undefined;
      const fixed = insertIntoScripts(html, (source, index) => toInsertions(parseBlock(source, index).version1Groups));
      if (fixed === html || !parseContent(fixed).ok) return undefined;
      return {
        label: message('check.fix.parentheses'),
        command: {
          do: 'change',
          kind: field === 'content' ? 'element' : 'connection',
          id: record.id,
          fields: { [field]: { [iso]: { text: fixed } } },
        },
      };
    },
  });
}

export function checkConditionForEngine(
  checking: CheckContext,
  { id }: StoryRecord<'condition'>,
  condition: { readonly script: string; readonly parsed: Expression; readonly about: FindingSubject; readonly name: () => RecordName },
): void {
  const { script, parsed, about, name } = condition;
  checkForEngine(checking, {
    ...{ about, field: 'script', parsed },
    parseFor: (profile) => toParsedForEngine(parseCondition(script, profile)),
    lineAt: () => parseConditionSource(script).text.trim(),
    describe: (fault) => message('check.script.inCondition', { condition: name(), fault }),
    parenthesesFix: () => {
      const single = parseSingleExpression(parseConditionSource(script));
      const fixed = single.ok ? insertIntoCondition(script, toInsertions(single.version1Groups)) : script;
      if (fixed === script || !parseCondition(fixed).ok) return undefined;
      return {
        label: message('check.fix.parentheses'),
        command: { do: 'change', kind: 'condition', id, fields: { script: fixed } },
      };
    },
  });
}

function toParsedForEngine(
  parsed: { ok: true; program: Program } | { ok: true; condition: Expression } | { ok: false; diagnostics: readonly ScriptDiagnostic[] },
): ParsedForEngine {
  if (!parsed.ok) return { faults: parsed.diagnostics };
  return { script: 'program' in parsed ? parsed.program : parsed.condition };
}

const lineOf = (source: string, line: number): string => (source.split('\n')[line - 1] ?? '').trim();

const toInsertions = (groups: readonly SourceSpan[]): ScriptInsertion[] =>
  groups.flatMap(({ start, end }) => [
    { at: start, html: '(' },
    { at: end, html: ')' },
  ]);

function checkForEngine(checking: CheckContext, script: EngineScript): void {
  const { exporter } = checking;
  const profile = exporter?.scriptProfile;
  if (!exporter || !profile) return;
  const engine = exporter.label;
  const stop = (fault: Message, at: SourcePosition, fix?: QuickFix) =>
    checking.reportGameStop('game-stops', script.about, script.describe(message('check.engine.stops', { engine, fault }), at), fix);
  const read = script.parseFor(profile);
  if ('faults' in read) {
    for (const fault of read.faults) stop(fault.message, fault, script.parenthesesFix());
    return;
  }
  const own = listScriptParts(script.parsed);
  listScriptParts(read.script).forEach((part, index) => {
    const { stops, differs } = findHazards(part, {
      profile,
      field: script.field,
      variables: (variable) => checking.variableTypes.typesOf(variable),
      isShownAlike: (name) => isShownAlike(checking, name),
    });
    for (const { message: fault, at } of stops) stop(fault, at);
    const inTaleport = own[index] ?? part;
    const isReadOtherwise = !isSameTree(inTaleport, part);
    if (stops.length > 0 || !(differs || isReadOtherwise)) return;
    const at = positionOf(part);
    const text = differenceMessage(checking, { engine, script: script.lineAt(at) }, inTaleport, part, profile);
    checking.warn('differs-in-game', script.about, script.describe(text, at), isReadOtherwise ? script.parenthesesFix() : undefined);
  });
}

function differenceMessage(
  { project }: CheckContext,
  params: { readonly engine: string; readonly script: string },
  inTaleport: ScriptPart,
  inGame: ScriptPart,
  profile: ScriptProfile,
): Message {
  if (inGame.type === 'statement' && inGame.statement.type === 'call' && inGame.statement.name.startsWith('reset'))
    return message('check.engine.reset', params);
  const found = findDifference(project, { part: inTaleport, profile: taleportScriptProfile }, { part: inGame, profile });
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

const positionOf = (part: ScriptPart): SourcePosition => (part.type === 'statement' ? part.statement.at : part.condition.at);

/** Whether two grammars read a part in the same way. */
const isSameTree = (one: ScriptPart, two: ScriptPart): boolean => JSON.stringify(one) === JSON.stringify(two);

/** Whether the initial value of a float variable has few enough digits for single precision. */
function isShownAlike({ project }: CheckContext, name: string): boolean {
  const initial = findVariableByName(project, null, name)?.initialValue;
  if (typeof initial !== 'number') return true;
  return formatValue({ type: 'inert', shown: initial }) === formatValue({ type: 'float', number: initial });
}
