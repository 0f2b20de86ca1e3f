/**
 * Checks how the interpreter of an engine runs scripts that Taleport can run: an error if the game would stop, a warning with both results
 * if it would behave differently. A finding has a fix if there is a safe one.
 */
import { type Message, message } from '../../../shared/messages/message.ts';
import type { StoryRecord } from '../../../shared/model/kinds/kinds.ts';
import { findProfileDifference } from '../../../shared/play/compare-profiles.ts';
import { listScriptSources } from '../../../shared/rich-text/blocks.ts';
import { parseConditionSource } from '../../../shared/rich-text/script-source.ts';
import type { ScriptProfile } from '../../../shared/script/script-profile.ts';
import type { Expression, Program, SourcePosition } from '../../../shared/script/syntax.ts';
import { taleportScriptProfile } from '../../../shared/script/taleport-script-profile.ts';
import type { LocalizedValues } from '../../story-format/story-selection.ts';
import type { CheckContext, FindingSubject, RecordName } from './check-context.ts';
import { createEngineFix, type DifferingPart, findEngineProblems, type ScriptText } from './engine-problems.ts';

/** A script that Taleport can parse, and data for its findings. */
interface EngineScript extends ScriptText {
  readonly about: FindingSubject;
  /** The line of the script at a position. */
  readonly lineAt: (at: SourcePosition) => string;
  readonly describe: (fault: Message, at: SourcePosition) => Message;
}

export function checkTextForEngine(
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

export function checkConditionForEngine(
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

function checkForEngine(context: CheckContext, script: EngineScript): void {
  const { exporter } = context;
  const profile = exporter?.scriptProfile;
  if (!exporter || !profile) return;
  const engine = exporter.label;
  const problems = findEngineProblems(context, profile, script);
  if (problems.length === 0) return;
  const fix = createEngineFix(context, { engine, profile }, script, problems);
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

function differenceMessage(
  { project }: CheckContext,
  params: { readonly engine: string; readonly script: string },
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
