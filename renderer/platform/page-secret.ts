/**
 * The secret of the page in the browser shell, which requests to the backend require (shared/contracts/page-secret.ts). It arrives in the fragment
 * of the first address, and stays in the storage of the tab, so that a reload keeps working.
 */
import { pageSecretHeader, parsePageSecretFragment } from '../../shared/contracts/page-secret.ts';

const storageKey = 'taleport.pageSecret';

/** Takes the secret out of the address, so that it is in no link that is copied and in no history. */
function readPageSecret(): string {
  if (typeof window === 'undefined') return '';
  const given = parsePageSecretFragment(window.location.hash);
  if (given !== null) {
    window.sessionStorage.setItem(storageKey, given);
    window.history.replaceState(null, '', window.location.pathname);
  }
  return given ?? window.sessionStorage.getItem(storageKey) ?? '';
}

/** Empty in the desktop, which needs none. */
export const pageSecret = readPageSecret();

export const pageSecretHeaders: Readonly<Record<string, string>> = pageSecret === '' ? {} : { [pageSecretHeader]: pageSecret };
