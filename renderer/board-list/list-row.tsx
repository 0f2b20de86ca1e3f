// biome-ignore-all lint/a11y/useSemanticElements: a table draws all of its rows, the list only those in sight
// biome-ignore-all lint/a11y/useFocusableInteractive: rows take the keyboard, not their cells
/** One row of a board's list: what it is and is called, what it says, where it leads. It watches its own records only. */
import { ArrowRight, ChevronRight, CornerUpRight, Ellipsis, Flag, Split, SquareText, StickyNote } from 'lucide-react';
import { type MouseEvent, memo } from 'react';
import { PROJECT } from '../../shared/kinds/project.ts';
import type { Project } from '../../shared/project.ts';
import { codeOfCondition } from '../../shared/rich-text/code.ts';
import { plainText } from '../../shared/rich-text/plain-text.ts';
import { textIn } from '../../shared/text-in.ts';
import { useProject } from '../state/open-project.ts';
import { useSelection } from '../state/selection.ts';
import { localesOf, mainOf, nameOf } from '../state/use-words.ts';
import { whoIs } from '../state/who-is.ts';
import { boardWords } from '../words/en/board.ts';
import { boardListWords as words } from '../words/en/board-list.ts';
import { commonWords } from '../words/en/common.ts';
import type { Row } from './list-rows.ts';
import { ROW } from './use-slice.ts';

const icons = {
  element: SquareText,
  note: StickyNote,
  jumper: CornerUpRight,
  branch: Split,
  condition: ChevronRight,
  connection: ArrowRight,
};
type Kind = keyof typeof icons;
/** More than this of a text is not read in a list. */
const MOST = 160;

export interface RowProps {
  readonly row: Row;
  /** Its place among all rows, from 0. */
  readonly at: number;
  readonly isActive: boolean;
  readonly isSelected: boolean;
  readonly press: (row: Row, event: MouseEvent) => void;
  readonly open: (row: Row) => void;
  readonly flip: (row: Row) => void;
  readonly menu: (row: Row, event: MouseEvent) => void;
}

export const ListRow = memo(function ListRow({ row, at, isActive, isSelected, press, open, flip, menu }: RowProps) {
  const locale = useSelection((state) => state.locale);
  const { kind, theme, name, says, leads, isStart } = useProject((project) => told(project, row.id, locale));
  const Icon = icons[kind];
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the grid hears the keys
    <div
      role="row"
      className="list-row"
      style={{ transform: `translateY(${at * ROW}px)` }}
      tabIndex={isActive ? 0 : -1}
      aria-rowindex={at + 2}
      aria-level={row.level}
      aria-posinset={row.position}
      aria-setsize={row.siblings}
      aria-selected={isSelected}
      {...(row.isExpanded === null ? {} : { 'aria-expanded': row.isExpanded })}
      data-row={row.id}
      onClick={(event) => press(row, event)}
      onDoubleClick={() => open(row)}
      onContextMenu={(event) => menu(row, event)}
    >
      <div role="gridcell" className="list-name" style={{ paddingInlineStart: (row.level - 1) * 22 + 4 }}>
        <button
          type="button"
          className="list-fold"
          tabIndex={-1}
          aria-hidden="true"
          disabled={row.isExpanded === null}
          onClick={(event) => {
            event.stopPropagation();
            flip(row);
          }}
        >
          {row.isExpanded !== null && <ChevronRight size={14} />}
        </button>
        <Icon size={15} className="list-kind" data-theme={theme} role="img" aria-label={words.kinds[kind]} />
        <span className="list-words" title={name}>
          {name}
        </span>
        {isStart && <Flag size={13} className="tree-start" role="img" aria-label={words.start} />}
      </div>
      <div role="gridcell" className="list-says">
        {says}
      </div>
      <div role="gridcell" className="list-leads">
        {leads}
      </div>
      <div role="gridcell" className="list-more">
        <button
          type="button"
          tabIndex={-1}
          aria-label={commonWords.more(name)}
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

interface Told {
  readonly kind: Kind;
  readonly theme: string | undefined;
  readonly name: string;
  readonly says: string;
  readonly leads: string;
  readonly isStart: boolean;
}

function told(project: Project, id: string, locale: string | null): Told {
  const record = project.at(id);
  const kind = (record?.kind ?? 'element') as Kind;
  const theme = typeof record?.theme === 'string' ? record.theme : undefined;
  const name = nameOf(project, id, locale);
  const rest = { kind, theme, isStart: project.find('project', PROJECT)?.startingElement === id };
  const element = project.find('element', id);
  const locales = localesOf(project);
  if (element) {
    const content = plainText(textIn(element.content, locale ?? mainOf(locales), locales).html).replaceAll('\n', ' ');
    return { ...rest, name: name || words.untitled, says: cut(content), leads: ends(project, project.list(id, 'outputs'), locale) };
  }
  const condition = project.find('condition', id);
  if (condition) {
    const said = codeOfCondition(condition.script ?? '').source;
    return {
      ...rest,
      name: boardWords.roles[condition.role],
      says: condition.role === 'else' ? '' : said || boardWords.noConditionYet,
      leads: ends(project, project.list(id, 'outputs'), locale) || words.nowhere,
    };
  }
  const connection = project.find('connection', id);
  if (connection) {
    const to = called(project, connection.targetid, locale);
    return { ...rest, name: name || to, says: '', leads: to };
  }
  const jumper = project.find('jumper', id);
  if (jumper) {
    const to = jumper.elementId === null ? '' : called(project, jumper.elementId, locale);
    return { ...rest, name: to === '' ? words.jumpsNowhere : words.jumpsTo(to), says: '', leads: boardOf(project, jumper.elementId) };
  }
  const note = project.find('note', id);
  if (note) return { ...rest, name: name || words.emptyNote, says: cut(plainText(note.content).replaceAll('\n', ' ')), leads: '' };
  const outputs = project.list(id, 'conditions').flatMap((each) => project.list(each, 'outputs'));
  return {
    ...rest,
    name: boardWords.branch,
    says: cut(name === '' ? words.conditions(project.sizeOf(id, 'conditions')) : name),
    leads: ends(project, outputs, locale),
  };
}

const cut = (text: string): string => (text.length > MOST ? `${text.slice(0, MOST)}…` : text);
const called = (project: Project, id: string, locale: string | null): string => nameOf(project, id, locale) || whoIs(project, id);
const boardOf = (project: Project, elementId: string | null): string =>
  project.find('board', project.find('element', elementId ?? '')?.boardId ?? '')?.name ?? '';

/** Where the first few connections lead; of many only how many they are. */
function ends(project: Project, connections: readonly string[], locale: string | null): string {
  if (connections.length > 3) return words.choices(connections.length);
  return commonWords.listed(connections.map((id) => cut(called(project, project.find('connection', id)?.targetid ?? '', locale))));
}
