/**
 * The next action for the file of one asset, from the file that both sides last had, the local file, and the remote file. Pure. Local files are
 * identified by their SHA-256, remote ones by their name: another name is another file.
 */
import type { FileSyncState } from '../../store/file-state-store.ts';

export interface LocalFileState {
  /** SHA-256 of the local bytes; null where there are none. */
  readonly sha256: string | null;
  /** The asset is on both sides. */
  readonly existsRemotely: boolean;
}

export type FileAction =
  | 'nothing'
  /** The remote file is not known. */
  | 'look'
  | 'upload'
  | 'download'
  /** The file is uploaded: the runner sets it as the file of the asset. */
  | 'name it'
  /** Both sides replaced it: the user decides. */
  | 'ask';

/** Milliseconds that an uploaded file may wait for its asset. */
const uploadLifetime = 20 * 3_600_000;

export const isUploadFresh = ({ at }: { readonly at: number }, now: number): boolean => now < at + uploadLifetime;

/** `remote`: the name of the remote file; null: it has none; undefined: it was not looked up. */
export function planFileAction(row: FileSyncState, here: LocalFileState, remote: string | null | undefined, now: number): FileAction {
  const { agreed, up, refused } = row;
  const isUploaded = up !== null && up.sha256 === here.sha256 && isUploadFresh(up, now);
  const uploadUnlessRejected = (): FileAction => {
    if (refused?.what === here.sha256) return 'nothing';
    return isUploaded ? 'name it' : 'upload';
  };
  if (!here.existsRemotely) return here.sha256 === null ? 'nothing' : uploadUnlessRejected();
  if (remote === undefined) return needsLookup(row, here) ? 'look' : 'nothing';
  const downloadUnlessRejected = (): FileAction => (refused?.what === remote ? 'nothing' : 'download');
  if (here.sha256 === null) return remote === null ? 'nothing' : downloadUnlessRejected();
  const isLocalUnchanged = agreed !== null && here.sha256 === agreed.sha256;
  const isRemoteUnchanged = agreed !== null && agreed.there === remote;
  if (isRemoteUnchanged || remote === null) return isLocalUnchanged ? 'nothing' : uploadUnlessRejected();
  if (isLocalUnchanged) return downloadUnlessRejected();
  return isInConflict(row, here, remote) ? 'nothing' : 'ask';
}

/** Whether the remote file has to be looked up although nobody has replaced it as far as is known. */
function needsLookup({ agreed, crossed, refused }: FileSyncState, here: LocalFileState): boolean {
  if (agreed !== null && here.sha256 === agreed.sha256) return false;
  if (crossed !== null && crossed.sha256 === here.sha256) return false;
  if (refused !== null && refused.what === (here.sha256 ?? agreed?.there)) return false;
  return agreed === null || here.sha256 !== null || agreed.there !== null;
}

const isInConflict = ({ crossed }: FileSyncState, here: LocalFileState, remote: string): boolean =>
  crossed !== null && crossed.there === remote && crossed.sha256 === here.sha256;
