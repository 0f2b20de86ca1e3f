/** A cover as asked for, made into what is stored ([Elements] element cover object): the type may come from the asset. */
import type { KindName } from '../../../shared/kinds/all.ts';
import { notFound } from '../../../shared/problem.ts';
import type { Faults } from '../faults.ts';
import type { Stage } from '../stage.ts';

const supported = { element: ['image', 'template-image', 'video', 'template-video'], component: ['image', 'template-image'] };

/** A cover by an asset that is not there is a 404; a type that does not fit is a 400. */
export function storedCover(kind: KindName, cover: unknown, stage: Stage, faults: Faults): unknown {
  if (typeof cover !== 'object' || cover === null || !('id' in cover) || typeof cover.id !== 'string') return cover;
  const named = 'type' in cover ? cover.type : undefined;
  if (named === 'icon' || named === 'youtube') return cover;
  const asset = stage.find('asset', cover.id);
  if (!asset) {
    faults.against('cover.id', notFound('asset', cover.id));
    return { type: kind === 'component' ? 'image' : 'video', ...cover };
  }
  const types = kind === 'component' ? supported.component : supported.element;
  if (!types.includes(asset.type)) faults.wrong('cover.id', `is of the type ${asset.type}, which is no cover here`);
  else if (named !== undefined && named !== asset.type) faults.wrong('cover.type', `the asset is of the type ${asset.type}`);
  return { ...cover, type: asset.type };
}
