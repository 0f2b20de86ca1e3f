/** Elements as the service shows them ([Element], G12). */
import type { Project } from '../../../shared/model/project.ts';
import { hasAnyText, mainLocaleText, serializeLocalizedText } from './localized-text.ts';
import { requireBoard, requireRecord } from './require-record.ts';

/** [Element] in board order. `title` is the main language's rich text; `hasContent` looks at every language. */
export function serializeBoardElements(project: Project, boardId: string) {
  const board = requireBoard(project, boardId);
  const main = project.mainLocale;
  return project.children('element', board.id, 'elements').map(({ id, title, x, y, width, height, theme, content }) => ({
    id,
    title: mainLocaleText(title, main),
    x,
    y,
    width,
    height,
    theme,
    hasContent: hasAnyText(content),
    componentCount: project.listSize(id, 'components'),
    attributeCount: project.listSize(id, 'attributes'),
    outputCount: project.listSize(id, 'outputs'),
  }));
}

/** [Element, G12] */
export function serializeElement(project: Project, elementId: string) {
  const element = requireRecord(project, 'element', elementId);
  const { id, boardId, x, y, width, height, theme, autoHeight, cover, linkedBoard } = element;
  return {
    id,
    boardId,
    x,
    y,
    width,
    height,
    theme,
    autoHeight,
    title: serializeLocalizedText(element.title, project),
    content: serializeLocalizedText(element.content, project),
    components: project
      .children('componentAttachment', id, 'components')
      .map((attachment) => ({ id: attachment.id, component: attachment.componentId })),
    outputs: project.childIds(id, 'outputs'),
    attributes: project.childIds(id, 'attributes'),
    assets: {
      cover,
      audio: project
        .children('audioAttachment', id, 'audio')
        .map((attachment) => ({ id: attachment.id, asset: attachment.assetId, mode: attachment.mode, delay: attachment.delay })),
    },
    linkedBoard,
  };
}
