/**
 * The next action for the file of one asset, from the file that both sides last had, the local file, and the remote file. Pure. Local files are
 * identified by their SHA-256, remote ones by their name: another name is another file.
 */
import type { FileSyncState } from '../../store/file-state-store.ts';

export interface LocalFileState {
  /** SHA-256 of the local bytes; null if there are none. */
  readonly sha256: string | null;
  /** The asset is on both sides. */
  readonly existsRemotely: boolean;
}

type FileAction =
  | 'nothing'
  /** The remote file is not known. */
  | 'lookUp'
  | 'upload'
  | 'download'
  /** The file is uploaded: the runner sets it as the file of the asset. */
  | 'setFile'
  /** Both sides replaced it: the user decides. */
  | 'conflict';

/** Milliseconds that an uploaded file may wait for its asset. */
const uploadLifetime = 20 * 3_600_000;

export const isUploadFresh = ({ at }: { readonly at: number }, now: number): boolean => now < at + uploadLifetime;

/** `remote`: the name of the remote file; null: it has none; undefined: it was not looked up. */
export function planFileAction(row: FileSyncState, local: LocalFileState, remote: string | null | undefined, now: number): FileAction {
  const { agreed, upload, rejected } = row;
  const isUploaded = upload !== null && upload.sha256 === local.sha256 && isUploadFresh(upload, now);
  const uploadUnlessRejected = (): FileAction => {
    if (rejected?.file === local.sha256) return 'nothing';
    return isUploaded ? 'setFile' : 'upload';
  };
  if (!local.existsRemotely) return local.sha256 === null ? 'nothing' : uploadUnlessRejected();
  if (remote === undefined) return needsLookup(row, local) ? 'lookUp' : 'nothing';
  const downloadUnlessRejected = (): FileAction => (rejected?.file === remote ? 'nothing' : 'download');
  if (local.sha256 === null) return remote === null ? 'nothing' : downloadUnlessRejected();
  const isLocalUnchanged = agreed !== null && local.sha256 === agreed.sha256;
  const isRemoteUnchanged = agreed !== null && agreed.remoteName === remote;
  if (isRemoteUnchanged || remote === null) return isLocalUnchanged ? 'nothing' : uploadUnlessRejected();
  if (isLocalUnchanged) return downloadUnlessRejected();
  return isInConflict(row, local, remote) ? 'nothing' : 'conflict';
}

/** Whether the remote file has to be looked up although nobody has replaced it as far as is known. */
function needsLookup({ agreed, conflict, rejected }: FileSyncState, local: LocalFileState): boolean {
  if (agreed !== null && local.sha256 === agreed.sha256) return false;
  if (conflict !== null && conflict.sha256 === local.sha256) return false;
  if (rejected !== null && rejected.file === (local.sha256 ?? agreed?.remoteName)) return false;
  return agreed === null || local.sha256 !== null || agreed.remoteName !== null;
}

const isInConflict = ({ conflict }: FileSyncState, local: LocalFileState, remote: string): boolean =>
  conflict !== null && conflict.remoteName === remote && conflict.sha256 === local.sha256;
