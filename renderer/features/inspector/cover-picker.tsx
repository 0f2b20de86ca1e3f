/** Selects a cover from the assets, a file or the icons, or removes it. */

import { Shapes, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { SearchField } from '../../editors/fields/search-field.tsx';
import { t } from '../../messages/translate.ts';
import { assetName, assetOptions } from '../../records/search/asset-options.ts';
import { addPickedFiles } from '../../records/uploads/asset-uploads.ts';
import { createAssignCommand } from '../../records/uploads/upload-commands.ts';
import { openProjectStore } from '../../state/open-project.ts';
import { updateFields } from '../../state/save-fields.ts';
import { sendOrShowError } from '../../state/send-command.ts';
import { addFilesIcon as AddFilesIcon } from '../../ui/transfer-icons.ts';
import { showIconCoverDialog } from './external-cover-dialogs.tsx';

interface CoverPickerProps {
  readonly kind: 'element' | 'component';
  readonly id: string;
  readonly cover: { readonly type: string; readonly id?: string } | null;
  readonly media: readonly ('image' | 'video')[];
  readonly placeholder: string;
  /** Additional buttons. */
  readonly children?: ReactNode;
}

export function CoverPicker({ kind, id, cover, media, placeholder, children }: CoverPickerProps) {
  const assetId = cover?.id ?? null;
  const purpose = { for: kind, id };
  const choose = (chosen: string | null) => {
    if (chosen === null || chosen === assetId) return;
    const { project } = openProjectStore.getState();
    const asset = project.find('asset', chosen);
    void sendOrShowError((asset && createAssignCommand(project, purpose, asset)) ?? null);
  };
  const [only] = media.length === 1 ? media : [];
  return (
    <>
      <div className="pick-asset">
        <SearchField
          label={t('assets.cover.label')}
          value={assetId}
          placeholder={placeholder}
          options={(project) => assetOptions(project, media)}
          nameOf={assetName}
          onChoose={choose}
        />
        <button
          type="button"
          className="quiet"
          aria-label={t('assets.cover.fromFile')}
          title={t('assets.chooseFromFile')}
          onClick={() => void addPickedFiles('file', { purpose, ...(only && { type: only }) })}
        >
          <AddFilesIcon size={14} aria-hidden />
        </button>
        {cover && (
          <button
            type="button"
            className="quiet"
            aria-label={t('assets.cover.remove')}
            title={t('assets.detach')}
            onClick={() => updateFields(kind, id, { cover: null })}
          >
            <X size={14} />
          </button>
        )}
      </div>
      <div className="buttons">
        <button type="button" className="text-button" onClick={() => showIconCoverDialog({ kind, id })}>
          <Shapes size={13} aria-hidden="true" /> {t('inspector.cover.icon')}
        </button>
        {children}
      </div>
    </>
  );
}
