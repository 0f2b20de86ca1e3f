/**
 * A customId that the remote gives, or that ours had to give up, is written into the scripts that mean it: those that we wrote and that the remote does
 * not have yet. What both sides have agreed on says what it said.
 */
import { type AnyRecord, kindNamed } from '../../../shared/kinds/all.ts';
import type { Project } from '../../../shared/project.ts';
import { textsOf, withText } from '../../../shared/references.ts';
import { sameCell } from './cells.ts';
import { type Question, questionOf } from './question.ts';

/** Changes `after`, the records as they will be here; tells which names are new. */
export function renameInScripts(base: Project, mine: Project, after: Map<string, AnyRecord>): Question[] {
  const names = new Map<string, string>();
  const questions: Question[] = [];
  for (const { id, customId } of after.values()) {
    const m = mine.at(id);
    if (!m || m.kind === 'attribute' || typeof m.customId !== 'string' || typeof customId !== 'string' || m.customId === customId) continue;
    names.set(m.customId, customId);
    if (base.has(id)) questions.push(questionOf(m, 'customId', 'renamed', { base: null, mine: m.customId, theirs: customId }));
  }
  if (names.size === 0) return [];
  for (const m of mine.records()) {
    if (!mayHoldScripts(m)) continue;
    const now = after.get(m.id) ?? m;
    let written = now;
    for (const text of textsOf(now)) {
      const cell = text.locale === null ? text.field : `${text.field}/${text.locale}`;
      const isOurs = sameCell(m.kind, cell, now, m) && !sameCell(m.kind, cell, base.at(m.id), m);
      if (!isOurs || text.rule.holds === 'plain') continue;
      const renamed = text.rule.holds === 'script' ? inScript(text.text, names) : inCode(text.text, names);
      if (renamed !== text.text) written = withText(written, text, renamed);
    }
    if (written !== now) after.set(m.id, written);
  }
  return questions;
}

const mayHoldScripts = ({ kind }: AnyRecord): boolean =>
  Object.values(kindNamed(kind).texts).some(({ holds }) => holds === 'script' || holds === 'rich');

const inCode = (html: string, names: ReadonlyMap<string, string>): string =>
  html.replace(
    /(<code\b[^>]*>)([\s\S]*?)(<\/code>)/g,
    (_whole, open: string, code: string, close: string) => open + inScript(code, names) + close,
  );

/** Tags, entities and texts in quotes are no names; a name before a `.` is a customId unless one stands before it. */
const piece =
  /<[^>]*>|&(?:quot|#34);.*?&(?:quot|#34);|&[a-z0-9#]+;|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|(?<name>[A-Za-z$_][0-9A-Za-z$_]*)(?=\s*\.\s*[A-Za-z$_])/g;

const inScript = (script: string, names: ReadonlyMap<string, string>): string =>
  script.replace(piece, (found: string, ...more: unknown[]) => {
    const { name } = more.at(-1) as { name?: string };
    return (name !== undefined && names.get(name)) || found;
  });
