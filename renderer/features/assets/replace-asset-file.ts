/** Replaces the file of an asset by another one of the same type. The asset keeps its id, so whatever uses it uses the new file. */

import { isTemplateAsset, mediaTypeOf } from '../../records/assets/asset-details.ts';
import { addPickedFiles } from '../../records/uploads/asset-uploads.ts';
import { openProjectStore } from '../../state/open-project.ts';

export function replaceAssetFile(id: string): void {
  const asset = openProjectStore.getState().project.find('asset', id);
  const type = asset && mediaTypeOf(asset);
  if (!asset || !type || isTemplateAsset(asset)) return;
  void addPickedFiles('file', { purpose: { for: 'replacing', id }, type });
}
