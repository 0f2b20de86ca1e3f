/** Elements as the API shows them ([Element], G12). */
import type { Project } from '../../../shared/model/project.ts';
import { hasTextInAnyLanguage } from '../../../shared/model/translation-state.ts';
import { mainLocaleText } from './localized-text.ts';
import { defineReply, requireBoard, requireRecord } from './records.ts';

/** [Element] in the order of the board. `title` is the main language's rich text; `hasContent` considers every language. */
export function serializeBoardElements(project: Project, boardId: string) {
  const board = requireBoard(project, boardId);
  return project.children('element', board.id, 'elements').map(({ id, title, x, y, width, height, theme, content }) => ({
    id,
    title: mainLocaleText(title, project),
    x,
    y,
    width,
    height,
    theme,
    hasContent: hasTextInAnyLanguage(content),
    componentCount: project.listSize(id, 'components'),
    attributeCount: project.listSize(id, 'attributes'),
    outputCount: project.listSize(id, 'outputs'),
  }));
}

const storedElement = defineReply('element', 'single', {
  order: ['*', 'components', 'outputs', 'attributes', 'assets', 'linkedBoard'],
  omit: ['cover'],
  computed: {
    components: ({ id }, project) =>
      project
        .children('componentAttachment', id, 'components')
        .map((attachment) => ({ id: attachment.id, component: attachment.componentId })),
    outputs: ({ id }, project) => project.childIds(id, 'outputs'),
    attributes: ({ id }, project) => project.childIds(id, 'attributes'),
    assets: ({ id, cover }, project) => ({
      cover,
      audio: project
        .children('audioAttachment', id, 'audio')
        .map((attachment) => ({ id: attachment.id, asset: attachment.assetId, mode: attachment.mode, delay: attachment.delay })),
    }),
  },
});

/** An element as a single read shows it ([Element, G12]). */
export const serializeElement = (project: Project, elementId: string) =>
  storedElement(requireRecord(project, 'element', elementId), project);
