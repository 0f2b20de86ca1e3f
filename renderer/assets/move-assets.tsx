/** Moves assets into another folder without dragging. */
import { useState } from 'react';
import type { Project } from '../../shared/project.ts';
import { openProject } from '../state/open-project.ts';
import { send } from '../state/send.ts';
import { assetTree, movesFor, outermost, subtree } from '../state/tree-moves.ts';
import { FormDialog } from '../ui/dialog.tsx';
import { showDialog } from '../ui/dialogs.ts';
import { Select } from '../ui/select.tsx';
import { assetsWords } from '../words/en/assets.ts';
import { commonWords } from '../words/en/common.ts';
import { isFixed } from './asset-words.ts';
import { revealAsset } from './pane-state.ts';

export function showMoveAssets(ids: readonly string[]): void {
  const { project } = openProject.getState();
  const movable = outermost(assetTree, project, ids).filter((id) => {
    const asset = project.find('asset', id);
    return asset && !isFixed(asset);
  });
  if (movable.length > 0) showDialog((close) => <MoveAssets ids={movable} close={close} />);
}

function MoveAssets({ ids, close }: { ids: readonly string[]; close: () => void }) {
  const { project } = openProject.getState();
  const root = project.root.roots.asset;
  const first = project.find('asset', ids[0] ?? '');
  const [to, setTo] = useState(first?.parentId ?? root);
  const own = new Set(ids.flatMap((id) => subtree(assetTree, project, id)));
  const isElsewhere = ids.some((id) => project.find('asset', id)?.parentId !== to);
  const move = async () => {
    await send({ do: 'batch', commands: movesFor(assetTree, openProject.getState().project, ids, { on: to }) });
    if (ids[0] !== undefined) revealAsset(ids[0], to);
  };
  return (
    <FormDialog
      title={ids.length === 1 ? assetsWords.moveQuoted(first?.name ?? '') : assetsWords.moveMany(ids.length)}
      does={commonWords.move}
      isReady={isElsewhere}
      run={move}
      onClose={close}
    >
      <Select
        label={assetsWords.into}
        options={[{ id: root, label: assetsWords.topLevel }, ...foldersIn(project, root, own, '')]}
        value={to}
        onChange={setTo}
      />
    </FormDialog>
  );
}

const foldersIn = (project: Project, parent: string, without: ReadonlySet<string>, path: string): { id: string; label: string }[] =>
  project
    .children('asset', parent, 'assets')
    .flatMap(({ id, name, type }) =>
      type !== 'folder' || without.has(id)
        ? []
        : [{ id, label: `${path}${name}` }, ...foldersIn(project, id, without, `${path}${name} / `)],
    );
