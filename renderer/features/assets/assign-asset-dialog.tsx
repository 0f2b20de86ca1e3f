/** Uses an asset as a cover or a sound: the keyboard alternative to dragging it. */

import { useState } from 'react';
import type { Project } from '../../../shared/model/project.ts';
import { SearchField } from '../../editors/fields/search-field.tsx';
import { t } from '../../messages/translate.ts';
import { goToRecord } from '../../navigation/go-to-record.ts';
import { mediaTypeOf } from '../../records/assets/asset-details.ts';
import { recordName } from '../../records/names/record-names.ts';
import type { SearchOption } from '../../records/search/match-options.ts';
import { elementOptions } from '../../records/search/record-options.ts';
import { createAssignCommand } from '../../records/uploads/upload-commands.ts';
import { currentProject, useRecord } from '../../state/open-project.ts';
import { selectedElementId } from '../../state/selection.ts';
import { sendCommand } from '../../state/send-command.ts';
import { FormDialog } from '../../ui/dialog.tsx';
import { showDialog } from '../../ui/dialog-store.ts';
import { useCloseWhenGone } from '../../ui/use-close-when-gone.ts';

export const showAssignAssetDialog = (id: string): void => showDialog((close) => <AssignAssetDialog id={id} close={close} />);

function AssignAssetDialog({ id, close }: { id: string; close: () => void }) {
  const asset = useRecord('asset', id);
  const [user, setUser] = useState(selectedElementId());
  useCloseWhenGone(asset, close);
  if (!asset) return null;
  const media = mediaTypeOf(asset);
  const use = async () => {
    const project = currentProject();
    const purpose = user !== null && project.find('element', user) ? 'element' : 'component';
    const command = user === null ? undefined : createAssignCommand(project, { for: purpose, id: user }, asset);
    if (!command || user === null) return;
    await sendCommand(command);
    if (purpose === 'element') goToRecord({ id: user });
  };
  return (
    <FormDialog
      title={media === 'audio' ? t('assets.use.playTitle', { name: asset.name }) : t('assets.use.coverTitle', { name: asset.name })}
      submitLabel={media === 'audio' ? t('common.add') : t('assets.use.confirm')}
      isReady={user !== null}
      run={use}
      onClose={close}
    >
      <div className="text-field">
        <span className="field-label">{media === 'image' ? t('assets.use.elementOrComponentTitle') : t('assets.use.elementTitle')}</span>
        <SearchField
          label={media === 'image' ? t('assets.elementOrComponent') : t('assets.element')}
          value={user}
          placeholder={t('assets.use.searchPlaceholder')}
          options={(from) => assigneeOptions(from, { withComponents: media === 'image' })}
          nameOf={recordName}
          onChoose={setUser}
        />
      </div>
    </FormDialog>
  );
}

/** [Components] Covers of components are images. */
function assigneeOptions(project: Project, { withComponents }: { readonly withComponents: boolean }): SearchOption[] {
  const elements = elementOptions(project);
  if (!withComponents) return elements;
  const components = [...project.recordsOfKind('component')].filter(({ type, parentId }) => type === 'component' && parentId !== null);
  return [...components.map(({ id }) => ({ id, name: recordName(project, id), where: t('assets.component') })), ...elements];
}
