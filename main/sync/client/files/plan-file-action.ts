/**
 * What is to be done about the file of one asset, from what both sides last had, what is here, and what the remote calls theirs. Pure. Bytes are
 * known by their SHA-256 here and by a name there: another name is another file.
 */
import type { FileSyncState } from '../../store/file-state-store.ts';

export interface LocalFileState {
  /** SHA-256 of the bytes on this disk; null where there are none. */
  readonly sha256: string | null;
  /** The asset is on both sides. */
  readonly existsRemotely: boolean;
}

export type FileAction =
  | 'nothing'
  /** What the remote has is not known. */
  | 'look'
  | 'upload'
  | 'download'
  /** It lies there: the loop lets the asset have it. */
  | 'name it'
  /** Both replaced it: the user decides. */
  | 'ask';

/** Milliseconds that something uploaded may wait for its asset. */
const uploadLifetime = 20 * 3_600_000;

export const isUploadFresh = ({ at }: { readonly at: number }, now: number): boolean => now < at + uploadLifetime;

/** `there`: what a look has just shown; undefined where nobody has looked. */
export function planFileAction(row: FileSyncState, here: LocalFileState, there: string | null | undefined, now: number): FileAction {
  const { agreed, up, crossed, refused } = row;
  const isUp = up !== null && up.sha256 === here.sha256 && isUploadFresh(up, now);
  if (!here.existsRemotely) {
    if (here.sha256 === null || refused?.what === here.sha256) return 'nothing';
    return isUp ? 'name it' : 'upload';
  }
  const isOurs = agreed !== null && here.sha256 === agreed.sha256;
  if (there === undefined) {
    if (isOurs || (crossed !== null && crossed.sha256 === here.sha256)) return 'nothing';
    if (refused !== null && refused.what === (here.sha256 ?? agreed?.there)) return 'nothing';
    return agreed !== null && here.sha256 === null && agreed.there === null ? 'nothing' : 'look';
  }
  const isRemote = agreed !== null && agreed.there === there;
  if (here.sha256 === null) return there === null || refused?.what === there ? 'nothing' : 'download';
  if (isRemote || there === null) return isOurs ? 'nothing' : refused?.what === here.sha256 ? 'nothing' : isUp ? 'name it' : 'upload';
  if (isOurs) return refused?.what === there ? 'nothing' : 'download';
  return crossed?.there === there && crossed.sha256 === here.sha256 ? 'nothing' : 'ask';
}
