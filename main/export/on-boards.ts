/** What stands on a board, as objects of the file: element, note, jumper, branch, condition, connection. Keys in the order real files have. */
import type { StoryRecord } from '../../shared/kinds/all.ts';
import { cellOf, componentIds, coverOf, type Exporting, type Out, optionalText, wholeText, withExtra } from './exporting.ts';

/** [Exports] attributes and assets only where there are any; title and content leave for `contents` when all languages are written. */
export function elementOut(record: StoryRecord<'element'>, exporting: Exporting): Out {
  const { project, boards, languages, variant } = exporting;
  const out: Out = {};
  if (variant.geometry) {
    out.x = record.x;
    out.y = record.y;
  }
  out.theme = record.theme;
  if (variant.geometry) out.width = record.width;
  const assets = assetsOf(record, exporting);
  if (assets) out.assets = assets;
  if (variant.geometry) out.height = record.height;
  out.outputs = project.list(record.id, 'outputs');
  const attributes = project.list(record.id, 'attributes');
  if (attributes.length > 0) out.attributes = attributes;
  out.autoHeight = record.autoHeight;
  out.components = componentIds(
    project.children('componentAttachment', record.id, 'components').map(({ componentId }) => componentId),
    exporting,
  );
  if (record.linkedBoard !== null) out.linkedBoard = boards.has(record.linkedBoard) ? record.linkedBoard : null;
  if (languages.one !== null) {
    const content = cellOf(record.content, exporting);
    out.content = wholeText(content, content.text, exporting);
    const title = cellOf(record.title, exporting);
    out.title = optionalText(title, title.text, exporting);
  }
  return withExtra(out, record);
}

function assetsOf(record: StoryRecord<'element'>, exporting: Exporting): Out | undefined {
  const audio = exporting.project.children('audioAttachment', record.id, 'audio');
  const cover = coverOf(record.cover, exporting);
  if (audio.length === 0 && !cover) return undefined;
  return {
    ...(audio.length > 0 ? { audio: audio.map(({ id, mode, assetId, delay }) => ({ id, mode, asset: assetId, delay })) } : {}),
    ...(cover ? { cover } : {}),
  };
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
  const conditions: Out = {};
  const elseIf: string[] = [];
  for (const { id, role } of project.children('condition', record.id, 'conditions')) {
    if (role === 'elseIf') elseIf.push(id);
    else if (role === 'if') conditions.ifCondition = id;
    if (role === 'else') conditions.elseCondition = id;
  }
  const { ifCondition, elseCondition } = conditions;
  const ordered = {
    ...(ifCondition === undefined ? {} : { ifCondition }),
    ...(elseIf.length > 0 ? { elseIfConditions: elseIf } : {}),
    ...(elseCondition === undefined ? {} : { elseCondition }),
  };
  return withExtra(variant.geometry ? { x, y, theme, conditions: ordered } : { theme, conditions: ordered }, record);
}

/** [Exports] Both keys always. For the engines an empty script is none. */
export function conditionOut(record: StoryRecord<'condition'>, { project, variant }: Exporting): Out {
  const script = variant.engine && record.script?.trim() === '' ? null : record.script;
  return withExtra({ output: project.list(record.id, 'outputs')[0] ?? null, script }, record);
}

export function connectionOut(record: StoryRecord<'connection'>, exporting: Exporting): Out {
  const { type, theme, sourceid, targetid, labelWidth, sourceFace, sourceType, targetFace, targetType, labelLocation } = record;
  const out: Out = { type, theme, sourceid, targetid };
  if (labelWidth !== null) out.labelWidth = labelWidth;
  if (sourceFace !== null) out.sourceFace = sourceFace;
  out.sourceType = sourceType;
  if (targetFace !== null) out.targetFace = targetFace;
  out.targetType = targetType;
  if (labelLocation !== 0.5) out.labelLocation = labelLocation;
  if (exporting.languages.one !== null) {
    const label = cellOf(record.label, exporting);
    out.label = optionalText(label, label.text, exporting);
  }
  return withExtra(out, record);
}
