/**
 * What stands on a board, as objects of the file: element, note, jumper, branch, condition, connection. Keys in the order real files have;
 * what is undefined is not written.
 */
import type { StoryRecord } from '../../shared/kinds/all.ts';
import { cellOf, componentIds, coverOf, type Exporting, type Out, optionalText, wholeText, withExtra } from './exporting.ts';

/** [Exports] attributes and assets only where there are any; title and content leave for `contents` when all languages are written. */
export function elementOut(record: StoryRecord<'element'>, exporting: Exporting): Out {
  const { boards, languages, variant, lists } = exporting;
  const { id, x, y, theme, width, height, autoHeight, linkedBoard } = record;
  const attributes = lists.attributes(id);
  const content = languages.one === null ? undefined : cellOf(record.content, exporting);
  const title = languages.one === null ? undefined : cellOf(record.title, exporting);
  const out = {
    x: variant.geometry ? x : undefined,
    y: variant.geometry ? y : undefined,
    theme,
    width: variant.geometry ? width : undefined,
    assets: assetsOf(record, exporting),
    height: variant.geometry ? height : undefined,
    outputs: lists.outputs(id),
    attributes: attributes.length > 0 ? attributes : undefined,
    autoHeight,
    components: componentIds(lists.components(id), exporting),
    linkedBoard: linkedBoard === null ? undefined : boards.has(linkedBoard) ? linkedBoard : null,
    content: content && wholeText(content, content.text, exporting),
    title: title && optionalText(title, title.text, exporting),
  };
  return withExtra(out, record);
}

function assetsOf(record: StoryRecord<'element'>, exporting: Exporting): Out | undefined {
  const audio = exporting.lists.audio(record.id).map(({ id, mode, assetId, delay }) => ({ id, mode, asset: assetId, delay }));
  const cover = record.cover ? coverOf(record.cover, exporting) : undefined;
  return audio.length > 0 || cover ? { audio: audio.length > 0 ? audio : undefined, cover } : undefined;
}

export function noteOut(record: StoryRecord<'note'>, exporting: Exporting): Out {
  const { x, y, theme, width, height, autoHeight } = record;
  const content = wholeText(record, record.content, exporting);
  return withExtra(
    exporting.variant.geometry ? { x, y, theme, width, height, content, autoHeight } : { theme, content, autoHeight },
    record,
  );
}

export function jumperOut(record: StoryRecord<'jumper'>, { variant, boards }: Exporting): Out {
  const { x, y, width, height } = record;
  const elementId = record.elementId !== null && boards.holds(record.elementId) ? record.elementId : null;
  return withExtra(variant.geometry ? { x, y, width, height, elementId } : { elementId }, record);
}

/** [Exports] A role that no condition has is left out: the importers throw on null there. */
export function branchOut(record: StoryRecord<'branch'>, { project, variant }: Exporting): Out {
  const { x, y, theme } = record;
  const found = project.children('condition', record.id, 'conditions');
  const elseIf = found.filter(({ role }) => role === 'elseIf').map(({ id }) => id);
  const conditions = {
    ifCondition: found.find(({ role }) => role === 'if')?.id,
    elseIfConditions: elseIf.length > 0 ? elseIf : undefined,
    elseCondition: found.find(({ role }) => role === 'else')?.id,
  };
  return withExtra(variant.geometry ? { x, y, theme, conditions } : { theme, conditions }, record);
}

/** [Exports] Both keys always. For the engines an empty script is none. */
export function conditionOut(record: StoryRecord<'condition'>, { lists, variant }: Exporting): Out {
  const script = variant.engine && record.script?.trim() === '' ? null : record.script;
  return withExtra({ output: lists.outputs(record.id)[0] ?? null, script }, record);
}

export function connectionOut(record: StoryRecord<'connection'>, exporting: Exporting): Out {
  const { type, theme, sourceid, targetid, labelWidth, sourceFace, sourceType, targetFace, targetType, labelLocation } = record;
  const label = exporting.languages.one === null ? undefined : cellOf(record.label, exporting);
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
    label: label && optionalText(label, label.text, exporting),
  };
  return withExtra(out, record);
}
