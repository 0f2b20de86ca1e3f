// biome-ignore-all lint/a11y/useSemanticElements: a table would have to contain all rows, the list renders only the visible ones
// biome-ignore-all lint/a11y/useFocusableInteractive: rows take the focus, not their cells
/** A row of a board's list view: kind and name, text, and targets. It subscribes to its own records only. */

import { ChevronRight, Ellipsis, Flag } from 'lucide-react';
import { type MouseEvent, memo } from 'react';
import { countedKind } from '../../../../shared/model/kind-messages.ts';
import type { LocalizedText } from '../../../../shared/model/kinds/field-schemas.ts';
import { type AnyRecord, isItemKind, type KindName, type StoryRecord } from '../../../../shared/model/kinds/kinds.ts';
import { mainLocaleOf, projectRecordId } from '../../../../shared/model/kinds/project.ts';
import { resolveLocalizedText } from '../../../../shared/model/localized-text.ts';
import type { Project } from '../../../../shared/model/project.ts';
import { richTextToPlainText } from '../../../../shared/rich-text/plain-text.ts';
import { parseConditionSource } from '../../../../shared/rich-text/script-source.ts';
import { t } from '../../../messages/translate.ts';
import type { ItemType } from '../../../records/board/items.ts';
import { describeRecord } from '../../../records/names/describe-record.ts';
import { recordName, truncateText } from '../../../records/names/record-names.ts';
import { projectLocales } from '../../../records/names/story-languages.ts';
import { ProblemBadge } from '../../../records/problems/problem-badge.tsx';
import { useProject } from '../../../state/open-project.ts';
import { kindIcons } from '../../../ui/icons.ts';
import type { BoardListRowData } from './board-list-rows.ts';

type RowKind = ItemType | 'condition' | 'connection';
const rowIcons = { ...kindIcons, condition: ChevronRight };
const isRowKind = (kind: KindName): kind is KindName & RowKind => isItemKind(kind) || kind === 'condition' || kind === 'connection';
const rowKindOf = ({ kind, isFrame }: AnyRecord): RowKind => {
  if (isFrame === true) return 'frame';
  return isRowKind(kind) ? kind : 'element';
};
/** The maximum length of a text in the list, in characters. */
const maxTextLength = 160;

interface ListRowProps {
  readonly row: BoardListRowData;
  /** The language of its texts; null for the main language of the story. */
  readonly locale: string | null;
  /** Its index among all rows. */
  readonly index: number;
  /** Its place in the list, in pixels. */
  readonly top: number;
  readonly isActive: boolean;
  readonly isSelected: boolean;
  readonly onPress: (row: BoardListRowData, event: MouseEvent) => void;
  readonly onOpen: (row: BoardListRowData) => void;
  readonly onToggle: (row: BoardListRowData) => void;
  readonly onContextMenu: (row: BoardListRowData, event: MouseEvent) => void;
}

export const BoardListRow = memo(function ListRow({
  row,
  locale,
  index,
  top,
  isActive,
  isSelected,
  onPress,
  onOpen,
  onToggle,
  onContextMenu: menu,
}: ListRowProps) {
  const content = useProject((project) => readRowContent(project, row.id, locale));
  const { name, text, isTitled, targets } = content;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the grid handles the keys
    <div
      role="row"
      className="list-row"
      // Not a transform, for which the browser would keep a coordinate system for each row.
      style={{ top }}
      tabIndex={isActive ? 0 : -1}
      aria-rowindex={index + 2}
      aria-level={row.level}
      aria-posinset={row.position}
      aria-setsize={row.siblings}
      aria-selected={isSelected}
      {...(row.isExpanded === null ? {} : { 'aria-expanded': row.isExpanded })}
      data-row={row.id}
      onClick={(event) => onPress(row, event)}
      onDoubleClick={() => onOpen(row)}
      onContextMenu={(event) => menu(row, event)}
    >
      <NameCell row={row} content={content} onToggle={onToggle} />
      {isTitled && (
        <div role="gridcell" className="list-content">
          {text}
        </div>
      )}
      <div role="gridcell" className="list-targets">
        {targets}
      </div>
      <div role="gridcell" className="list-more">
        <button
          type="button"
          tabIndex={-1}
          aria-label={t('common.more', { name })}
          onClick={(event) => {
            event.stopPropagation();
            menu(row, event);
          }}
        >
          <Ellipsis size={15} aria-hidden="true" />
        </button>
      </div>
    </div>
  );
});

interface NameCellProps extends Pick<ListRowProps, 'row' | 'onToggle'> {
  readonly content: RowContent;
}

/** Contains the text, too, where a row has no title: the cell then covers both columns. */
function NameCell({ row, content, onToggle }: NameCellProps) {
  const { kind, theme, name, title = name, text, isTitled, isStart } = content;
  const Icon = rowIcons[kind];
  return (
    <div
      role="gridcell"
      className="list-name"
      style={{ paddingInlineStart: (row.level - 1) * 22 + 4 }}
      {...(isTitled ? {} : { 'aria-colspan': 2 })}
    >
      <button
        type="button"
        className="list-fold"
        tabIndex={-1}
        aria-hidden="true"
        disabled={row.isExpanded === null}
        onClick={(event) => {
          event.stopPropagation();
          onToggle(row);
        }}
      >
        {row.isExpanded !== null && <ChevronRight size={14} />}
      </button>
      <Icon size={15} className="list-kind" data-theme={theme} role="img" aria-label={t(`boardList.kinds.${kind}`)} />
      {isTitled ? (
        <span className={kind === 'connection' && title !== name ? 'list-unlabelled' : ''} title={title}>
          {title}
        </span>
      ) : (
        <span className="list-content">{text || name}</span>
      )}
      {isStart && <Flag size={13} className="tree-start" role="img" aria-label={t('boardList.start')} />}
      <ProblemBadge id={row.id} where="row" />
    </div>
  );
}

interface RowContent {
  readonly kind: RowKind;
  readonly theme: string | undefined;
  readonly name: string;
  /** What is shown instead of the name where that repeats the target. */
  readonly title?: string;
  readonly text: string;
  /** Where it is false, the name is the start of the text, which is then shown once, across both columns. */
  readonly isTitled: boolean;
  readonly targets: string;
  readonly isStart: boolean;
}

function readRowContent(project: Project, id: string, locale: string | null): RowContent {
  const record = project.get(id);
  const kind = record ? rowKindOf(record) : 'element';
  const theme = typeof record?.theme === 'string' ? record.theme : undefined;
  const common = { kind, theme, isTitled: true, isStart: project.find('project', projectRecordId)?.startingElement === id };
  const element = project.find('element', id);
  const locales = projectLocales(project);
  if (element) {
    const plainText = (text: LocalizedText) =>
      richTextToPlainText(resolveLocalizedText(text, locale ?? mainLocaleOf(locales), locales).html).replaceAll('\n', ' ');
    const title = plainText(element.title);
    return {
      ...common,
      name: title || recordName(project, id, locale) || t('common.untitled'),
      isTitled: title !== '',
      text: truncateText(plainText(element.content), maxTextLength),
      targets: targetNames(project, project.childIds(id, 'outputs'), locale),
    };
  }
  const name = recordName(project, id, locale);
  const condition = project.find('condition', id);
  if (condition) {
    const script = parseConditionSource(condition.script ?? '').text;
    return {
      ...common,
      name: t(`board.roles.${condition.role}`),
      text: condition.role === 'else' ? '' : script || t('board.noConditionYet'),
      targets: targetNames(project, project.childIds(id, 'outputs'), locale) || t('boardList.noTarget'),
    };
  }
  const connection = project.find('connection', id);
  if (connection) {
    const to = displayName(project, connection.targetid, locale);
    return { ...common, name: name || to, title: name || t('boardList.noLabel'), text: '', targets: to };
  }
  const jumper = project.find('jumper', id);
  if (jumper) {
    const to = jumper.elementId === null ? '' : displayName(project, jumper.elementId, locale);
    return {
      ...common,
      name: to === '' ? t('boardList.noJumperTarget') : t('boardList.jumperTarget', { name: to }),
      title: t('board.kinds.jumper'),
      text: '',
      targets: [to || t('boardList.noJumperTarget'), ...otherBoardOf(project, jumper)].join(' · '),
    };
  }
  const note = project.find('note', id);
  if (note)
    return {
      ...common,
      name: name || t(note.isFrame ? 'board.untitledFrame' : 'boardList.emptyNote'),
      isTitled: note.isFrame === true,
      text: note.isFrame ? '' : truncateText(richTextToPlainText(note.content).replaceAll('\n', ' '), maxTextLength),
      targets: '',
    };
  if (!project.find('branch', id)) return { ...common, name: name || t('common.untitled'), text: '', targets: '' };
  const outputs = project.childIds(id, 'conditions').flatMap((each) => project.childIds(each, 'outputs'));
  return {
    ...common,
    name: t('board.kinds.branch'),
    text: truncateText(name === '' ? t(countedKind('condition', project.listSize(id, 'conditions'))) : name, maxTextLength),
    targets: targetNames(project, outputs, locale),
  };
}

const displayName = (project: Project, id: string, locale: string | null): string =>
  recordName(project, id, locale) || describeRecord(project, id);
/** The board that a jumper leads to, if it is another one. */
function otherBoardOf(project: Project, { boardId, elementId }: StoryRecord<'jumper'>): string[] {
  const target = project.find('element', elementId ?? '')?.boardId;
  const name = target === boardId ? '' : project.find('board', target ?? '')?.name;
  return name ? [name] : [];
}

/** The first few targets of its connections; of many, only their number. */
function targetNames(project: Project, connections: readonly string[], locale: string | null): string {
  if (connections.length > 3) return t('common.counted.choice', { count: connections.length });
  const names = connections.map((id) =>
    truncateText(displayName(project, project.find('connection', id)?.targetid ?? '', locale), maxTextLength),
  );
  // Most rows have one name, which does not need the formatter of lists.
  return names.length > 1 ? t('common.listed', { names }) : (names[0] ?? '');
}
