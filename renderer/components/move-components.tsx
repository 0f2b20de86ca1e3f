/** Moves components into another folder without dragging. */
import { useState } from 'react';
import type { Project } from '../../shared/project.ts';
import { openProject } from '../state/open-project.ts';
import { send } from '../state/send.ts';
import { componentTree, movesFor, outermost, subtree } from '../state/tree-moves.ts';
import { nameOf } from '../state/use-words.ts';
import { FormDialog } from '../ui/dialog.tsx';
import { showDialog } from '../ui/dialogs.ts';
import { Select } from '../ui/select.tsx';
import { commonWords } from '../words/en/common.ts';
import { componentsWords } from '../words/en/components.ts';
import { revealComponent } from './pane-state.ts';

export function showMoveComponents(ids: readonly string[]): void {
  const movable = outermost(componentTree, openProject.getState().project, ids);
  if (movable.length > 0) showDialog((close) => <MoveComponents ids={movable} close={close} />);
}

function MoveComponents({ ids, close }: { ids: readonly string[]; close: () => void }) {
  const { project } = openProject.getState();
  const root = project.root.roots.component;
  const [first = ''] = ids;
  const [to, setTo] = useState(project.find('component', first)?.parentId ?? root);
  const own = new Set(ids.flatMap((id) => subtree(componentTree, project, id)));
  const isElsewhere = ids.some((id) => project.find('component', id)?.parentId !== to);
  const move = async () => {
    await send({ do: 'batch', commands: movesFor(componentTree, openProject.getState().project, ids, { on: to }) });
    revealComponent(first, to);
  };
  return (
    <FormDialog
      title={ids.length === 1 ? componentsWords.moveQuoted(nameOf(project, first)) : componentsWords.moveMany(ids.length)}
      does={commonWords.move}
      isReady={isElsewhere}
      run={move}
      onClose={close}
    >
      <Select
        label={componentsWords.into}
        options={[{ id: root, label: componentsWords.topLevel }, ...foldersIn(project, root, own, '')]}
        value={to}
        onChange={setTo}
      />
    </FormDialog>
  );
}

const foldersIn = (project: Project, parent: string, without: ReadonlySet<string>, path: string): { id: string; label: string }[] =>
  project.children('component', parent, 'components').flatMap(({ id, type }) => {
    if (type !== 'folder' || without.has(id)) return [];
    const label = `${path}${nameOf(project, id) || componentsWords.unnamed}`;
    return [{ id, label }, ...foldersIn(project, id, without, `${label} / `)];
  });
