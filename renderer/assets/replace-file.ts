/** Another file for an asset, which stays who it is: whoever uses it uses the new file. It must be of the same kind. */
import { openProject } from '../state/open-project.ts';
import { addChosen } from './adding.ts';
import { isFixed, mediaOf } from './asset-words.ts';

export function replaceFile(id: string): void {
  const asset = openProject.getState().project.find('asset', id);
  const type = asset && mediaOf(asset);
  if (!asset || !type || isFixed(asset)) return;
  void addChosen('file', { purpose: { for: 'replacing', id }, type });
}
