/** The two ends of a connection: seen, gone to, and led elsewhere by a search instead of a drag. */

import { ArrowRight } from 'lucide-react';
import type { StoryRecord } from '../../../shared/model/kinds/kinds.ts';
import type { Project } from '../../../shared/model/project.ts';
import { SearchField } from '../../editors/fields/search-field.tsx';
import { t } from '../../messages/translate.ts';
import { connectItems, reconnectConnection } from '../../records/board/change-board.ts';
import { canConnect } from '../../records/board/edit-commands.ts';
import { connectionEnd, itemsOn } from '../../records/board/items.ts';
import { recordName } from '../../records/names/record-names.ts';
import type { SearchOption } from '../../records/search/match-options.ts';
import { useProject } from '../../state/open-project.ts';
import { selectItems } from '../../state/selection.ts';
import { FieldMarker } from '../../ui/field-marker.tsx';
import { PanelSection } from './parts/panel.tsx';

/** What an end is called: an item by its name, a condition by its branch and its place in it. */
export function connectionEndName(project: Project, id: string): string {
  const { itemId, rowIndex } = connectionEnd(project, id);
  const kind = project.get(itemId)?.kind;
  const name =
    recordName(project, itemId) ||
    (kind === 'branch' ? t('inspector.ends.branch') : kind === 'jumper' ? t('inspector.ends.jumper') : t('inspector.ends.untitled'));
  return rowIndex === null ? name : t('inspector.ends.condition', { branch: name, at: rowIndex + 1 });
}

/** Where an arrow from `sourceid` may lead. */
export const targetOptions = (project: Project, boardId: string, sourceid: string): SearchOption[] =>
  [...itemsOn(project, boardId)].flatMap(({ id, kind }) =>
    canConnect(project, sourceid, id)
      ? [
          {
            id,
            name: connectionEndName(project, id),
            where: kind === 'element' ? '' : t(`inspector.ends.${kind === 'branch' ? 'branch' : 'jumper'}`),
          },
        ]
      : [],
  );

/** From where an arrow may lead to `targetid`; a condition that leads somewhere already is taken. */
function sourceOptions(project: Project, { boardId, targetid, sourceid }: StoryRecord<'connection'>): SearchOption[] {
  const ends = [...itemsOn(project, boardId)].flatMap(({ id, kind }) =>
    kind === 'branch'
      ? project.childIds(id, 'conditions').filter((each) => project.listSize(each, 'outputs') === 0 || each === sourceid)
      : [id],
  );
  return ends.flatMap((id) => (canConnect(project, id, targetid) ? [{ id, name: connectionEndName(project, id), where: '' }] : []));
}

export function ConnectionEnds({ connection }: { connection: StoryRecord<'connection'> }) {
  const { id, sourceid, targetid } = connection;
  const from = useProject((project) => connectionEndName(project, sourceid));
  const to = useProject((project) => connectionEndName(project, targetid));
  const item = useProject((project) => connectionEnd(project, sourceid).itemId);
  return (
    <>
      <p className="route" data-field="connection.boardId">
        <button type="button" onClick={() => selectItems([item])}>
          {from}
        </button>
        <ArrowRight size={13} aria-label={t('inspector.to')} />
        <button type="button" onClick={() => selectItems([targetid])}>
          {to}
        </button>
      </p>
      <PanelSection title={t('inspector.ends.from')}>
        <FieldMarker field={['connection.sourceid', 'connection.sourceType']}>
          <SearchField
            key={sourceid}
            label={t('inspector.ends.from')}
            value={sourceid}
            placeholder={t('inspector.ends.findStart')}
            options={(project) => sourceOptions(project, connection)}
            nameOf={connectionEndName}
            onChoose={(start) => start !== null && start !== sourceid && void reconnectConnection(id, { id: start, face: null }, null)}
          />
        </FieldMarker>
      </PanelSection>
      <PanelSection title={t('inspector.ends.to')}>
        <FieldMarker field={['connection.targetid', 'connection.targetType']}>
          <SearchField
            key={targetid}
            label={t('inspector.ends.to')}
            value={targetid}
            placeholder={t('inspector.ends.find')}
            options={(project) => targetOptions(project, connection.boardId, sourceid)}
            nameOf={connectionEndName}
            onChoose={(goal) => goal !== null && goal !== targetid && void reconnectConnection(id, null, { id: goal, face: null })}
          />
        </FieldMarker>
      </PanelSection>
    </>
  );
}

/** Where a condition leads: gone to, chosen by a search, led elsewhere. */
export function ConditionTarget({ conditionId, boardId, label }: { conditionId: string; boardId: string; label: string }) {
  const goal = useProject((project) => project.children('connection', conditionId, 'outputs')[0] ?? null);
  const to = useProject((project) => (goal === null ? '' : connectionEndName(project, goal.targetid)));
  return (
    <div className="leads-to" data-to={to || undefined}>
      <SearchField
        key={goal?.targetid ?? ''}
        label={label}
        value={goal?.targetid ?? null}
        placeholder={t('inspector.leads.connect')}
        options={(project) => targetOptions(project, boardId, conditionId)}
        nameOf={connectionEndName}
        onChoose={(id) => id !== null && id !== goal?.targetid && void connectItems({ id: conditionId, face: null }, { id, face: null })}
      />
      {goal && (
        <button type="button" className="text-button" onClick={() => selectItems([goal.id])}>
          <ArrowRight size={13} aria-hidden="true" /> {t('inspector.leads.line')}
        </button>
      )}
    </div>
  );
}
