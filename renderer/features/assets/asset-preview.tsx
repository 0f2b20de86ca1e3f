/** The preview of an asset: the image or a media player, with its details and usages. */

import { ChevronLeft, ChevronRight, FolderSearch, Replace } from 'lucide-react';
import { type KeyboardEvent, useState } from 'react';
import { useStore } from 'zustand';
import type { StoryRecord } from '../../../shared/model/kinds/kinds.ts';
import type { Project } from '../../../shared/model/project.ts';
import { t } from '../../messages/translate.ts';
import { revealAsset } from '../../navigation/record-trees/tree-stores.ts';
import { UsageList } from '../../navigation/usage-list.tsx';
import { assetDetails, isTemplateAsset } from '../../records/assets/asset-details.ts';
import { MediaView } from '../../records/assets/media-view.tsx';
import { openProjectStore, useRecord } from '../../state/open-project.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { showDialog } from '../../ui/dialog-store.ts';
import { RecordFieldMarker } from '../../ui/record-field-marker.tsx';
import { AssetFields } from './asset-fields.tsx';
import { findAssetUsages } from './asset-usages.ts';
import { replaceAssetFile } from './replace-asset-file.ts';
import './asset-preview.css';

export const showAssetPreviewDialog = (id: string): void => showDialog((close) => <AssetPreviewDialog first={id} close={close} />);

function AssetPreviewDialog({ first, close }: { first: string; close: () => void }) {
  const [id, setId] = useState(first);
  const asset = useRecord('asset', id);
  const hash = useStore(openProjectStore, (state) => state.hash);
  if (!asset || hash === null) return null;
  const { project } = openProjectStore.getState();
  const { before, after } = siblingFiles(project, asset);
  const uses = findAssetUsages(project, [id]);
  const adjacent: Readonly<Record<string, string | undefined>> = { ArrowLeft: before, ArrowRight: after };
  const showAdjacentFile = (event: KeyboardEvent) => {
    // Fields, media players and lists handle the arrow keys themselves.
    if (event.target instanceof Element && event.target.closest('.asset-fields, audio, video, ul')) return;
    const next = adjacent[event.key];
    if (next !== undefined) setId(next);
  };
  return (
    <Dialog title={asset.name} onClose={close} width={780}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the arrows are a shortcut for the buttons */}
      <div className="preview" onKeyDown={showAdjacentFile}>
        <div className="preview-stage">
          <IconButton
            icon={ChevronLeft}
            label={t('assets.previousAsset')}
            isDisabled={before === undefined}
            onPress={() => before !== undefined && setId(before)}
          />
          <MediaView key={`${id} ${asset.file}`} asset={asset} hash={hash} />
          <IconButton
            icon={ChevronRight}
            label={t('assets.nextAsset')}
            isDisabled={after === undefined}
            onPress={() => after !== undefined && setId(after)}
          />
        </div>
        <AssetFields asset={asset} />
        <div className="preview-below">
          <dl className="facts" data-field="asset.mime asset.size asset.bytes asset.width asset.height asset.duration">
            {assetDetails(asset).map(([name, value]) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
          <section className="preview-uses">
            <h3>{t('common.usages.label')}</h3>
            {uses.length === 0 ? <p className="field-description">{t('common.usages.none')}</p> : <UsageList uses={uses} close={close} />}
          </section>
        </div>
        <footer className="dialog-buttons">
          {isTemplateAsset(asset) ? (
            <p className="field-description preview-fixed">{t('assets.templateReadOnlyHint')}</p>
          ) : (
            <RecordFieldMarker field="asset.file">
              <Button icon={Replace} onPress={() => replaceAssetFile(id)}>
                {asset.file === null ? t('assets.menu.chooseFile') : t('assets.menu.replaceFile')}
              </Button>
            </RecordFieldMarker>
          )}
          <Button
            icon={FolderSearch}
            onPress={() => {
              close();
              revealAsset(id);
            }}
          >
            {t('assets.revealInTree')}
          </Button>
        </footer>
      </div>
    </Dialog>
  );
}

/** The previous and the next file in its folder. */
function siblingFiles(project: Project, { id, parentId }: StoryRecord<'asset'>): { before: string | undefined; after: string | undefined } {
  const files =
    parentId === null ? [] : project.childIds(parentId, 'assets').filter((each) => project.find('asset', each)?.type !== 'folder');
  const at = files.indexOf(id);
  return { before: files[at - 1], after: files[at + 1] };
}
