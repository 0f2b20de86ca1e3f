/** Codecs of the items of a board: element (with its components and sounds), note, jumper, branch, condition, connection. */
import { isJsonObject, type JsonObject } from '../../shared/json.ts';
import { message } from '../../shared/messages/message.ts';
import type { StoryRecord } from '../../shared/model/kinds/kinds.ts';
import type { BoardScope } from './board-scope.ts';
import { decodeCover, encodeCover } from './covers.ts';
import type { AttachmentEntry } from './decode-policy.ts';
import {
  type EncodeContext,
  type Entry,
  encodeComponentIds,
  encodeLocalizedField,
  encodeRequiredText,
  withOtherFields,
} from './encoding.ts';
import { defineCodec, type FileEntry } from './kind-codec.ts';
import { countCharacters, decodeLocalizedFields, decodeTranslationStatus } from './localized-texts.ts';
import type { ItemBoxes, StoryDecoder } from './story-decoder.ts';
import type { Collection } from './story-file.ts';
import type { ConditionRole } from './story-outline.ts';

/** The boxes of items for which the file does not contain all positions. */
interface ItemOutline {
  readonly boxes: ItemBoxes;
}

/** The board of an item and its box there. If the item names its board, it must be the same one. */
function decodePlacement(decoder: StoryDecoder, { id, path, raw }: FileEntry, { boxes }: ItemOutline): JsonObject {
  const boardId = decoder.placementOf(id)?.parent;
  if (raw.boardId !== undefined && raw.boardId !== null && raw.boardId !== boardId)
    decoder.policy.addInconsistency(`${path}.boardId`, message('import.fault.boardMismatch', { board: boardId ?? '' }));
  return { boardId, ...boxes.get(id) };
}

export const elementCodec = defineCodec<'element', ItemOutline>('element', {
  /** [Exports] attributes and assets are only written if there are any; title and content are in `contents` if all languages are written. */
  encode(record, context) {
    const { boards, variant, related } = context;
    const { id, x, y, theme, width, height, autoHeight, linkedBoard } = record;
    const attributes = related.attributes(id);
    const entry = {
      x: variant.hasGeometry ? x : undefined,
      y: variant.hasGeometry ? y : undefined,
      theme,
      width: variant.hasGeometry ? width : undefined,
      assets: encodeElementAssets(record, context),
      height: variant.hasGeometry ? height : undefined,
      outputs: related.outputs(id),
      attributes: attributes.length > 0 ? attributes : undefined,
      autoHeight,
      components: encodeComponentIds(related.components(id), context),
      linkedBoard: encodeBoardLink(linkedBoard, boards),
      content: encodeLocalizedField(record, 'content', context),
      title: encodeLocalizedField(record, 'title', context),
    };
    return withOtherFields(entry, record, context);
  },
  decode(entry, decoder, outline) {
    const { id, path, raw } = entry;
    const texts = decodeLocalizedFields(decoder, 'element', entry);
    const { cover = raw.cover, audio } = decoder.objectAt(raw, 'assets', path);
    const decoded = {
      ...decodePlacement(decoder, entry, outline),
      ...texts,
      status: decodeTranslationStatus(decoder, id),
      cover: decodeCover(decoder, 'elements', cover, `${path}.assets.cover`),
      linkedBoard: decodeBoardLink(decoder, entry),
    };
    const record = decoder.add('element', id, { rank: decoder.rankOf(id) }, raw, decoded);
    addComponentAttachments(decoder, entry);
    addAudioAttachments(decoder, entry, audio);
    decoder.file.replaceByRecord('elements', id, record);
    return decoder.advance(countCharacters(texts));
  },
});

/** Undefined if there is no link, null if the linked board is not exported. */
function encodeBoardLink(boardId: string | null, boards: BoardScope): string | null | undefined {
  if (boardId === null) return undefined;
  return boards.has(boardId) ? boardId : null;
}

function encodeElementAssets(record: StoryRecord<'element'>, context: EncodeContext): Entry | undefined {
  const audio = context.related.audio(record.id).map(({ id, mode, assetId, delay }) => ({ id, mode, asset: assetId, delay }));
  const cover = encodeCover(record.cover, context);
  return audio.length > 0 || cover ? { audio: audio.length > 0 ? audio : undefined, cover } : undefined;
}

function decodeBoardLink(decoder: StoryDecoder, { path, raw }: FileEntry): unknown {
  const board = decoder.decodeReference(raw.linkedBoard, `${path}.linkedBoard`, 'boards');
  if (typeof board === 'string' && decoder.folders.has(board))
    decoder.policy.addInconsistency(`${path}.linkedBoard`, message('import.fault.isFolder'));
  return board;
}

/** Adds the components that an element lists: ids, or entries with ids of their own as in the API. */
function addComponentAttachments(decoder: StoryDecoder, { id: elementId, path, raw }: FileEntry): void {
  const list = raw.components ?? [];
  if (!Array.isArray(list)) {
    decoder.policy.addInvalidValue(`${path}.components`, message('fault.type.list'));
    return;
  }
  const entries = list.flatMap((entry: unknown, index): AttachmentEntry[] => {
    const target = isJsonObject(entry) ? entry.component : entry;
    const at = `${path}.components.${index}`;
    if (typeof target !== 'string') decoder.policy.addInvalidValue(at, message('import.fault.id'));
    return typeof target === 'string' && isComponentReference(decoder, target, at) ? [{ entry, target }] : [];
  });
  for (const { id, rank, target } of placeAttachments(decoder, 'componentAttachment', elementId, entries))
    decoder.add('componentAttachment', id, { rank }, {}, { elementId, componentId: target });
}

export function isComponentReference(decoder: StoryDecoder, id: string, path: string): boolean {
  if (decoder.findReference(id, path, 'components') === null) return false;
  if (decoder.folders.has(id)) decoder.policy.addInconsistency(path, message('import.fault.isFolder'));
  return true;
}

/** Adds the sounds that an element plays, in order. One template has a delay as a string. */
function addAudioAttachments(decoder: StoryDecoder, { id: elementId }: FileEntry, audio: unknown): void {
  if (!Array.isArray(audio)) return;
  const entries = audio.flatMap((entry: unknown): AttachmentEntry[] => {
    const target = isJsonObject(entry) ? String(entry.asset) : '';
    const type = target === '' ? undefined : decoder.policy.assetTypeOf(target, 'audio');
    return type !== undefined && (decoder.isAgainstBase || type.endsWith('audio')) ? [{ entry, target }] : [];
  });
  decoder.policy.note('sounds', audio.length - entries.length);
  for (const { id, rank, target, entry } of placeAttachments(decoder, 'audioAttachment', elementId, entries)) {
    const { mode = null, delay = null } = isJsonObject(entry) ? entry : {};
    const given = decoder.isAgainstBase && typeof delay !== 'string' ? { mode: mode ?? 'once', delay: delay ?? 0 } : undefined;
    decoder.add(
      'audioAttachment',
      id,
      { rank },
      {},
      {
        elementId,
        assetId: target,
        mode: given?.mode ?? (mode === 'loop' || mode === 'stop' ? mode : 'once'),
        delay: given?.delay ?? Math.max(0, Number(delay) || 0),
      },
    );
  }
}

/** The entries of a list of attachments, with their ids and ranks. */
function placeAttachments(
  { policy }: StoryDecoder,
  kind: 'componentAttachment' | 'audioAttachment',
  elementId: string,
  entries: readonly AttachmentEntry[],
) {
  const ids = policy.attachmentIds(kind, elementId, entries);
  const ranks = policy.ranksOf(kind, kind === 'componentAttachment' ? 'components' : 'audio', elementId, ids);
  return entries.map((each, at) => ({ ...each, id: ids[at] ?? '', rank: ranks[at] ?? '' }));
}

export const noteCodec = defineCodec<'note', ItemOutline>('note', {
  encode(record, context) {
    const { x, y, theme, width, height, autoHeight } = record;
    const content = encodeRequiredText(record, record.content, context);
    return withOtherFields(
      context.variant.hasGeometry ? { x, y, theme, width, height, content, autoHeight } : { theme, content, autoHeight },
      record,
      context,
    );
  },
  decode(entry, decoder, outline) {
    const { id, path, raw } = entry;
    const content = typeof raw.content === 'string' ? decoder.policy.canonicalText(raw.content, `${path}.content`) : undefined;
    const decoded = { ...decodePlacement(decoder, entry, outline), ...(content !== undefined && { content }) };
    decoder.add('note', id, { rank: decoder.rankOf(id) }, raw, decoded);
    return decoder.advance(content?.length ?? 0);
  },
});

export const jumperCodec = defineCodec<'jumper', ItemOutline>('jumper', {
  encode(record, context) {
    const { variant, boards } = context;
    const { x, y, width, height } = record;
    const elementId = record.elementId !== null && boards.hasItem(record.elementId) ? record.elementId : null;
    return withOtherFields(variant.hasGeometry ? { x, y, width, height, elementId } : { elementId }, record, context);
  },
  decode(entry, decoder, outline) {
    const { id, path, raw } = entry;
    const elementId = decoder.decodeReference(raw.elementId, `${path}.elementId`, 'elements');
    decoder.add('jumper', id, { rank: decoder.rankOf(id) }, raw, { ...decodePlacement(decoder, entry, outline), elementId });
    return decoder.advance();
  },
});

export const branchCodec = defineCodec<'branch', ItemOutline>('branch', {
  /** [Exports] a role without a condition is left out, because the importers throw on null. */
  encode(record, context) {
    const { project, variant } = context;
    const { x, y, theme } = record;
    const found = project.children('condition', record.id, 'conditions');
    const elseIf = found.filter(({ role }) => role === 'elseIf').map(({ id }) => id);
    const conditions = {
      ifCondition: found.find(({ role }) => role === 'if')?.id,
      elseIfConditions: elseIf.length > 0 ? elseIf : undefined,
      elseCondition: found.find(({ role }) => role === 'else')?.id,
    };
    return withOtherFields(variant.hasGeometry ? { x, y, theme, conditions } : { theme, conditions }, record, context);
  },
  decode(entry, decoder, outline) {
    const { id, raw } = entry;
    decoder.add('branch', id, { rank: decoder.rankOf(id) }, raw, decodePlacement(decoder, entry, outline));
    return decoder.advance();
  },
});

export const conditionCodec = defineCodec<'condition', { readonly roles: ReadonlyMap<string, ConditionRole> }>('condition', {
  /** [Exports] both keys are always written. For the engines, an empty script is null. */
  encode(record, context) {
    const { related, variant } = context;
    const script = variant.scriptProfile !== null && record.script?.trim() === '' ? null : record.script;
    return withOtherFields({ output: related.outputs(record.id)[0] ?? null, script }, record, context);
  },
  decode({ id, path, raw }, decoder, { roles }) {
    const script = typeof raw.script === 'string' ? decoder.policy.canonicalScript(raw.script, `${path}.script`) : (raw.script ?? null);
    decoder.add('condition', id, { rank: decoder.rankOf(id) }, raw, {
      branchId: decoder.placementOf(id)?.parent,
      role: roles.get(id),
      script,
    });
    return decoder.advance();
  },
});

export const connectionCodec = defineCodec<'connection', { readonly outputRanks: ReadonlyMap<string, string> }>('connection', {
  encode(record, context) {
    const { type, theme, sourceid, targetid, labelWidth, sourceFace, sourceType, targetFace, targetType, labelLocation } = record;
    const entry = {
      type,
      theme,
      sourceid,
      targetid,
      labelWidth: labelWidth ?? undefined,
      sourceFace: sourceFace ?? undefined,
      sourceType,
      targetFace: targetFace ?? undefined,
      targetType,
      labelLocation: labelLocation === 0.5 ? undefined : labelLocation,
    };
    return withOtherFields(entry, record, context);
  },
  decode(entry, decoder, { outputRanks }) {
    const { id, raw } = entry;
    const [source, target] = [decodeEnd(decoder, raw.sourceid), decodeEnd(decoder, raw.targetid)];
    const decoded = {
      boardId: decoder.placementOf(id)?.parent,
      sourceid: source.id,
      sourceType: source.type,
      targetid: target.id,
      targetType: target.type,
      ...decodeLocalizedFields(decoder, 'connection', entry),
      status: decodeTranslationStatus(decoder, id),
    };
    const record = decoder.add('connection', id, { rank: decoder.rankOf(id), outputRank: outputRanks.get(id) ?? '' }, raw, decoded);
    decoder.file.replaceByRecord('connections', id, record);
    return decoder.advance();
  },
});

/** Uses the id string of the record if that exists, because two copies of an id take more memory than the rest of a short record. */
function decodeEnd({ file }: StoryDecoder, value: unknown): { readonly id: unknown; readonly type: Collection | undefined } {
  const id = String(value);
  const type = file.collectionOf(id);
  const record = type && file.find(type, id);
  return { id: record?.id === id ? record.id : value, type };
}
