/** The items on the canvas, as nodes of React Flow. Each subscribes to its own record only. */

import { Handle, type NodeProps, NodeResizer } from '@xyflow/react';
import { ArrowUpRight, Film, Flag, Image, Music, Shapes, TvMinimalPlay } from 'lucide-react';
import { type ComponentType, type FunctionComponent, memo, useContext } from 'react';
import type { ElementCoverObject } from '../../../../shared/model/kinds/field-schemas.ts';
import type { StoryRecord } from '../../../../shared/model/kinds/kinds.ts';
import { projectRecordId } from '../../../../shared/model/kinds/project.ts';
import { richTextToPlainText } from '../../../../shared/rich-text/plain-text.ts';
import { parseConditionSource } from '../../../../shared/rich-text/script-source.ts';
import { parseCondition } from '../../../../shared/script/parse-content.ts';
import { RichTextView } from '../../../editors/text/rich-text-view.tsx';
import { t } from '../../../messages/translate.ts';
import { ElementCover } from '../../../records/assets/element-cover.tsx';
import { handlePositions } from '../../../records/board/connection-geometry.ts';
import { faces, handleId, type ItemType } from '../../../records/board/items.ts';
import { CommentBadge } from '../../../records/comments/comment-badge.tsx';
import { describeRecord } from '../../../records/names/describe-record.ts';
import { useRecordName } from '../../../records/names/record-names.ts';
import { useLocalizedText } from '../../../records/names/story-languages.ts';
import { ProblemBadge } from '../../../records/problems/problem-badge.tsx';
import { useEditingPreferences } from '../../../state/editing-preferences.ts';
import { useProject, useRecord, useRecordList } from '../../../state/open-project.ts';
import { useSelection } from '../../../state/selection.ts';
import { kindIcons } from '../../../ui/icons.ts';
import { useIsEdited } from '../writing/card-editing.ts';
import { type DetailLevel, DetailLevelContext } from './detail-level.ts';
import type { ItemFlowNode } from './flow-elements.ts';

/** An element on the board: its theme, title, the beginning of its content, and its attachments. */
const ElementNode = memoNode(function ElementNode({ id, selected }: ItemNodeProps) {
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

/** A branch on the board: one row per condition, each with handles of its own. */
const BranchNode = memoNode(function BranchNode({ id }: ItemNodeProps) {
  const branch = useRecord('branch', id);
  const conditions = useRecordList(id, 'conditions');
  if (!branch) return null;
  return (
    <>
      <article className="item branch" data-theme={branch.theme} aria-label={t('board.branchWith', { count: conditions.length })}>
        <header>
          <kindIcons.branch size={13} aria-hidden="true" />
          {t('board.kinds.branch')}
        </header>
        {conditions.map((conditionId) => (
          <ConditionRow key={conditionId} id={conditionId} />
        ))}
        <CommentBadge record={branch} />
        <ProblemBadge id={id} where="card" />
      </article>
      <ItemHandles type="target" />
    </>
  );
});

const ConditionRow = memo(function ConditionRow({ id }: { id: string }) {
  const condition = useRecord('condition', id);
  const outputs = useRecordList(id, 'outputs');
  if (!condition) return null;
  const script = condition.script ?? '';
  const faulty = condition.role !== 'else' && script !== '' && !parseCondition(script).ok;
  return (
    <div className="condition" data-condition={id} data-faulty={faulty || undefined} title={faulty ? t('board.conditionFault') : undefined}>
      <b>{t(`board.roles.${condition.role}`)}</b>
      <code>{condition.role === 'else' ? '' : parseConditionSource(script).text || <em>{t('board.noConditionYet')}</em>}</code>
      <ConditionHandles conditionId={id} isConnected={outputs.length > 0} />
    </div>
  );
});

/** A jumper on the board: a link to an element, which may be on another board. */
const JumperNode = memoNode(function JumperNode({ id, selected }: ItemNodeProps) {
  const jumper = useRecord('jumper', id);
  const target = useRecord('element', jumper?.elementId ?? null);
  const title = useRecordName(target?.id ?? null);
  const boardName = useRecordName(target && target.boardId !== jumper?.boardId ? target.boardId : null);
  if (!jumper) return null;
  return (
    <>
      <ItemResizer isSelected={selected} minWidth={100} minHeight={44} />
      <article
        className="item jumper"
        data-theme={target?.theme ?? 'default'}
        data-empty={!target || undefined}
        aria-label={t('board.jumperTo', { title: title || t('board.noTarget') })}
      >
        <kindIcons.jumper size={16} aria-hidden="true" />
        <span>
          <small>{boardName === '' ? t('board.jumpsTo') : boardName}</small>
          <strong>{target ? title || t('common.untitled') : t('board.chooseTarget')}</strong>
        </span>
        <CommentBadge record={jumper} />
        <ProblemBadge id={id} where="card" />
      </article>
      <ItemHandles type="target" />
    </>
  );
});

/** A note on the board: a remark that is not part of the story. */
const NoteNode = memoNode(function NoteNode({ id, selected }: ItemNodeProps) {
  const note = useRecord('note', id);
  const detail = useContext(DetailLevelContext);
  const isEdited = useIsEdited(id);
  if (!note) return null;
  return (
    <>
      <ItemResizer isSelected={selected} minHeight={40} />
      <article className="item note" data-theme={note.theme} data-edited={isEdited || undefined} aria-label={t('board.kinds.note')}>
        <div className="item-text" data-far={detail === 'far' || undefined}>
          <div className="item-lines">
            {note.content === null || note.content === '' ? (
              <p className="faint">{t('board.emptyNote')}</p>
            ) : (
              <RichTextView html={note.content} limit={1200} />
            )}
          </div>
        </div>
        <CommentBadge record={note} />
      </article>
    </>
  );
});

/** A frame on the board: a titled area. Only its title takes the pointer (flow-elements.ts). */
const FrameNode = memoNode(function FrameNode({ id, selected }: ItemNodeProps) {
  const note = useRecord('note', id);
  const label = useProject((project) => describeRecord(project, id));
  if (!note) return null;
  return (
    <>
      <ItemResizer isSelected={selected} minHeight={80} />
      <section className="item frame" data-theme={note.theme} aria-label={label}>
        <div className="frame-title">
          {note.content === null || note.content === '' ? (
            <p className="faint">{t('board.untitledFrame')}</p>
          ) : (
            <RichTextView html={note.content} limit={300} />
          )}
        </div>
        <CommentBadge record={note} />
      </section>
    </>
  );
});

/** How each type of items is drawn on the canvas. */
export const itemNodes: Readonly<Record<ItemType, ComponentType<NodeProps<ItemFlowNode>>>> = {
  element: ElementNode,
  note: NoteNode,
  frame: FrameNode,
  jumper: JumperNode,
  branch: BranchNode,
};

/** The connection handles of an item, one on each side. flow-elements.ts also computes their positions, so that React Flow does not measure them. */
const ItemHandles = memo(function ItemHandles({ type }: { type: 'source' | 'target' }) {
  return faces.map((face) => (
    <Handle key={face} id={handleId(face)} type={type} position={handlePositions[face]} className="point" aria-hidden="true" />
  ));
});

/** The handles at both sides of a condition's row. */
const ConditionHandles = memo(function ConditionHandles({ conditionId, isConnected }: { conditionId: string; isConnected: boolean }) {
  return (['left', 'right'] as const).map((face) => (
    <Handle
      key={face}
      id={handleId(face, conditionId)}
      type="source"
      position={handlePositions[face]}
      className="point row-point"
      data-taken={isConnected || undefined}
      aria-hidden="true"
    />
  ));
});

/** The resize handles of the selected item. Resizing is local state; board-canvas.tsx sends one command when it ends. */
function ItemResizer({ isSelected, minWidth = 120, minHeight = 60 }: { isSelected: boolean; minWidth?: number; minHeight?: number }) {
  const alone = useSelection(({ ids }) => ids.size === 1);
  if (!isSelected || !alone) return null;
  return <NodeResizer minWidth={minWidth} minHeight={minHeight} handleClassName="grip" lineClassName="grip-line" />;
}

/** What an item on the canvas is rendered from; the rest it reads from the project. */
type ItemNodeProps = Pick<NodeProps<ItemFlowNode>, 'id' | 'selected'>;

/** Nodes of the canvas do not render with each frame of a drag: React Flow passes their position as well, but moves them itself. */
function memoNode(ItemNode: FunctionComponent<ItemNodeProps>) {
  return memo(ItemNode, (before, after) => before.id === after.id && before.selected === after.selected);
}
