/**
 * Replaces a customId that changes in a merge in the local scripts that use it and that the remote does not have. Scripts that exist on
 * both sides remain unchanged.
 */

import { isJsonObject } from '../../../shared/json.ts';
import { type AnyRecord, getKind } from '../../../shared/model/kinds/kinds.ts';
import type { Project } from '../../../shared/model/project.ts';
import { replaceText, textsOfRecord } from '../../../shared/model/references.ts';
import { replaceElements } from '../../../shared/rich-text/replace-elements.ts';
import { isSameField } from './field-paths.ts';
import { createMergeConflict, type MergeConflict } from './merge-conflict.ts';

/** Changes `after`, the local records after the merge. Returns the changed names as conflicts to report. */
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
    let updated = now;
    for (const text of textsOfRecord(now)) {
      const fieldPath = text.locale === null ? text.field : `${text.field}/${text.locale}`;
      const isLocalChange =
        isSameField(localRecord.kind, fieldPath, now, localRecord) &&
        !isSameField(localRecord.kind, fieldPath, base.get(localRecord.id), localRecord);
      if (!isLocalChange || text.rule.format === 'plain') continue;
      const renamed = text.rule.format === 'script' ? renameInScript(text.text, names) : renameInCode(text.text, names);
      if (renamed !== text.text) updated = replaceText(updated, text, renamed);
    }
    if (updated !== now) after.set(localRecord.id, updated);
  }
  return conflicts;
}

const canContainScripts = ({ kind }: AnyRecord): boolean =>
  Object.values(getKind(kind).texts).some(({ format }) => format === 'script' || format === 'rich');

const renameInCode = (html: string, names: ReadonlyMap<string, string>): string =>
  replaceElements(html, 'code', (openingTag, code) => `${openingTag}${renameInScript(code, names)}</code>`);

/** Tags, entities and quoted strings contain no names. A name before a `.` is a customId. */
const scriptTokenPattern =
  /<[^<>]*>|&(?:quot|#34);.*?&(?:quot|#34);|&[a-z0-9#]+;|"(?:[^"\\\n]|\\.)*"?|'(?:[^'\\\n]|\\.)*'?|(?<name>(?<![\w$])[A-Za-z$_][0-9A-Za-z$_]*)(?=\s*\.\s*[A-Za-z$_])/g;

const renameInScript = (script: string, names: ReadonlyMap<string, string>): string =>
  script.replace(scriptTokenPattern, (match: string, ...more: unknown[]) => {
    // The last argument of a replacer contains the named groups.
    const groups = more.at(-1);
    return (isJsonObject(groups) && typeof groups.name === 'string' && names.get(groups.name)) || match;
  });
