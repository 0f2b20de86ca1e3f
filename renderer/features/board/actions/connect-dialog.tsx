/** Connects what is selected to something on the same board without dragging: a target by its name, or a new element. */

import { useState } from 'react';
import type { SingleCommand } from '../../../../shared/model/commands.ts';
import type { Project } from '../../../../shared/model/project.ts';
import { parseConditionSource } from '../../../../shared/rich-text/script-source.ts';
import { escapeText } from '../../../../shared/rich-text/serialize-html.ts';
import { t } from '../../../messages/translate.ts';
import { newId } from '../../../platform/new-id.ts';
import { boardIndexFor } from '../../../records/board/board-index-cache.ts';
import { canConnect, combineCommands, connectCommand, createItemCommand, defaultItemSizes } from '../../../records/board/edit-commands.ts';
import { findFreePosition } from '../../../records/board/find-free-position.ts';
import { findItem, itemBox, itemsOn } from '../../../records/board/items.ts';
import { describeRecord } from '../../../records/names/describe-record.ts';
import { recordName } from '../../../records/names/record-names.ts';
import { openProjectStore } from '../../../state/open-project.ts';
import { selectItems, selectionStore } from '../../../state/selection.ts';
import { sendCommand } from '../../../state/send-command.ts';
import { FormDialog } from '../../../ui/dialog.tsx';
import { showDialog } from '../../../ui/dialog-store.ts';
import { Select } from '../../../ui/select.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { RecordSearchField } from './record-search-field.tsx';

const NEW_ELEMENT = 'new';

export const showConnectDialog = (): void => {
  const { project } = openProjectStore.getState();
  const sources = [...selectionStore.getState().ids]
    .flatMap((id) => findItem(project, id) ?? [])
    .filter(({ kind }) => kind === 'element' || kind === 'branch');
  const [first] = sources;
  if (first) showDialog((close) => <ConnectDialog sources={sources.map(({ id }) => id)} boardId={first.boardId} close={close} />);
};

function ConnectDialog({ sources, boardId, close }: { sources: readonly string[]; boardId: string; close: () => void }) {
  const { project } = openProjectStore.getState();
  const [only] = sources;
  const conditions = sources.length === 1 && only !== undefined ? project.children('condition', only, 'conditions') : [];
  const [from, setFrom] = useState(
    conditions.find(({ id }) => project.childIds(id, 'outputs').length === 0)?.id ?? conditions[0]?.id ?? null,
  );
  const [target, setTarget] = useState<string | null>(null);
  const [label, setLabel] = useState('');
  const starts = conditions.length > 0 ? [from].filter((id) => id !== null) : sources.map((id) => defaultSourceId(project, id));
  const connect = async () => {
    const made = connectCommands(project, boardId, starts, target, label.trim());
    const command = combineCommands(made.commands);
    if (!command) return;
    await sendCommand(command);
    selectItems(made.idsToSelect);
  };
  return (
    <FormDialog
      title={t('boardActions.connect.title', { count: sources.length })}
      submitLabel={t('boardActions.connect.confirm')}
      isReady={target !== null && starts.length > 0}
      run={connect}
      onClose={close}
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
        options={(held) => [
          { id: NEW_ELEMENT, name: t('boardActions.connect.newElement'), where: '' },
          ...targetOptions(held, boardId, starts),
        ]}
        nameOf={(held, id) =>
          id === NEW_ELEMENT ? t('boardActions.connect.newElement') : recordName(held, id) || describeRecord(held, id)
        }
        onChoose={setTarget}
      />
      <TextField label={t('boardActions.connect.label')} value={label} onChange={setLabel} />
    </FormDialog>
  );
}

/** The first condition of a branch that leads nowhere yet stands for the branch, when several things are connected at once. */
function defaultSourceId(project: Project, id: string): string {
  if (!project.find('branch', id)) return id;
  const conditions = project.childIds(id, 'conditions');
  return conditions.find((each) => project.childIds(each, 'outputs').length === 0) ?? conditions[0] ?? id;
}

const targetOptions = (project: Project, boardId: string, starts: readonly string[]) =>
  [...itemsOn(project, boardId)]
    .filter(({ id }) => starts.every((start) => canConnect(project, start, id)))
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
  const element = target === NEW_ELEMENT ? createElementCommand(project, boardId, starts) : null;
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
        : ({ ...leads, fields: { ...leads.fields, label: `<p>${escapeText(label)}</p>` } } as SingleCommand);
    commands.push(labelled);
    selects.push(leads.do === 'create' || leads.do === 'change' ? (leads.id ?? id) : id);
  }
  return { commands, idsToSelect: element ? [element.id] : selects };
}

/** Beside what leads to it, where there is room. */
function createElementCommand(project: Project, boardId: string, starts: readonly string[]): { id: string; command: SingleCommand } {
  const start = findItem(project, project.find('condition', starts[0] ?? '')?.branchId ?? starts[0] ?? '');
  const box = start ? itemBox(project, start) : { x: 40, y: 40, width: 0, height: 0 };
  const { boxes } = boardIndexFor(project, boardId);
  const corner = findFreePosition({ x: box.x + box.width + 110, y: box.y }, defaultItemSizes.element, boxes.values());
  const id = newId();
  return { id, command: createItemCommand('element', id, boardId, corner, 'corner') };
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
