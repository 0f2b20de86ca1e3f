/** Connects the selected items to an existing or a new item of the board: the keyboard alternative to dragging. */

import { useState } from 'react';
import { flushSync } from 'react-dom';
import type { SingleCommand } from '../../../../shared/model/commands.ts';
import type { Project } from '../../../../shared/model/project.ts';
import { escapeText } from '../../../../shared/rich-text/html.ts';
import { parseConditionSource } from '../../../../shared/rich-text/script-source.ts';
import { t } from '../../../messages/translate.ts';
import { newId } from '../../../platform/new-id.ts';
import { freePositionBeside } from '../../../records/board/change-board.ts';
import { canConnect, combineCommands, connectCommand, createItemCommand } from '../../../records/board/edit-commands.ts';
import { connectionEnd, findItem, itemsOn, unconnectedSourceId } from '../../../records/board/items.ts';
import { describeRecord } from '../../../records/names/describe-record.ts';
import { recordName } from '../../../records/names/record-names.ts';
import { openProjectStore } from '../../../state/open-project.ts';
import { rememberSelection, selectionStore } from '../../../state/selection.ts';
import { sendCommand } from '../../../state/send-command.ts';
import { FormDialog } from '../../../ui/dialog.tsx';
import { showDialog } from '../../../ui/dialog-store.ts';
import { Select } from '../../../ui/select.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { RecordSearchField } from './record-search-field.tsx';

const newElementId = 'new';

/** From the selected items, or from this item or condition. */
export const showConnectDialog = (sourceId?: string): void => {
  const { project } = openProjectStore.getState();
  const ids = sourceId === undefined ? selectionStore.getState().ids : [connectionEnd(project, sourceId).itemId];
  const sources = [...ids].flatMap((id) => findItem(project, id) ?? []).filter(({ kind }) => kind === 'element' || kind === 'branch');
  const [first] = sources;
  const conditionId = project.find('condition', sourceId ?? '')?.id;
  if (first)
    showDialog((close) => (
      <ConnectDialog sources={sources.map(({ id }) => id)} conditionId={conditionId} boardId={first.boardId} close={close} />
    ));
};

interface ConnectDialogProps {
  readonly sources: readonly string[];
  /** The condition of the only source at which the connection starts. */
  readonly conditionId: string | undefined;
  readonly boardId: string;
  readonly close: () => void;
}

function ConnectDialog({ sources, conditionId, boardId, close }: ConnectDialogProps) {
  const { project } = openProjectStore.getState();
  const [only] = sources;
  const conditions = sources.length === 1 && only !== undefined ? project.children('condition', only, 'conditions') : [];
  const [from, setFrom] = useState(
    conditionId ?? conditions.find(({ id }) => project.childIds(id, 'outputs').length === 0)?.id ?? conditions[0]?.id ?? null,
  );
  const [target, setTarget] = useState<string | null>(null);
  const [label, setLabel] = useState('');
  const starts = conditions.length > 0 ? [from].filter((id) => id !== null) : sources.map((id) => unconnectedSourceId(project, id));
  const name = only !== undefined && sources.length === 1 ? recordName(project, only) : '';
  const connect = async () => {
    const connection = connectCommands(project, boardId, starts, target, label.trim());
    const command = combineCommands(connection.commands);
    if (!command) return;
    const selectUnlessChanged = rememberSelection();
    await sendCommand(command);
    selectUnlessChanged(connection.idsToSelect);
  };
  return (
    <FormDialog
      title={name === '' ? t('boardActions.connect.title', { count: sources.length }) : t('boardActions.connect.titleOf', { name })}
      submitLabel={t('boardActions.connect.confirm')}
      isReady={target !== null && starts.length > 0}
      run={connect}
      onClose={close}
      leavesViewVisible
    >
      {from !== null && conditions.length > 1 && (
        <Select
          label={t('boardActions.connect.from')}
          options={conditions.map(({ id, role, script }) => ({
            id,
            label: t('boardActions.connect.condition', {
              hasScript: parseConditionSource(script ?? '').text !== '',
              role: t(`board.roles.${role}`),
              script: parseConditionSource(script ?? '').text,
            }),
          }))}
          value={from}
          onChange={setFrom}
        />
      )}
      <RecordSearchField
        label={t('boardActions.connect.target')}
        value={target}
        placeholder={t('boardActions.connect.find')}
        focusRequested
        options={(project) => [
          { id: newElementId, name: t('boardActions.connect.newElement'), where: '' },
          ...targetOptions(project, boardId, starts),
        ]}
        nameOf={(project, id) =>
          id === newElementId ? t('boardActions.connect.newElement') : recordName(project, id) || describeRecord(project, id)
        }
        onChoose={setTarget}
        onEnter={(id) => {
          flushSync(() => setTarget(id));
          document.activeElement?.closest('form')?.requestSubmit();
        }}
      />
      <TextField label={t('boardActions.connect.label')} value={label} onChange={setLabel} />
    </FormDialog>
  );
}

/** Options with the same name stay in this order: an element comes before the jumpers that lead to it. */
const targetOptions = (project: Project, boardId: string, starts: readonly string[]) =>
  [...itemsOn(project, boardId)]
    .filter(({ id }) => starts.every((start) => canConnect(project, start, id)))
    .sort((one, two) => Number(one.kind === 'jumper') - Number(two.kind === 'jumper'))
    .map((item) => ({
      id: item.id,
      name: recordName(project, item.id) || describeRecord(project, item.id),
      where: t(`board.kinds.${item.kind}`),
    }));

function connectCommands(
  project: Project,
  boardId: string,
  starts: readonly string[],
  target: string | null,
  label: string,
): { commands: SingleCommand[]; idsToSelect: string[] } {
  const commands: SingleCommand[] = [];
  const selects: string[] = [];
  const element = target === newElementId ? createElementCommand(project, boardId, starts) : null;
  if (element) commands.push(element.command);
  for (const start of starts) {
    const id = newId();
    const leads = element
      ? createConnectionCommand(id, boardId, project.find('condition', start) ? 'conditions' : 'elements', start, element.id)
      : connectCommand(project, id, { id: start, face: null }, { id: target ?? '', face: null });
    if (!leads || leads.do === 'batch') continue;
    const labelled =
      label === '' || !('fields' in leads)
        ? leads
        : // Both commands are for connections, which have a label.
          ({ ...leads, fields: { ...leads.fields, label: `<p>${escapeText(label)}</p>` } } as SingleCommand);
    commands.push(labelled);
    selects.push(leads.do === 'create' || leads.do === 'change' ? (leads.id ?? id) : id);
  }
  return { commands, idsToSelect: element ? [element.id] : selects };
}

function createElementCommand(project: Project, boardId: string, starts: readonly string[]): { id: string; command: SingleCommand } {
  const id = newId();
  return { id, command: createItemCommand('element', id, boardId, freePositionBeside(project, boardId, starts[0] ?? ''), 'corner') };
}

function createConnectionCommand(
  id: string,
  boardId: string,
  sourceType: 'elements' | 'conditions',
  sourceid: string,
  targetid: string,
): SingleCommand {
  return { do: 'create', kind: 'connection', id, fields: { boardId, sourceid, sourceType, targetid, targetType: 'elements' } };
}
