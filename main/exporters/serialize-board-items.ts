/**
 * Serializes the items of a board: element, note, jumper, branch, condition, connection. Keys have the order of the service's files;
 * undefined ones are not written.
 */
import type { StoryRecord } from '../../shared/model/kinds/kinds.ts';
import {
  type ExportContext,
  type ExportObject,
  exportedComponentIds,
  exportLocalizedField,
  exportRequiredText,
  serializeCover,
  withOtherFields,
} from './export-context.ts';

/** [Exports] attributes and assets are only written if there are any; title and content are in `contents` if all languages are written. */
export function serializeElement(record: StoryRecord<'element'>, context: ExportContext): ExportObject {
  const { boards, variant, related } = context;
  const { id, x, y, theme, width, height, autoHeight, linkedBoard } = record;
  const attributes = related.attributes(id);
  const out = {
    x: variant.hasGeometry ? x : undefined,
    y: variant.hasGeometry ? y : undefined,
    theme,
    width: variant.hasGeometry ? width : undefined,
    assets: serializeElementAssets(record, context),
    height: variant.hasGeometry ? height : undefined,
    outputs: related.outputs(id),
    attributes: attributes.length > 0 ? attributes : undefined,
    autoHeight,
    components: exportedComponentIds(related.components(id), context),
    linkedBoard: exportedBoardLink(linkedBoard, boards),
    content: exportLocalizedField(record, 'content', context),
    title: exportLocalizedField(record, 'title', context),
  };
  return withOtherFields(out, record, context);
}

/** Undefined if there is no link, null if the linked board is not exported. */
function exportedBoardLink(boardId: string | null, boards: ExportContext['boards']): string | null | undefined {
  if (boardId === null) return undefined;
  return boards.has(boardId) ? boardId : null;
}

function serializeElementAssets(record: StoryRecord<'element'>, context: ExportContext): ExportObject | undefined {
  const audio = context.related.audio(record.id).map(({ id, mode, assetId, delay }) => ({ id, mode, asset: assetId, delay }));
  const cover = record.cover ? serializeCover(record.cover, context) : undefined;
  return audio.length > 0 || cover ? { audio: audio.length > 0 ? audio : undefined, cover } : undefined;
}

export function serializeNote(record: StoryRecord<'note'>, context: ExportContext): ExportObject {
  const { x, y, theme, width, height, autoHeight } = record;
  const content = exportRequiredText(record, record.content, context);
  return withOtherFields(
    context.variant.hasGeometry ? { x, y, theme, width, height, content, autoHeight } : { theme, content, autoHeight },
    record,
    context,
  );
}

export function serializeJumper(record: StoryRecord<'jumper'>, context: ExportContext): ExportObject {
  const { variant, boards } = context;
  const { x, y, width, height } = record;
  const elementId = record.elementId !== null && boards.hasItem(record.elementId) ? record.elementId : null;
  return withOtherFields(variant.hasGeometry ? { x, y, width, height, elementId } : { elementId }, record, context);
}

/** [Exports] a role without a condition is left out, because the importers throw on null. */
export function serializeBranch(record: StoryRecord<'branch'>, context: ExportContext): ExportObject {
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
}

/** [Exports] both keys are always written. For the engines, an empty script is null. */
export function serializeCondition(record: StoryRecord<'condition'>, context: ExportContext): ExportObject {
  const { related, variant } = context;
  const script = variant.scriptProfile !== null && record.script?.trim() === '' ? null : record.script;
  return withOtherFields({ output: related.outputs(record.id)[0] ?? null, script }, record, context);
}

export function serializeConnection(record: StoryRecord<'connection'>, context: ExportContext): ExportObject {
  const { type, theme, sourceid, targetid, labelWidth, sourceFace, sourceType, targetFace, targetType, labelLocation } = record;
  const out = {
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
  return withOtherFields(out, record, context);
}
