/**
 * Conflicts that a merge has left in a file of a story folder, as `conflict: {ours, theirs, base}` in place of a value (docs/story-folder.md), and the text of
 * the file after an answer.
 */
import { isJsonObject, type JsonObject } from '../../../shared/json.ts';
import { getKind, isKindName, type KindName } from '../../../shared/model/kinds/kinds.ts';
import { projectRecordId } from '../../../shared/model/kinds/project.ts';
import type { Project } from '../../../shared/model/project.ts';
import { linesOfText } from '../../story-format/record-block.ts';
import { createMergeConflict, type MergeConflict } from '../../sync/plan/merge-conflict.ts';
import { conflictKey } from '../file-kinds.ts';
import { parseFolderPath } from '../folder-layout.ts';
import { formatYaml, formatYamlBlocks, parseYamlInSteps, YamlError } from '../yaml-file.ts';

export interface FileConflict {
  readonly path: string;
  /** The keys that lead to the value in the file, the first of which is the id of a block. */
  readonly keys: readonly string[];
  readonly conflict: MergeConflict;
}

/** The side whose value is kept, or a text instead of both. */
type FileAnswer = { readonly side: keyof typeof sideKeys } | { readonly text: string };

/** The names that git gives the sides of a merge. */
const sideKeys = { local: 'ours', remote: 'theirs' } as const;

/** In short steps. Empty for a file that cannot be read. The values are shown with the records of the project. */
export function* findFileConflicts(path: string, text: string, project: Project): Generator<void, FileConflict[]> {
  const content = yield* parse(text);
  const place = parseFolderPath(path);
  if (!content || !place) return [];
  const found: FileConflict[] = [];
  const blocks: [id: string, block: unknown, keys: readonly string[]][] = isFlat(path)
    ? [[place.type === 'comments' ? String(content.record) : projectRecordId, content, []]]
    : Object.entries(content).map(([id, block]) => [id, block, [id]]);
  const locale = place.type === 'translations' ? place.locale : project.mainLocale;
  for (const [id, block, keys] of blocks) {
    const kind = kindOf(block) ?? project.get(id)?.kind;
    if (!isJsonObject(block) || kind === undefined) continue;
    const record = { id, kind };
    const own = block[conflictKey];
    if (isJsonObject(own)) {
      const reason = own[sideKeys.local] === 'removed' ? 'deletedLocally' : 'deletedRemotely';
      const present = project.get(id) ?? null;
      const values = reason === 'deletedLocally' ? { local: null, remote: present } : { local: present, remote: null };
      // The project has the record as it was before the merge.
      found.push({ path, keys, conflict: createMergeConflict(record, null, reason, { base: present, ...values }) });
    }
    for (const [field, value] of Object.entries(block)) {
      if (field === conflictKey || !isJsonObject(value)) continue;
      const add = (fieldPath: string, sides: JsonObject, at: readonly string[]) =>
        found.push({
          path,
          keys: at,
          conflict: createMergeConflict(record, fieldPath, 'bothChanged', {
            base: sides.base ?? null,
            local: sides[sideKeys.local] ?? null,
            remote: sides[sideKeys.remote] ?? null,
          }),
        });
      const sides = value[conflictKey];
      if (place.type === 'comments') {
        if (isJsonObject(sides)) add('localComments', sides, [...keys, field]);
        continue;
      }
      const isLocalized = getKind(kind).localizedFields.includes(field);
      if (isJsonObject(sides)) add(isLocalized ? `${field}/${locale}` : field, sides, [...keys, field]);
      else
        for (const [key, entry] of Object.entries(value)) {
          const inner = isJsonObject(entry) ? entry[conflictKey] : undefined;
          if (isJsonObject(inner)) add(isLocalized ? `${field}/${key}` : field, inner, [...keys, field, key]);
        }
    }
  }
  return found;
}

/** Whether a file is one block: a story, or a comment on the record that it names. */
const isFlat = (path: string): boolean => ['story', 'comments'].includes(parseFolderPath(path)?.type ?? '');

function* parse(text: string): Generator<void, JsonObject | null> {
  try {
    const { value } = yield* parseYamlInSteps(text);
    return isJsonObject(value) ? value : null;
  } catch (error) {
    if (error instanceof YamlError) return null;
    throw error;
  }
}

const kindOf = (block: unknown): KindName | undefined =>
  isJsonObject(block) && typeof block.kind === 'string' && isKindName(block.kind) ? block.kind : undefined;

/** In short steps: the text of the file with these answers; everything else in it stays. Throws a YamlError if the file has become invalid. */
export function* answerFileConflicts(
  text: string,
  answers: readonly (readonly [conflict: FileConflict, answer: FileAnswer])[],
): Generator<void, string> {
  const { value } = yield* parseYamlInSteps(text);
  let content: JsonObject = isJsonObject(value) ? value : {};
  for (const [{ keys, conflict }, answer] of answers) content = answered(content, keys, (at) => answeredValue(at, conflict, answer));
  return answers.some(([{ path }]) => isFlat(path))
    ? formatYaml(content)
    : formatYamlBlocks(Object.entries(content).flatMap(([id, block]) => (isJsonObject(block) ? [[id, block] as const] : [])));
}

/** The object with another value where the keys lead; without it for undefined. */
function answered(content: JsonObject, [key, ...rest]: readonly string[], change: (at: unknown) => unknown): JsonObject {
  if (key === undefined) {
    const changed = change(content);
    return isJsonObject(changed) ? changed : {};
  }
  const inner = content[key];
  const after = rest.length > 0 && isJsonObject(inner) ? answered(inner, rest, change) : change(inner);
  const entries = Object.entries(content).map(([name, value]) => [name, name === key ? after : value] as const);
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}

function answeredValue(at: unknown, { reason, kind, field }: MergeConflict, answer: FileAnswer): unknown {
  const sides = isJsonObject(at) ? at[conflictKey] : undefined;
  if (!isJsonObject(at) || !isJsonObject(sides)) return at;
  if ('text' in answer) {
    const format = getKind(kind).texts[field?.split('/', 1)[0] ?? '']?.format;
    return format === undefined ? answer.text : linesOfText(answer.text, format).join('\n');
  }
  const chosen = sides[sideKeys[answer.side]];
  if (reason === 'bothChanged') return chosen;
  const { [conflictKey]: _settled, ...block } = at;
  return chosen === 'removed' ? undefined : block;
}
