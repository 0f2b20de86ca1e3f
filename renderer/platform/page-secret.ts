/**
 * The secret of the page in the browser shell, which requests to the backend require (shared/contracts/page-secret.ts). The page that was opened
 * by the printed address put it into the storage of the tab.
 */
import { pageSecretHeader, pageSecretStorageKey } from '../../shared/contracts/page-secret.ts';

/** Empty in the desktop, which needs none. */
export const pageSecret = typeof window === 'undefined' ? '' : (window.sessionStorage.getItem(pageSecretStorageKey) ?? '');

export const pageSecretHeaders: Readonly<Record<string, string>> = pageSecret === '' ? {} : { [pageSecretHeader]: pageSecret };
