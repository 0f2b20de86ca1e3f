/**
 * Encodes and decodes whole stories by the codecs of their kinds. Decoding is pure: the same file, policy and base always give the same records. Faults and
 * notes are those of the policy, which decides whether the records are used.
 */

import { formatSchemaIssue, safeParseJson } from '../../shared/contracts/schema-issues.ts';
import { isJsonObject, isTooDeep } from '../../shared/json.ts';
import { message } from '../../shared/messages/message.ts';
import { localeSchema } from '../../shared/model/kinds/kind-schemas.ts';
import { type AnyRecord, itemKinds, type KindName } from '../../shared/model/kinds/kinds.ts';
import { type Locale, project, projectRecordId } from '../../shared/model/kinds/project.ts';
import { ranksBetween } from '../../shared/model/rank.ts';
import type { EncodeContext, Entry } from './encoding.ts';
import {
  checkBoards,
  codecs,
  decodeAssets,
  decodeCollection,
  decodeComments,
  decodeTree,
  decodeVariables,
  type KindCodec,
} from './kind-codecs.ts';
import { checkContents } from './localized-texts.ts';
import {
  type DecodeStep,
  findBoardVariables,
  type ItemBoxes,
  placeAttributes,
  placeConditions,
  placeItems,
  placeTree,
  rankOutputs,
  type StoryDecoder,
} from './story-decoder.ts';
import { withListOfMap, withoutEmptyMap } from './story-file.ts';

/** Finds the boxes of items for which the file does not contain all positions, when it is known which items there are. */
type BoxReader = (decoder: StoryDecoder) => Generator<DecodeStep, ItemBoxes>;

/**
 * Decodes a story file into complete records, in the order in which codecs rely on each other, and adds them to those of the decoder. Yields after each
 * unit of work, so that the caller may pause.
 */
export function* decodeStory(decoder: StoryDecoder, readBoxes: BoxReader): Generator<DecodeStep> {
  const { file, isAgainstBase } = decoder;
  yield* file.load();
  if (!file.isReadable && !isAgainstBase) return;
  const locales = decodeLocales(decoder);
  const board = yield* placeTree(decoder, 'boards');
  const component = yield* placeTree(decoder, 'components');
  yield* placeItems(decoder);
  const boardVariables = findBoardVariables(decoder);
  yield* placeAttributes(decoder, boardVariables);
  yield* decodeTree(codecs.board, 'boards', decoder, { root: board, variableOwners: findVariableOwners(decoder, boardVariables) });
  checkBoards(decoder);
  const asset = yield* decodeAssets(decoder);
  yield* decodeTree(codecs.component, 'components', decoder, { root: component });
  const roles = yield* placeConditions(decoder, (branchId) => addEmptyIf(decoder, branchId));
  const boxes = yield* readBoxes(decoder);
  const outputRanks = yield* rankOutputs(decoder);
  for (const kind of itemKinds) yield* decodeCollection(codecs[kind], decoder, { boxes });
  yield* decodeCollection(codecs.condition, decoder, { roles });
  yield* decodeCollection(codecs.connection, decoder, { outputRanks });
  for (const [id, raw] of [...file.entriesOf('attributes')]) {
    yield* decoder.prepareTexts(id, raw);
    yield codecs.attribute.decode({ id, path: `attributes.${id}`, raw }, decoder, undefined);
  }
  const variable = yield* decodeVariables(decoder, boardVariables);
  yield* decodeComments(decoder);
  yield* checkContents(decoder);
  decodeProject(decoder, locales, { board, component, asset, variable });
}

/** The languages of the file, which against a base are not validated; undefined if it names none (G20). */
function decodeLocales(decoder: StoryDecoder): readonly Locale[] | undefined {
  const { file, policy, isAgainstBase } = decoder;
  const value = withListOfMap(file.root.locales ?? []);
  if (!Array.isArray(value)) policy.addInvalidValue('locales', message('fault.type.list'));
  const locales = (Array.isArray(value) ? value : []).flatMap((raw: unknown, index) => {
    const { iso, name, base } = isJsonObject(raw) ? raw : {};
    const locale = { iso, name: name ?? iso, base: base ?? null };
    // The merge validates the project record as a whole.
    if (isAgainstBase) return isJsonObject(raw) ? [locale as Locale] : [];
    const read = safeParseJson(localeSchema, locale);
    if (read.success) return [read.data];
    for (const issue of read.error.issues) policy.addInvalidValue(['locales', index, ...issue.path].join('.'), formatSchemaIssue(issue));
    return [];
  });
  if (locales.length > 0) decoder.setLocales(locales);
  return locales.length > 0 || (isAgainstBase && (file.root.locales ?? null) !== null && Array.isArray(value)) ? locales : undefined;
}

/** [Attribute] finds the owners of variables, which need a custom id. */
function findVariableOwners(decoder: StoryDecoder, boardVariables: ReadonlyMap<string, string>): Set<string> {
  const owners = new Set(boardVariables.values());
  for (const [id, { customId }] of decoder.file.entriesOf('attributes'))
    if ((customId ?? null) !== null) owners.add(decoder.placementOf(id)?.parent ?? '');
  return owners;
}

/** [Branch and conditions] every branch has exactly one `if`. */
function addEmptyIf(decoder: StoryDecoder, branchId: string): void {
  decoder.policy.note('condition');
  decoder.add('condition', decoder.policy.newId(), {}, { branchId, role: 'if', script: null }, { rank: firstRank });
}

/** Sorts before every rank that a list of a file gets. */
const firstRank = ranksBetween(null, ranksBetween(null, null, 1)[0] ?? null, 1)[0] ?? '';

function decodeProject(
  decoder: StoryDecoder,
  locales: readonly Locale[] | undefined,
  roots: { readonly board: string; readonly component: string; readonly asset: string; readonly variable: string },
): void {
  const { file, policy, isAgainstBase } = decoder;
  const { root } = file;
  const name = policy.projectName(root.name);
  const startingElement = decoder.decodeReference(root.startingElement, 'startingElement', 'elements');
  const cover = withoutEmptyMap(root.cover);
  if (isTooDeep(cover)) policy.addInvalidValue('cover', message('import.fault.tooDeep'));
  const decoded = {
    name,
    startingElement,
    css: policy.css,
    roots,
    ...((locales || !isAgainstBase) && { locales: locales ?? project.defaults.locales }),
    // [G32] in files of 2020, the cover is a path.
    ...(cover === null && { cover }),
    ...(typeof cover === 'string' && !isAgainstBase && { cover: cover === '' ? null : { file: cover, type: 'cover-image' } }),
  };
  decoder.add('project', projectRecordId, root, decoded, { rank: '' });
}

const codecByKind: ReadonlyMap<KindName, KindCodec> = new Map(Object.values(codecs).map((codec) => [codec.kind, codec]));

/** The entry of any record in its collection. Undefined for a record of a board that is not exported (G17), and for a root that the format does not contain. */
export function encodeRecord(record: AnyRecord, context: EncodeContext): Entry | undefined {
  const { boards, variant, project } = context;
  if (!boards.includes(record)) return undefined;
  if (!variant.hasRoots) {
    const { board, component } = project.projectRecord.roots;
    if (record.id === board || record.id === component) return undefined;
  }
  return codecByKind.get(record.kind)?.encode(record, context);
}
