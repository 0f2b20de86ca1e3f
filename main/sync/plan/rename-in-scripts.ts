/**
 * A customId that the remote gives, or that ours had to give up, is written into the scripts that mean it: those that we wrote and that the remote does
 * not have yet. What both sides have agreed on says what it said.
 */
import { type AnyRecord, getKind } from '../../../shared/model/kinds/kinds.ts';
import type { Project } from '../../../shared/model/project.ts';
import { replaceText, textsOfRecord } from '../../../shared/model/references.ts';
import { isSameField } from './field-paths.ts';
import { createMergeConflict, type MergeConflict } from './merge-conflict.ts';

/** Changes `after`, the records as they will be here; tells which names are new. */
export function renameInScripts(base: Project, local: Project, after: Map<string, AnyRecord>): MergeConflict[] {
  const names = new Map<string, string>();
  const conflicts: MergeConflict[] = [];
  for (const { id, customId } of after.values()) {
    const localRecord = local.get(id);
    if (
      !localRecord ||
      localRecord.kind === 'attribute' ||
      typeof localRecord.customId !== 'string' ||
      typeof customId !== 'string' ||
      localRecord.customId === customId
    )
      continue;
    names.set(localRecord.customId, customId);
    if (base.has(id))
      conflicts.push(
        createMergeConflict(localRecord, 'customId', 'renamed', { base: null, local: localRecord.customId, remote: customId }),
      );
  }
  if (names.size === 0) return [];
  for (const localRecord of local.records()) {
    if (!canContainScripts(localRecord)) continue;
    const now = after.get(localRecord.id) ?? localRecord;
    let written = now;
    for (const text of textsOfRecord(now)) {
      const fieldPath = text.locale === null ? text.field : `${text.field}/${text.locale}`;
      const isOurs =
        isSameField(localRecord.kind, fieldPath, now, localRecord) &&
        !isSameField(localRecord.kind, fieldPath, base.get(localRecord.id), localRecord);
      if (!isOurs || text.rule.format === 'plain') continue;
      const renamed = text.rule.format === 'script' ? renameInScript(text.text, names) : renameInCode(text.text, names);
      if (renamed !== text.text) written = replaceText(written, text, renamed);
    }
    if (written !== now) after.set(localRecord.id, written);
  }
  return conflicts;
}

const canContainScripts = ({ kind }: AnyRecord): boolean =>
  Object.values(getKind(kind).texts).some(({ format }) => format === 'script' || format === 'rich');

const renameInCode = (html: string, names: ReadonlyMap<string, string>): string =>
  html.replace(
    /(<code\b[^>]*>)([\s\S]*?)(<\/code>)/g,
    (_whole, open: string, code: string, close: string) => open + renameInScript(code, names) + close,
  );

/** Tags, entities and texts in quotes are no names; a name before a `.` is a customId unless one stands before it. */
const scriptTokenPattern =
  /<[^>]*>|&(?:quot|#34);.*?&(?:quot|#34);|&[a-z0-9#]+;|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|(?<name>[A-Za-z$_][0-9A-Za-z$_]*)(?=\s*\.\s*[A-Za-z$_])/g;

const renameInScript = (script: string, names: ReadonlyMap<string, string>): string =>
  script.replace(scriptTokenPattern, (found: string, ...more: unknown[]) => {
    const { name } = more.at(-1) as { name?: string };
    return (name !== undefined && names.get(name)) || found;
  });
