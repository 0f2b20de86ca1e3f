/** An element on the board: its theme, title, the beginning of its content, and its attachments. It subscribes to its own record only. */

import { ArrowUpRight, Film, Flag, Image, Music, Shapes, TvMinimalPlay } from 'lucide-react';
import { useContext } from 'react';
import type { ElementCoverObject } from '../../../../shared/model/kinds/field-schemas.ts';
import type { StoryRecord } from '../../../../shared/model/kinds/kinds.ts';
import { projectRecordId } from '../../../../shared/model/kinds/project.ts';
import { richTextToPlainText } from '../../../../shared/rich-text/plain-text.ts';
import { RichTextView } from '../../../editors/text/rich-text-view.tsx';
import { t } from '../../../messages/translate.ts';
import { ElementCover } from '../../../records/assets/element-cover.tsx';
import { CommentBadge } from '../../../records/comments/comment-badge.tsx';
import { useRecordName } from '../../../records/names/record-names.ts';
import { useLocalizedText } from '../../../records/names/story-languages.ts';
import { ProblemBadge } from '../../../records/problems/problem-badge.tsx';
import { useEditingPreferences } from '../../../state/editing-preferences.ts';
import { useProject, useRecord, useRecordList } from '../../../state/open-project.ts';
import { useIsEdited } from '../writing/card-editing.ts';
import { ItemHandles } from './connection-handles.tsx';
import { type DetailLevel, DetailLevelContext } from './detail-level.ts';
import { ItemResizer } from './item-resizer.tsx';
import { type ItemNodeProps, memoNode } from './memo-node.ts';

export const ElementNode = memoNode(function ElementNode({ id, selected }: ItemNodeProps) {
  const element = useRecord('element', id);
  const isStart = useProject((project) => project.find('project', projectRecordId)?.startingElement === id);
  const detail = useContext(DetailLevelContext);
  const title = useLocalizedText(element?.title);
  const name = useRecordName(id);
  const isEdited = useIsEdited(id);
  const isFilling = useEditingPreferences(({ coverSize }) => coverSize === 'full');
  if (!element) return null;
  const titleText = richTextToPlainText(title.html).replaceAll('\n', ' ');
  const isFar = detail === 'far';
  const image = element.cover && isImageCover(element.cover) ? element.cover : null;
  const isFilled = image !== null && isFilling;
  return (
    <>
      <ItemResizer isSelected={selected} />
      <article
        className="item element"
        data-theme={element.theme}
        data-start={isStart || undefined}
        data-far={isFar || undefined}
        data-edited={isEdited || undefined}
        aria-label={t('board.elementNamed', { name: titleText || t('board.untitledPhrase') })}
      >
        {isStart && (
          <span className="start-mark" title={t('board.startHint')}>
            <Flag size={12} aria-hidden="true" />
            {t('board.start')}
          </span>
        )}
        <header>
          <h3
            style={{ '--name-lines': nameLines(element.height, detail) }}
            data-empty={titleText === '' || undefined}
            data-fallback={!title.translated || undefined}
          >
            {titleText || (isFar && name) || t('common.untitled')}
          </h3>
          {element.cover && (image === null || (isFar && !isFilled)) && <CoverIcon cover={element.cover} />}
        </header>
        {!isFar && <ElementBody element={element} />}
        {isFar && isFilled && <ElementCover assetId={image.id} />}
        <CommentBadge record={element} />
        <ProblemBadge id={id} where="card" />
      </article>
      <ItemHandles type="source" />
    </>
  );
});

/** How many lines of a large name fit on a card: where only names are shown, all that fit; otherwise at most two, above the content. */
const nameLines = (height: number, detail: DetailLevel): number =>
  detail === 'far' ? Math.max(1, Math.floor((height - 20) / largeNameLine)) : Math.min(2, Math.max(1, Math.floor((height - 40) / 38)));
/** At the lowest zoom at which cards are drawn. */
const largeNameLine = 38;

function ElementBody({ element }: { element: StoryRecord<'element'> }) {
  const content = useLocalizedText(element.content);
  const carried = useRecordList(element.id, 'components');
  const sounds = useRecordList(element.id, 'audio');
  return (
    <>
      <div className="element-body">
        <div className="item-text" data-fallback={!content.translated || undefined}>
          {content.html !== null && (
            <div className="item-lines">
              <RichTextView html={content.html} limit={previewLength(element)} />
            </div>
          )}
        </div>
        {element.cover && isImageCover(element.cover) && <ElementCover assetId={element.cover.id} />}
      </div>
      {(carried.length > 0 || sounds.length > 0 || element.linkedBoard !== null) && (
        <footer>
          {element.linkedBoard !== null && <LinkedBoardChip id={element.linkedBoard} />}
          {sounds.length > 0 && (
            <span className="chip">
              <Music size={11} aria-label={t('board.sounds')} /> {sounds.length}
            </span>
          )}
          {carried.slice(0, 4).map((id) => (
            <ComponentChip key={id} id={id} />
          ))}
          {carried.length > 4 && <span className="chip">+{carried.length - 4}</span>}
        </footer>
      )}
    </>
  );
}

/** Roughly the number of characters that fit into the box. */
const previewLength = ({ width, height }: { width: number; height: number }): number => Math.ceil((width / 6) * (height / 16)) + 80;

function ComponentChip({ id }: { id: string }) {
  const attachment = useRecord('componentAttachment', id);
  const name = useRecordName(attachment?.componentId ?? null);
  return (
    <span className="chip" title={name}>
      <i aria-hidden="true">{[...name][0] ?? '?'}</i>
      <span>{name || t('board.unnamed')}</span>
    </span>
  );
}

function LinkedBoardChip({ id }: { id: string }) {
  const name = useRecordName(id);
  return (
    <span className="chip linked" title={t('board.linkedBoard', { name })}>
      <ArrowUpRight size={11} aria-label={t('board.linkedBoardHint')} />
      <span>{name}</span>
    </span>
  );
}

const isImageCover = (cover: ElementCoverObject): cover is Extract<ElementCoverObject, { type: 'image' | 'template-image' }> =>
  cover.type === 'image' || cover.type === 'template-image';

const coverIcons = {
  image: Image,
  'template-image': Image,
  video: Film,
  'template-video': Film,
  icon: Shapes,
  youtube: TvMinimalPlay,
} as const;

function CoverIcon({ cover }: { cover: ElementCoverObject }) {
  const Icon = coverIcons[cover.type];
  return <Icon className="cover-mark" size={14} aria-label={t('board.coverPresent')} />;
}
