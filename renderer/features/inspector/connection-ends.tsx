/** The two ends of a connection: select them, or reconnect them with a search instead of a drag. */

import { ArrowRight, SquareMousePointer } from 'lucide-react';
import type { ReactNode } from 'react';
import type { KindName, StoryRecord } from '../../../shared/model/kinds/kinds.ts';
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
import { IconButton } from '../../ui/button.tsx';
import { RecordFieldMarker } from '../../ui/record-field-marker.tsx';
import { PanelSection } from './panel.tsx';

/** The name of an end: that of the item, or for a condition, that of its branch and its position. */
function connectionEndName(project: Project, id: string): string {
  const { itemId, rowIndex } = connectionEnd(project, id);
  const name = recordName(project, itemId) || unnamedEndLabel(project.get(itemId)?.kind);
  return rowIndex === null ? name : t('inspector.ends.condition', { branch: name, at: rowIndex + 1 });
}

function unnamedEndLabel(kind: KindName | undefined): string {
  if (kind === 'branch') return t('inspector.ends.branch');
  return kind === 'jumper' ? t('inspector.ends.jumper') : t('common.untitled');
}

/** The items to which a connection from `sourceid` is allowed. */
const connectionTargetOptions = (project: Project, boardId: string, sourceid: string): SearchOption[] =>
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

/** The items and conditions from which a connection to `targetid` is allowed. A condition can have only one connection. */
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
  const item = useProject((project) => connectionEnd(project, sourceid).itemId);
  return (
    <div className="connection-ends" data-field="connection.boardId">
      <ConnectionEnd title={t('inspector.ends.from')} select={t('inspector.ends.selectStart')} item={item}>
        <RecordFieldMarker field={['connection.sourceid', 'connection.sourceType']}>
          <SearchField
            key={sourceid}
            label={t('inspector.ends.from')}
            value={sourceid}
            placeholder={t('inspector.ends.findStart')}
            options={(project) => sourceOptions(project, connection)}
            nameOf={connectionEndName}
            onChoose={(start) => start !== null && start !== sourceid && void reconnectConnection(id, { id: start, face: null }, null)}
          />
        </RecordFieldMarker>
      </ConnectionEnd>
      <ConnectionEnd title={t('inspector.ends.to')} select={t('inspector.ends.selectEnd')} item={targetid}>
        <RecordFieldMarker field={['connection.targetid', 'connection.targetType']}>
          <SearchField
            key={targetid}
            label={t('inspector.ends.to')}
            value={targetid}
            placeholder={t('inspector.ends.find')}
            options={(project) => connectionTargetOptions(project, connection.boardId, sourceid)}
            nameOf={connectionEndName}
            onChoose={(target) => target !== null && target !== targetid && void reconnectConnection(id, null, { id: target, face: null })}
          />
        </RecordFieldMarker>
      </ConnectionEnd>
    </div>
  );
}

/** A field for the item at one end, and a button that selects it. */
function ConnectionEnd({ title, select, item, children }: { title: string; select: string; item: string; children: ReactNode }) {
  return (
    <PanelSection title={title}>
      <div className="connection-end">
        {children}
        <IconButton icon={SquareMousePointer} label={select} onPress={() => selectItems([item])} />
      </div>
    </PanelSection>
  );
}

/** The target of a condition: select its connection, or connect it with a search. */
export function ConditionTarget({ conditionId, boardId, label }: { conditionId: string; boardId: string; label: string }) {
  const target = useProject((project) => project.children('connection', conditionId, 'outputs')[0] ?? null);
  const to = useProject((project) => (target === null ? '' : connectionEndName(project, target.targetid)));
  return (
    <div data-to={to || undefined}>
      <SearchField
        key={target?.targetid ?? ''}
        label={label}
        value={target?.targetid ?? null}
        placeholder={t('inspector.outgoing.notConnected')}
        options={(project) => connectionTargetOptions(project, boardId, conditionId)}
        nameOf={connectionEndName}
        onChoose={(id) => id !== null && id !== target?.targetid && void connectItems({ id: conditionId, face: null }, { id, face: null })}
      />
      {target && (
        <button type="button" className="text-button" onClick={() => selectItems([target.id])}>
          <ArrowRight size={13} aria-hidden="true" /> {t('inspector.outgoing.connection')}
        </button>
      )}
    </div>
  );
}
