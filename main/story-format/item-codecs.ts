/** Codecs of the items of a board: element (with its components and sounds), note, jumper, branch, condition, connection. */
import type { StoryRecord } from '../../shared/model/kinds/kinds.ts';
import type { BoardScope } from './board-scope.ts';
import { encodeCover } from './covers.ts';
import {
  type EncodeContext,
  type Entry,
  encodeComponentIds,
  encodeLocalizedField,
  encodeRequiredText,
  withOtherFields,
} from './encoding.ts';
import { defineCodec } from './kind-codec.ts';

export const elementCodec = defineCodec('element', {
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

export const noteCodec = defineCodec('note', {
  encode(record, context) {
    const { x, y, theme, width, height, autoHeight } = record;
    const content = encodeRequiredText(record, record.content, context);
    return withOtherFields(
      context.variant.hasGeometry ? { x, y, theme, width, height, content, autoHeight } : { theme, content, autoHeight },
      record,
      context,
    );
  },
});

export const jumperCodec = defineCodec('jumper', {
  encode(record, context) {
    const { variant, boards } = context;
    const { x, y, width, height } = record;
    const elementId = record.elementId !== null && boards.hasItem(record.elementId) ? record.elementId : null;
    return withOtherFields(variant.hasGeometry ? { x, y, width, height, elementId } : { elementId }, record, context);
  },
});

export const branchCodec = defineCodec('branch', {
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
});

export const conditionCodec = defineCodec('condition', {
  /** [Exports] both keys are always written. For the engines, an empty script is null. */
  encode(record, context) {
    const { related, variant } = context;
    const script = variant.scriptProfile !== null && record.script?.trim() === '' ? null : record.script;
    return withOtherFields({ output: related.outputs(record.id)[0] ?? null, script }, record, context);
  },
});

export const connectionCodec = defineCodec('connection', {
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
});
