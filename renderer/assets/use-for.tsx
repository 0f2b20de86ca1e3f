/** Puts an asset to use without dragging: as the cover of an element or component, or as a sound of an element. */
import { useState } from 'react';
import type { Project } from '../../shared/project.ts';
import type { Option } from '../fields/best-matches.ts';
import { SearchField } from '../fields/search-field.tsx';
import { openProject } from '../state/open-project.ts';
import { selection } from '../state/selection.ts';
import { send } from '../state/send.ts';
import { nameOf } from '../state/use-words.ts';
import { goToRecord } from '../targets/go-to-record.ts';
import { FormDialog } from '../ui/dialog.tsx';
import { showDialog } from '../ui/dialogs.ts';
import { assetsWords } from '../words/en/assets.ts';
import { commonWords } from '../words/en/common.ts';
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
      title={media === 'audio' ? assetsWords.playNamedInAnElement(asset.name) : assetsWords.coverFrom(asset.name)}
      does={media === 'audio' ? commonWords.add : assetsWords.use}
      isReady={user !== null}
      run={use}
      onClose={close}
    >
      <div className="text-field">
        <span className="field-label">{media === 'image' ? assetsWords.ofWhichElementOr : assetsWords.ofWhichElement}</span>
        <SearchField
          label={media === 'image' ? assetsWords.elementOrComponent : assetsWords.element}
          value={user}
          placeholder={assetsWords.typeAPartOf}
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
  return [...components.map(({ id }) => ({ id, name: nameOf(project, id), where: assetsWords.component })), ...elements];
}
