/** A cover as asked for, made into what is stored ([Elements] element cover object): the type may come from the asset. */
import type { KindName } from '../../../shared/kinds/all.ts';
import { notFound } from '../../../shared/problem.ts';
import type { Stage } from '../stage.ts';

const supported = { element: ['image', 'template-image', 'video', 'template-video'], component: ['image', 'template-image'] };

/** Throws a 404 for an asset that is not there; a type that does not fit goes to `faults`. */
export function storedCover(kind: KindName, cover: unknown, stage: Stage, faults: Record<string, string>): unknown {
  if (typeof cover !== 'object' || cover === null || !('id' in cover) || typeof cover.id !== 'string') return cover;
  const asset = stage.find('asset', cover.id);
  if (!asset) throw notFound('asset', cover.id);
  const types = kind === 'component' ? supported.component : supported.element;
  if (!types.includes(asset.type)) faults['cover.id'] = `is of the type ${asset.type}, which is no cover here`;
  const type = 'type' in cover && cover.type !== undefined ? cover.type : asset.type;
  if (type !== asset.type && types.includes(asset.type)) faults['cover.type'] = `the asset is of the type ${asset.type}`;
  return { ...cover, type };
}
