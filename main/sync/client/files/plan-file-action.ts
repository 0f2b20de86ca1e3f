/**
 * Plans the next action for the file of one asset, from the last file on which both sides agreed, the local file, and the remote file.
 * Pure. Local files are identified by their SHA-256, remote ones by their name: another name is another file.
 */
import type { FileSyncState } from '../../store/file-state-store.ts';

export interface LocalFileState {
  /** The SHA-256 of the local bytes; null if there are none. */
  readonly sha256: string | null;
  /** Whether the asset exists on both sides. */
  readonly existsRemotely: boolean;
}

type FileAction =
  | 'nothing'
  /** The remote file is unknown and must be looked up. */
  | 'lookUp'
  | 'upload'
  | 'download'
  /** The file is uploaded; the runner sets it as the file of the asset. */
  | 'setFile'
  /** Both sides have replaced the file; the user decides. */
  | 'conflict';

/** Milliseconds for which an uploaded file may wait for its asset. */
const uploadLifetime = 20 * 3_600_000;

export const isUploadFresh = ({ at }: { readonly at: number }, now: number): boolean => now < at + uploadLifetime;

/** `remote` is the name of the remote file; null if it has none, undefined if it was not looked up. */
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

/** Whether the remote file must be looked up although there is no sign that it was replaced. */
function needsLookup({ agreed, conflict, rejected }: FileSyncState, local: LocalFileState): boolean {
  if (agreed !== null && local.sha256 === agreed.sha256) return false;
  if (conflict !== null && conflict.sha256 === local.sha256) return false;
  if (rejected !== null && rejected.file === (local.sha256 ?? agreed?.remoteName)) return false;
  return agreed === null || local.sha256 !== null || agreed.remoteName !== null;
}

const isInConflict = ({ conflict }: FileSyncState, local: LocalFileState, remote: string): boolean =>
  conflict !== null && conflict.remoteName === remote && conflict.sha256 === local.sha256;
