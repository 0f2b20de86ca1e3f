/** The URL of a stored file for an element, which cannot send headers. In the browser shell it is signed and expires. */
import { createSignedAddress } from '../../shared/contracts/signed-address.ts';
import { pageSecret } from './page-secret.ts';
import { servedFilePath } from './stored-files.ts';

export function fileUrl(hash: string, file: string): string {
  const path = servedFilePath(hash, file);
  return pageSecret === '' ? path : createSignedAddress(pageSecret, path, Date.now());
}
