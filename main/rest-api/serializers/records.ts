/** Functions that the serializers share: records by id, trees in order, and the fields of a response. */

import { message } from '../../../shared/messages/message.ts';
import { kindNoun } from '../../../shared/model/kind-messages.ts';
import type { LocalizedText } from '../../../shared/model/kinds/field-schemas.ts';
import { type AnyRecord, getKind, type KindName, type StoryRecord } from '../../../shared/model/kinds/kinds.ts';
import { localizedTextOf } from '../../../shared/model/localized-text.ts';
import type { Project } from '../../../shared/model/project.ts';
import { invalidFieldProblem, notFoundProblem } from '../../../shared/problem.ts';

/** The record of this kind. Throws a 404 if it does not exist ([Errors 5]). */
export function requireRecord<K extends KindName>(project: Project, kind: K, id: string): StoryRecord<K> {
  const record = project.find(kind, id);
  if (!record) throw notFoundProblem(kindNoun(kind), id);
  return record;
}

/** [Boards] a board with items. Throws a 404 if it does not exist, and a 400 if it is a folder. */
export function requireBoard(project: Project, id: string): StoryRecord<'board'> {
  const board = requireRecord(project, 'board', id);
  if (board.type === 'folder') throw invalidFieldProblem('boardId', message('fault.folder.itemsOnBoards'));
  return board;
}

type TreeKind = 'board' | 'component' | 'asset';
const listNames = { board: 'boards', component: 'components', asset: 'assets' } as const;

/** The ids directly inside an entry, in their order; empty for an entry that is not a folder. */
export const childIds = (project: Project, kind: TreeKind, id: string): readonly string[] => project.childIds(id, listNames[kind]);

/** Every entry of a tree: the root, then each folder followed by its contents. Not recursive, because trees may be very deep. */
export function* walkTree<K extends TreeKind>(project: Project, kind: K): Generator<StoryRecord<K>> {
  const pending: string[] = [project.projectRecord.roots[kind]];
  for (let id = pending.pop(); id !== undefined; id = pending.pop()) {
    const record = project.find(kind, id);
    if (!record) continue;
    yield record;
    const children = childIds(project, kind, id);
    for (let index = children.length - 1; index >= 0; index--) pending.push(children[index] ?? '');
  }
}

/** Computes a value of a response that is not a field of the record. */
type ComputedValue<K extends KindName> = (record: StoryRecord<K>, project: Project) => unknown;

interface ReplyOptions<K extends KindName> {
  /** The keys after `id`, in order. `*` stands for the fields that are not listed, in the order of the kind's definition. */
  readonly order?: readonly string[];
  /** Fields that this response shows elsewhere or not at all. */
  readonly omit?: readonly string[];
  readonly computed?: Readonly<Record<string, ComputedValue<K>>>;
}

interface ReplyWriter {
  readonly key: string;
  /** null for a field of the record that is shown unchanged. */
  readonly compute: ((record: AnyRecord, project: Project) => unknown) | null;
  readonly isOmittedWhenNull: boolean;
}

/**
 * Creates the serializer of a kind: `id`, then the fields that the API shows when the record is read individually (`single`) or in a
 * `list`. A localized text is the map of languages in a single read, and the text of the main language in a list ([Localized content]).
 */
export function defineReply<K extends KindName>(
  kind: K,
  reply: 'single' | 'list',
  { order = ['*'], omit = [], computed = {} }: ReplyOptions<K> = {},
): (record: StoryRecord<K>, project: Project) => Record<string, unknown> {
  const { fields, facets } = getKind(kind);
  const shown = Object.keys(fields).filter((field) => {
    const visibility = facets[field]?.api.shown;
    return (visibility === 'always' || (visibility === 'list' && reply === 'list')) && !omit.includes(field);
  });
  const others = shown.filter((field) => !order.includes(field));
  const keys = order.flatMap((key) => (key === '*' ? others : [key]));
  // `computed` reads records of its own kind, and no others are serialized with it.
  const writers = keys.map((key) => replyWriter(kind, key, reply, computed[key] as ReplyWriter['compute'] | undefined));
  const empty = Object.fromEntries(['id', ...keys].map((key) => [key, null]));
  return (record, project) => serializeWith(writers, empty, record as unknown as AnyRecord, project);
}

function replyWriter(kind: KindName, key: string, reply: 'single' | 'list', computed: ReplyWriter['compute'] = null): ReplyWriter {
  const { facets, texts } = getKind(kind);
  const serializeText = reply === 'single' ? serializeLocalizedText : mainLocaleText;
  const localized: ReplyWriter['compute'] = (record, project) => serializeText(localizedTextOf(record, key), project);
  return {
    key,
    compute: computed ?? (texts[key]?.localized ? localized : null),
    isOmittedWhenNull: facets[key]?.api.isOmittedWhenNull ?? false,
  };
}

/** Lists may have ten thousand entries: a copy of `empty`, which has all keys in order, is faster than adding the keys one by one. */
function serializeWith(
  writers: readonly ReplyWriter[],
  empty: Record<string, unknown>,
  record: AnyRecord,
  project: Project,
): Record<string, unknown> {
  const out = { ...empty };
  out.id = record.id;
  for (const { key, compute, isOmittedWhenNull } of writers) {
    const value = compute === null ? record[key] : compute(record, project);
    if (isOmittedWhenNull && value === null) delete out[key];
    else out[key] = value;
  }
  return out;
}

/** The stored map in the order of the project's languages. The main language is always included, with null if it has no text. */
export function serializeLocalizedText(texts: LocalizedText, project: Project): LocalizedText {
  return Object.fromEntries(
    project.projectRecord.locales.flatMap(({ iso, base }) => {
      const cell = texts[iso] ?? (base === null ? { text: null } : undefined);
      return cell ? [[iso, { text: cell.text }]] : [];
    }),
  );
}

/** The stored text of the main language, for lists; `""` if there is none. */
export const mainLocaleText = (texts: LocalizedText, { mainLocale }: Project): string => texts[mainLocale]?.text ?? '';

/** [Component] the text of the main language, or else of the first language that has one. */
export function nameWithLocaleFallback(texts: LocalizedText, isos: readonly string[]): string {
  for (const iso of isos) {
    const text = texts[iso]?.text;
    if (text) return text;
  }
  return '';
}

/** The project's languages, the main one first. */
export const localeCodes = (project: Project): string[] => {
  const main = project.mainLocale;
  return [main, ...project.projectRecord.locales.flatMap(({ iso }) => (iso === main ? [] : [iso]))];
};
