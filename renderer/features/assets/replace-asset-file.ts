/** Another file for an asset, which stays who it is: whoever uses it uses the new file. It must be of the same kind. */

import { isTemplateAsset, mediaTypeOf } from '../../records/assets/asset-details.ts';
import { addPickedFiles } from '../../records/uploads/asset-uploads.ts';
import { openProjectStore } from '../../state/open-project.ts';

export function replaceAssetFile(id: string): void {
  const asset = openProjectStore.getState().project.find('asset', id);
  const type = asset && mediaTypeOf(asset);
  if (!asset || !type || isTemplateAsset(asset)) return;
  void addPickedFiles('file', { purpose: { for: 'replacing', id }, type });
}
