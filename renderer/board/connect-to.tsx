/** Connects what is selected to something on the same board without dragging: a target by its name, or a new element. */
import { useState } from 'react';
import type { SingleCommand } from '../../shared/commands.ts';
import type { Project } from '../../shared/project.ts';
import { codeOfCondition } from '../../shared/rich-text/code.ts';
import { writeText } from '../../shared/rich-text/write.ts';
import { newId } from '../state/new-id.ts';
import { openProject } from '../state/open-project.ts';
import { select, selection } from '../state/selection.ts';
import { send } from '../state/send.ts';
import { nameOf } from '../state/use-words.ts';
import { whoIs } from '../state/who-is.ts';
import { FormDialog } from '../ui/dialog.tsx';
import { showDialog } from '../ui/dialogs.ts';
import { Select } from '../ui/select.tsx';
import { TextField } from '../ui/text-field.tsx';
import { boardWords } from '../words/en/board.ts';
import { boardActionWords } from '../words/en/board-actions.ts';
import { asOne, canConnect, connected, created, sizes } from './edits.ts';
import { freeSpot } from './free-spot.ts';
import { indexOf } from './index-of.ts';
import { boxOf, itemAt, itemsOn } from './items.ts';
import { PickField } from './pick-field.tsx';

const words = boardActionWords.connect;
const NEW = 'new';

export const showConnectTo = (): void => {
  const { project } = openProject.getState();
  const sources = [...selection.getState().ids]
    .flatMap((id) => itemAt(project, id) ?? [])
    .filter(({ kind }) => kind === 'element' || kind === 'branch');
  const [first] = sources;
  if (first) showDialog((close) => <ConnectTo sources={sources.map(({ id }) => id)} boardId={first.boardId} close={close} />);
};

function ConnectTo({ sources, boardId, close }: { sources: readonly string[]; boardId: string; close: () => void }) {
  const { project } = openProject.getState();
  const [only] = sources;
  const conditions = sources.length === 1 && only !== undefined ? project.children('condition', only, 'conditions') : [];
  const [from, setFrom] = useState(conditions.find(({ id }) => project.list(id, 'outputs').length === 0)?.id ?? conditions[0]?.id ?? null);
  const [target, setTarget] = useState<string | null>(null);
  const [label, setLabel] = useState('');
  const starts = conditions.length > 0 ? [from].filter((id) => id !== null) : sources.map((id) => startOf(project, id));
  const connect = async () => {
    const made = commandsFor(project, boardId, starts, target, label.trim());
    const command = asOne(made.commands);
    if (!command) return;
    await send(command);
    select(made.selects);
  };
  return (
    <FormDialog
      title={words.title(sources.length)}
      does={words.does}
      isReady={target !== null && starts.length > 0}
      run={connect}
      onClose={close}
    >
      {from !== null && conditions.length > 1 && (
        <Select
          label={words.from}
          options={conditions.map(({ id, role, script }) => ({
            id,
            label: words.condition(boardWords.roles[role], codeOfCondition(script ?? '').source),
          }))}
          value={from}
          onChange={setFrom}
        />
      )}
      <PickField
        label={words.target}
        value={target}
        placeholder={words.find}
        wanted
        options={(held) => [{ id: NEW, name: words.newElement, where: '' }, ...targetsOn(held, boardId, starts)]}
        nameOf={(held, id) => (id === NEW ? words.newElement : nameOf(held, id) || whoIs(held, id))}
        choose={setTarget}
      />
      <TextField label={words.label} value={label} onChange={setLabel} />
    </FormDialog>
  );
}

/** The first condition of a branch that leads nowhere yet stands for the branch, when several things are connected at once. */
function startOf(project: Project, id: string): string {
  if (!project.find('branch', id)) return id;
  const conditions = project.list(id, 'conditions');
  return conditions.find((each) => project.list(each, 'outputs').length === 0) ?? conditions[0] ?? id;
}

const targetsOn = (project: Project, boardId: string, starts: readonly string[]) =>
  [...itemsOn(project, boardId)]
    .filter(({ id }) => starts.every((start) => canConnect(project, start, id)))
    .map((item) => ({ id: item.id, name: nameOf(project, item.id) || whoIs(project, item.id), where: boardWords[item.kind] }));

function commandsFor(
  project: Project,
  boardId: string,
  starts: readonly string[],
  target: string | null,
  label: string,
): { commands: SingleCommand[]; selects: string[] } {
  const commands: SingleCommand[] = [];
  const selects: string[] = [];
  const element = target === NEW ? newElement(project, boardId, starts) : null;
  if (element) commands.push(element.command);
  for (const start of starts) {
    const id = newId();
    const leads = element
      ? connectionTo(id, boardId, project.find('condition', start) ? 'conditions' : 'elements', start, element.id)
      : connected(project, id, { id: start, face: null }, { id: target ?? '', face: null });
    if (!leads || leads.do === 'batch') continue;
    const labelled =
      label === '' || !('fields' in leads)
        ? leads
        : ({ ...leads, fields: { ...leads.fields, label: `<p>${writeText(label)}</p>` } } as SingleCommand);
    commands.push(labelled);
    selects.push(leads.do === 'create' || leads.do === 'change' ? (leads.id ?? id) : id);
  }
  return { commands, selects: element ? [element.id] : selects };
}

/** Beside what leads to it, where there is room. */
function newElement(project: Project, boardId: string, starts: readonly string[]): { id: string; command: SingleCommand } {
  const start = itemAt(project, project.find('condition', starts[0] ?? '')?.branchId ?? starts[0] ?? '');
  const box = start ? boxOf(project, start) : { x: 40, y: 40, width: 0, height: 0 };
  const { boxes } = indexOf(project, boardId);
  const corner = freeSpot({ x: box.x + box.width + 110, y: box.y }, sizes.element, boxes.values());
  const id = newId();
  return { id, command: created('element', id, boardId, corner, 'corner') };
}

function connectionTo(
  id: string,
  boardId: string,
  sourceType: 'elements' | 'conditions',
  sourceid: string,
  targetid: string,
): SingleCommand {
  return { do: 'create', kind: 'connection', id, fields: { boardId, sourceid, sourceType, targetid, targetType: 'elements' } };
}
