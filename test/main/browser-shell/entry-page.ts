import { pageSecretStorageKey } from '../../../shared/contracts/page-secret.ts';

/** The secret that the page of a printed address stores in its tab; '' if there is none. */
export const secretInEntryPage = (html: string): string =>
  new RegExp(`sessionStorage\\.setItem\\("${pageSecretStorageKey}", "([\\w-]+)"\\)`).exec(html)?.[1] ?? '';
