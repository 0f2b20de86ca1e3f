/** The text of an element or a label as it is spoken: its lines in order, with the conditions of its scripts in words. */
import { type Message, message } from '../../../shared/messages/message.ts';
import type { Project } from '../../../shared/model/project.ts';
import { richTextToPlainText } from '../../../shared/rich-text/plain-text.ts';
import { parseContent } from '../../../shared/script/parse-content.ts';
import type { Program, Statement } from '../../../shared/script/syntax.ts';
import { describeCondition, describeValue } from './condition-words.ts';

/** A line of text, or a remark: a condition of the following lines, where they end, or a value that a script shows. */
type SpokenPart = { readonly type: 'line'; readonly text: string } | SpokenRemark;

interface SpokenRemark {
  readonly type: 'remark';
  readonly about: 'condition' | 'end' | 'value';
  readonly text: Message;
}

export function readSpokenText(project: Project, html: string | null): SpokenPart[] {
  if (html === null || html === '') return [];
  const parsed = parseContent(html);
  return parsed.ok ? [...partsOf(project, parsed.program)] : [...linesOf(html)];
}

function* partsOf(project: Project, program: Program): Generator<SpokenPart> {
  for (const part of program) {
    if (part.type === 'text') yield* linesOf(part.html);
    else if (part.type === 'quotation') yield* partsOf(project, part.body);
    else yield* partsOfStatement(project, part);
  }
}

function* linesOf(html: string): Generator<SpokenPart> {
  for (const text of richTextToPlainText(html).split('\n')) if (text.trim() !== '') yield { type: 'line', text };
}

/** Assignments and calls change the state of the story and are not spoken. */
function* partsOfStatement(project: Project, statement: Statement): Generator<SpokenPart> {
  if (statement.type === 'call' && statement.name === 'show')
    yield remark('value', message('document.shows', { values: statement.arguments.map((each) => describeValue(project, each)) }));
  if (statement.type !== 'choose') return;
  const parts: SpokenPart[] = [];
  for (const [at, { condition, body }] of statement.branches.entries()) {
    const words = { condition: describeCondition(project, condition) };
    parts.push(
      remark('condition', at === 0 ? message('document.if', words) : message('document.elseIf', words)),
      ...partsOf(project, body),
    );
  }
  if (statement.otherwise) parts.push(remark('condition', message('document.else')), ...partsOf(project, statement.otherwise));
  if (parts.some(({ type }) => type === 'line')) yield* [...parts, remark('end', message('document.end'))];
}

const remark = (about: SpokenRemark['about'], text: Message): SpokenRemark => ({ type: 'remark', about, text });

/** The conditions of a text, for the column of a table. */
export const conditionsOf = (parts: readonly SpokenPart[]): Message[] =>
  parts.flatMap((part) => (part.type === 'remark' && part.about === 'condition' ? [part.text] : []));
