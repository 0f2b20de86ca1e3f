/** Puts an asset to use without dragging: as the cover of an element or component, or as a sound of an element. */
import { useState } from 'react';
import type { Project } from '../../shared/project.ts';
import { send } from '../actions/send.ts';
import { nameOf } from '../board/use-words.ts';
import type { Option } from '../inspector/best-matches.ts';
import { SearchField } from '../inspector/search-field.tsx';
import { openProject } from '../state/open-project.ts';
import { selection } from '../state/selection.ts';
import { goToRecord } from '../targets/go-to-record.ts';
import { FormDialog } from '../ui/dialog.tsx';
import { showDialog } from '../ui/dialogs.ts';
import { putToUse } from './arrivals.ts';
import { mediaOf } from './asset-words.ts';

export const showUseFor = (id: string): void => showDialog((close) => <UseFor id={id} close={close} />);

function UseFor({ id, close }: { id: string; close: () => void }) {
  const { project } = openProject.getState();
  const asset = project.find('asset', id);
  const [user, setUser] = useState(selectedElement(project));
  if (!asset) return null;
  const media = mediaOf(asset);
  const use = async () => {
    const purpose = user !== null && project.find('element', user) ? 'element' : 'component';
    const command = user === null ? undefined : putToUse(project, { for: purpose, id: user }, asset, false);
    if (!command || user === null) return;
    await send(command);
    if (purpose === 'element') goToRecord({ id: user });
  };
  return (
    <FormDialog
      title={media === 'audio' ? `Play “${asset.name}” in an element` : `Use “${asset.name}” as a cover`}
      does={media === 'audio' ? 'Add' : 'Use'}
      isReady={user !== null}
      run={use}
      onClose={close}
    >
      <div className="text-field">
        <span className="field-label">{media === 'image' ? 'Of which element or component' : 'Of which element'}</span>
        <SearchField
          label={media === 'image' ? 'Element or component' : 'Element'}
          value={user}
          placeholder="Type a part of its name"
          options={(from) => optionsIn(from, media === 'image')}
          nameOf={nameOf}
          choose={setUser}
        />
      </div>
    </FormDialog>
  );
}

function selectedElement(project: Project): string | null {
  const [only, ...more] = selection.getState().ids;
  return only !== undefined && more.length === 0 && project.find('element', only) ? only : null;
}

/** [Components] only pictures are covers of components. */
function optionsIn(project: Project, withComponents: boolean): Option[] {
  const elements = [...project.all('element')].map(({ id, boardId }) => ({
    id,
    name: nameOf(project, id),
    where: project.find('board', boardId)?.name ?? '',
  }));
  if (!withComponents) return elements;
  const components = [...project.all('component')].filter(({ type, parentId }) => type === 'component' && parentId !== null);
  return [...components.map(({ id }) => ({ id, name: nameOf(project, id), where: 'Component' })), ...elements];
}
