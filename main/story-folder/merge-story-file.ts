/**
 * Merges two versions of a file of a story folder, block by block and field by field, by the rules of sync: fields that are only valid together are one value,
 * and texts that differ in nothing a reader sees are equal. What both sides have changed differently becomes a conflict in the file, which stays valid.
 */
import { isJsonObject, type JsonObject } from '../../shared/json.ts';
import { jsonEquals } from '../../shared/model/change-set.ts';
import { getKind, isKindName, type KindName } from '../../shared/model/kinds/kinds.ts';
import { envelope } from '../../shared/model/kinds/record-envelope.ts';
import { compareCodeUnits } from '../../shared/text.ts';
import { conflictKey, isFileKind } from './file-kinds.ts';
import { formatYaml, formatYamlBlocks, parseYamlFile } from './yaml-file.ts';

interface Sides<T> {
  readonly base: T;
  readonly local: T;
  readonly remote: T;
}

interface MergedFile {
  readonly text: string;
  readonly conflicts: number;
}

/** The base is empty for a file that both sides have added. Throws a YamlError if a version is no valid file. */
export async function mergeStoryFile(versions: Sides<string>): Promise<MergedFile> {
  const sides = { base: parse(versions.base), local: parse(versions.local), remote: parse(versions.remote) };
  const { base, local, remote } = sides;
  const merge = new Merge(hasChangedText(base, local, remote) ? await import('./merge-texts.ts') : null);
  const text = [local, remote].some(isFlat)
    ? formatYaml(merge.mergeBlock('format' in { ...local, ...remote } ? 'project' : null, sides))
    : formatYamlBlocks(merge.mergeBlocks(sides));
  return { text, conflicts: merge.conflicts };
}

function parse(text: string): JsonObject {
  const { value } = parseYamlFile(text);
  return isJsonObject(value) ? value : {};
}

/** A story and a comment are one block; all other files have a block for each record. */
const isFlat = (file: JsonObject): boolean => Object.values(file).some((value) => !isJsonObject(value));

/** Whether both sides have changed the same text, or texts of the same name anywhere below. */
function hasChangedText(base: unknown, local: unknown, remote: unknown): boolean {
  if (typeof local === 'string' && typeof remote === 'string') return local !== remote && base !== local && base !== remote;
  if (!isJsonObject(local) || !isJsonObject(remote)) return false;
  return Object.keys(local).some((key) => hasChangedText(isJsonObject(base) ? base[key] : undefined, local[key], remote[key]));
}

class Merge {
  conflicts = 0;
  readonly #texts: typeof import('./merge-texts.ts') | null;

  constructor(texts: typeof import('./merge-texts.ts') | null) {
    this.#texts = texts;
  }

  mergeBlocks({ base, local, remote }: Sides<JsonObject>): (readonly [string, JsonObject])[] {
    const merged = new Map<string, JsonObject>();
    for (const id of new Set([...Object.keys(local), ...Object.keys(remote)])) {
      const block = this.#mergePresence({ base: blockOf(base, id), local: blockOf(local, id), remote: blockOf(remote, id) });
      if (block) merged.set(id, block);
    }
    const main = [...merged].find(([, { kind }]) => isFileKind(kind))?.[0];
    return [...merged].sort(([one], [two]) => Number(two === main) - Number(one === main) || compareCodeUnits(one, two));
  }

  /** A record that one side has removed and the other has changed is a conflict as a whole. */
  #mergePresence({ base, local, remote }: Sides<JsonObject | undefined>): JsonObject | undefined {
    if (local && remote) return this.mergeBlock(kindOf(local), { base: base ?? {}, local, remote });
    const present = local ?? remote;
    if (!base || !present) return present;
    if (jsonEquals(base, present)) return undefined;
    const stateOf = (side: JsonObject | undefined) => (side ? 'changed' : 'removed');
    return { ...present, ...this.#conflict({ base: undefined, local: stateOf(local), remote: stateOf(remote) }) };
  }

  mergeBlock(kind: KindName | null, sides: Sides<JsonObject>): JsonObject {
    const merged = new Map<string, unknown>();
    // Fields that are only valid together come from one side, unless both have changed them.
    for (const name of fieldNames(kind, sides.local, sides.remote))
      if (!merged.has(name)) for (const [field, value] of this.#mergeGroup(kind, groupOf(kind, name), sides)) merged.set(field, value);
    return Object.fromEntries([...merged].filter(([, value]) => value !== undefined));
  }

  #mergeGroup(kind: KindName | null, group: readonly string[], { base, local, remote }: Sides<JsonObject>): [string, unknown][] {
    const isSame = (one: JsonObject, two: JsonObject) => group.every((field) => this.#isSameValue(kind, field, one[field], two[field]));
    const from = (side: JsonObject) => group.map((field): [string, unknown] => [field, side[field]]);
    if (isSame(local, remote) || isSame(base, remote)) return from(local);
    if (isSame(base, local)) return from(remote);
    return group.map((field) => [field, this.#mergeValue(kind, field, { base: base[field], local: local[field], remote: remote[field] })]);
  }

  #mergeValue(kind: KindName | null, field: string, values: Sides<unknown>): unknown {
    const { base, local, remote } = values;
    if (this.#isSameValue(kind, field, local, remote)) return local;
    if (typeof base === 'string' && typeof local === 'string' && typeof remote === 'string' && `${base}${local}${remote}`.includes('\n')) {
      const merged = this.#texts?.mergeFileTexts(base, local, remote);
      if (merged !== undefined) return merged;
    }
    // An object by language or by field has a value for each; all others are one value.
    if (isByName(kind, field) && isJsonObject(local) && isJsonObject(remote))
      return this.mergeBlock(null, { base: isJsonObject(base) ? base : {}, local, remote });
    return this.#conflict(values);
  }

  #isSameValue(kind: KindName | null, field: string, one: unknown, two: unknown): boolean {
    if (jsonEquals(one, two)) return true;
    const format = kind && getKind(kind).texts[field]?.format;
    return typeof one === 'string' && typeof two === 'string' && format != null && this.#texts?.isSameFileText(format, one, two) === true;
  }

  /** Under the names that git gives the sides. A side without the field has its default. */
  #conflict({ local, remote, base }: Sides<unknown>): JsonObject {
    this.conflicts += 1;
    const values = [
      ['ours', local],
      ['theirs', remote],
      ['base', base],
    ] as const;
    return { [conflictKey]: Object.fromEntries(values.filter(([, value]) => value !== undefined)) };
  }
}

function blockOf(file: JsonObject, id: string): JsonObject | undefined {
  const block = file[id];
  return isJsonObject(block) ? block : undefined;
}

const kindOf = ({ kind }: JsonObject): KindName | null => (typeof kind === 'string' && isKindName(kind) ? kind : null);

const isByName = (kind: KindName | null, field: string): boolean =>
  field === 'translatedFrom' || field === 'status' || (kind !== null && getKind(kind).localizedFields.includes(field));

/** The fields that are merged as one value with this one (`mergesWith`), in the order of the kind. */
function groupOf(kind: KindName | null, field: string): readonly string[] {
  if (!kind) return [field];
  const { facets } = getKind(kind);
  const leaderOf = (each: string): string => facets[each]?.mergesWith ?? each;
  const group = Object.keys(facets).filter((each) => leaderOf(each) === leaderOf(field));
  return group.length > 0 ? group : [field];
}

/** In the order in which Taleport writes them; those that this version does not know come last. */
function fieldNames(kind: KindName | null, local: JsonObject, remote: JsonObject): Set<string> {
  const found = new Set([...Object.keys(local), ...Object.keys(remote)]);
  const known = kind ? ['format', 'id', 'kind', 'rank', 'outputRank', ...Object.keys(getKind(kind).fields), ...Object.keys(envelope)] : [];
  return new Set([...known.filter((name) => found.has(name)), ...found]);
}
