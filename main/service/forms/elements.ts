/** Elements as the service shows them ([Element], G12). */
import type { Project } from '../../../shared/project.ts';
import { found, itemBoard } from './found.ts';
import { mainText, saysSomething, textMap } from './texts.ts';

/** [Element] in board order. `title` is the main language's rich text; `hasContent` looks at every language. */
export function boardElements(project: Project, boardId: string) {
  const board = itemBoard(project, boardId);
  const main = project.mainLocale;
  return project.children('element', board.id, 'elements').map(({ id, title, x, y, width, height, theme, content }) => ({
    id,
    title: mainText(title, main),
    x,
    y,
    width,
    height,
    theme,
    hasContent: saysSomething(content),
    componentCount: project.sizeOf(id, 'components'),
    attributeCount: project.sizeOf(id, 'attributes'),
    outputCount: project.sizeOf(id, 'outputs'),
  }));
}

/** [Element, G12] */
export function storedElement(project: Project, elementId: string) {
  const element = found(project, 'element', elementId);
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
    title: textMap(element.title, project),
    content: textMap(element.content, project),
    components: project
      .children('componentAttachment', id, 'components')
      .map((attachment) => ({ id: attachment.id, component: attachment.componentId })),
    outputs: project.list(id, 'outputs'),
    attributes: project.list(id, 'attributes'),
    assets: {
      cover,
      audio: project
        .children('audioAttachment', id, 'audio')
        .map((attachment) => ({ id: attachment.id, asset: attachment.assetId, mode: attachment.mode, delay: attachment.delay })),
    },
    linkedBoard,
  };
}
