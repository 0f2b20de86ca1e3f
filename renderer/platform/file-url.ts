/** The URL of a stored file for an element, which cannot send headers. In the browser shell it is signed and expires. */
import { createSignedAddress } from '../../shared/contracts/signed-address.ts';
import { pageSecret } from './page-secret.ts';
import { filePath } from './stored-files.ts';

export function fileUrl(hash: string, file: string): string {
  const path = filePath(hash, file);
  return pageSecret === '' ? path : createSignedAddress(pageSecret, path, Date.now());
}
