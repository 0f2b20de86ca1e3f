/** Deleting components: what goes with them and who uses them is said before, each with a way to go there. */

import { UseList } from '../assets/use-list.tsx';
import { usersOf } from '../scripts/script-use-words.ts';
import { useScriptUses } from '../scripts/use-script-uses.ts';
import { openProject } from '../state/open-project.ts';
import { selectComponent, selection } from '../state/selection.ts';
import { send } from '../state/send.ts';
import { componentTree, outermost, subtree } from '../state/tree-moves.ts';
import { nameOf } from '../state/use-words.ts';
import { FormDialog } from '../ui/dialog.tsx';
import { showDialog } from '../ui/dialogs.ts';
import { commonWords } from '../words/en/common.ts';
import { componentsWords } from '../words/en/components.ts';
import { componentUses } from './component-uses.ts';

export function showRemoveComponents(ids: readonly string[]): void {
  const named = outermost(componentTree, openProject.getState().project, ids);
  if (named.length > 0) showDialog((close) => <RemoveComponents ids={named} close={close} />);
}

function RemoveComponents({ ids, close }: { ids: readonly string[]; close: () => void }) {
  const { project } = openProject.getState();
  const scripts = useScriptUses();
  const [first = ''] = ids;
  const gone = ids.flatMap((id) => subtree(componentTree, project, id));
  const inside = gone.filter((id) => !ids.includes(id) && project.find('component', id)?.type === 'component').length;
  const attributes = gone.reduce((sum, id) => sum + project.sizeOf(id, 'attributes'), 0);
  const goes = [
    ...(inside > 0 ? [commonWords.counted.component(inside)] : []),
    ...(attributes > 0 ? [commonWords.counted.attribute(attributes)] : []),
  ];
  const scopes = gone.flatMap((id) => project.find('component', id)?.customId ?? []);
  const uses = [
    ...componentUses(project, ids),
    ...(scripts === null ? [] : scopes.flatMap((scope) => usersOf(project, scripts, `${scope}.`))),
  ];
  const remove = async () => {
    await send({ do: 'batch', commands: ids.map((id) => ({ do: 'remove', kind: 'component', id })) });
    const { component } = selection.getState();
    if (component !== null && gone.includes(component)) selectComponent(null);
  };
  const kind = project.find('component', first)?.type ?? 'component';
  return (
    <FormDialog
      title={ids.length === 1 ? componentsWords.deleteThe[kind](nameOf(project, first)) : componentsWords.deleteMany(ids.length)}
      does={commonWords.remove}
      isDanger
      run={remove}
      onClose={close}
    >
      <div className="dialog-stack">
        {goes.length > 0 && <p>{componentsWords.withItGo(goes)}</p>}
        {uses.length === 0 ? (
          <p>{componentsWords.nothingInTheStory}</p>
        ) : (
          <>
            <p>{componentsWords.isUsed(uses.length)}</p>
            <UseList uses={uses} close={close} />
          </>
        )}
        <p className="field-description">{componentsWords.undoBringsItBack}</p>
      </div>
    </FormDialog>
  );
}
