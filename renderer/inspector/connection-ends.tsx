/** The two ends of a connection: seen, gone to, and led elsewhere by a search instead of a drag. */
import { ArrowRight } from 'lucide-react';
import type { StoryRecord } from '../../shared/kinds/all.ts';
import type { Project } from '../../shared/project.ts';
import { connect, reconnect } from '../board/act.ts';
import { canConnect } from '../board/edits.ts';
import { endOf, itemsOn } from '../board/items.ts';
import type { Option } from '../fields/best-matches.ts';
import { Part } from '../fields/panel.tsx';
import { SearchField } from '../fields/search-field.tsx';
import { Shows } from '../fields/shows.tsx';
import { useProject } from '../state/open-project.ts';
import { select } from '../state/selection.ts';
import { nameOf } from '../state/use-words.ts';
import { inspectorWords } from '../words/en/inspector.ts';

const words = inspectorWords.ends;

/** What an end is called: an item by its name, a condition by its branch and its place in it. */
export function endName(project: Project, id: string): string {
  const { item, row } = endOf(project, id);
  const kind = project.at(item)?.kind;
  const name = nameOf(project, item) || (kind === 'branch' ? words.branch : kind === 'jumper' ? words.jumper : words.untitled);
  return row === null ? name : words.condition(name, row + 1);
}

/** Where an arrow from `sourceid` may lead. */
export const goals = (project: Project, boardId: string, sourceid: string): Option[] =>
  [...itemsOn(project, boardId)].flatMap(({ id, kind }) =>
    canConnect(project, sourceid, id)
      ? [{ id, name: endName(project, id), where: kind === 'element' ? '' : words[kind === 'branch' ? 'branch' : 'jumper'] }]
      : [],
  );

/** From where an arrow may lead to `targetid`; a condition that leads somewhere already is taken. */
function starts(project: Project, { boardId, targetid, sourceid }: StoryRecord<'connection'>): Option[] {
  const ends = [...itemsOn(project, boardId)].flatMap(({ id, kind }) =>
    kind === 'branch' ? project.list(id, 'conditions').filter((each) => project.sizeOf(each, 'outputs') === 0 || each === sourceid) : [id],
  );
  return ends.flatMap((id) => (canConnect(project, id, targetid) ? [{ id, name: endName(project, id), where: '' }] : []));
}

export function ConnectionEnds({ connection }: { connection: StoryRecord<'connection'> }) {
  const { id, sourceid, targetid } = connection;
  const from = useProject((project) => endName(project, sourceid));
  const to = useProject((project) => endName(project, targetid));
  const item = useProject((project) => endOf(project, sourceid).item);
  return (
    <>
      <p className="route" data-field="connection.boardId">
        <button type="button" onClick={() => select([item])}>
          {from}
        </button>
        <ArrowRight size={13} aria-label={inspectorWords.to} />
        <button type="button" onClick={() => select([targetid])}>
          {to}
        </button>
      </p>
      <Part title={words.from}>
        <Shows field={['connection.sourceid', 'connection.sourceType']}>
          <SearchField
            key={sourceid}
            label={words.from}
            value={sourceid}
            placeholder={words.findStart}
            options={(project) => starts(project, connection)}
            nameOf={endName}
            choose={(start) => start !== null && start !== sourceid && void reconnect(id, { id: start, face: null }, null)}
          />
        </Shows>
      </Part>
      <Part title={words.to}>
        <Shows field={['connection.targetid', 'connection.targetType']}>
          <SearchField
            key={targetid}
            label={words.to}
            value={targetid}
            placeholder={words.find}
            options={(project) => goals(project, connection.boardId, sourceid)}
            nameOf={endName}
            choose={(goal) => goal !== null && goal !== targetid && void reconnect(id, null, { id: goal, face: null })}
          />
        </Shows>
      </Part>
    </>
  );
}

/** Where a condition leads: gone to, chosen by a search, led elsewhere. */
export function LeadsTo({ conditionId, boardId, label }: { conditionId: string; boardId: string; label: string }) {
  const goal = useProject((project) => project.children('connection', conditionId, 'outputs')[0] ?? null);
  const to = useProject((project) => (goal === null ? '' : endName(project, goal.targetid)));
  return (
    <div className="leads-to" data-to={to || undefined}>
      <SearchField
        key={goal?.targetid ?? ''}
        label={label}
        value={goal?.targetid ?? null}
        placeholder={inspectorWords.leads.connect}
        options={(project) => goals(project, boardId, conditionId)}
        nameOf={endName}
        choose={(id) => id !== null && id !== goal?.targetid && void connect({ id: conditionId, face: null }, { id, face: null })}
      />
      {goal && (
        <button type="button" className="text-button" onClick={() => select([goal.id])}>
          <ArrowRight size={13} aria-hidden="true" /> {inspectorWords.leads.line}
        </button>
      )}
    </div>
  );
}
