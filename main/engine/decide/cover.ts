/** A cover as asked for, made into what is stored ([Elements] element cover object): the type may come from the asset. */
import type { KindName } from '../../../shared/model/kinds/kinds.ts';
import { notFoundProblem } from '../../../shared/problem.ts';
import type { ProjectDraft } from './project-draft.ts';
import type { ValidationErrors } from './validation-errors.ts';

const supportedCoverTypes = { element: ['image', 'template-image', 'video', 'template-video'], component: ['image', 'template-image'] };

/** A cover by an asset that is not there is a 404; a type that does not fit is a 400. */
export function toStoredCover(kind: KindName, cover: unknown, stage: ProjectDraft, faults: ValidationErrors): unknown {
  if (typeof cover !== 'object' || cover === null || !('id' in cover) || typeof cover.id !== 'string') return cover;
  const named = 'type' in cover ? cover.type : undefined;
  if (named === 'icon' || named === 'youtube') return cover;
  const asset = stage.find('asset', cover.id);
  if (!asset) {
    faults.addProblem('cover.id', notFoundProblem('asset', cover.id));
    return { type: kind === 'component' ? 'image' : 'video', ...cover };
  }
  const types = kind === 'component' ? supportedCoverTypes.component : supportedCoverTypes.element;
  if (!types.includes(asset.type)) faults.addInvalidField('cover.id', `is of the type ${asset.type}, which is no cover here`);
  else if (named !== undefined && named !== asset.type) faults.addInvalidField('cover.type', `the asset is of the type ${asset.type}`);
  return { ...cover, type: asset.type };
}
