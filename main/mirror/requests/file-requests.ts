/** How the file of an asset goes into the requests about it: named where it lies there already, or along with the request that makes the asset. */
import type { Change } from '../../../shared/changes.ts';
import type { AnyRecord } from '../../../shared/kinds/all.ts';
import type { Op } from '../plan/sends.ts';
import type { FilesThere, FileThere } from './files-there.ts';
import type { Ready } from './sending.ts';

/** A create, with what is known of the asset's file. It waits for a file that is on its way. */
export function withFile(ready: Ready, file: FileThere): Ready {
  if (ready.is !== 'ready' || file.is === 'none') return ready;
  if (file.is === 'coming') return { is: 'waiting' };
  const { sending } = ready;
  if (file.is === 'stored') return { is: 'ready', sending: { ...sending, body: { ...sending.body, file: file.as } } };
  // A form takes no more than this; the rest is a change, later.
  const { volume: _later, ...body } = sending.body ?? {};
  const expected = sending.expected.map(
    (change) => ({ ...change, ...(change.after && { after: { ...change.after, volume: null } }) }) as Change,
  );
  return { is: 'ready', sending: { ...sending, route: 'uploadAndCreateAsset', body, expected, upload: file.file } };
}

/** The asset there is to have another file, which lies there already. */
export function naming(op: Op, m: AnyRecord, t: AnyRecord, hash: string, files: FilesThere | undefined): Ready {
  const as = files?.replaced.get(op.id);
  if (as === undefined) return { is: 'waiting' };
  const path = `/${encodeURIComponent(hash)}/asset/${encodeURIComponent(op.id)}`;
  const expected = [{ before: t, after: { ...t, file: m.file, type: m.type } as AnyRecord }];
  return { is: 'ready', sending: { op, route: 'changeAsset', method: 'PATCH', path, body: { type: m.type, file: as }, expected } };
}

/** Of each asset whose file was replaced here and lies there. */
export const namings = (files: FilesThere | undefined): Op[] =>
  [...(files?.replaced.keys() ?? [])].map((id) => ({ do: 'change', kind: 'asset', id, part: 'file', cells: ['file'] }));

export const isNaming = (op: Op): boolean => op.do === 'change' && op.kind === 'asset' && op.part === 'file';
