/**
 * Texts that are sent by a button instead of being saved while they are typed: comments, and the merged texts of conflicts. They are drafts like what is
 * typed in the fields of records, so that neither closing the window nor a crash loses them; what an earlier session has left is in its field again.
 */
import { useStore } from 'zustand';
import { parseUnsentTextName, type UnsentText, unsentTextName } from '../../shared/contracts/drafts.ts';
import { draftKey, draftStore } from './draft-store.ts';

/** The version does not matter: what it is about may change, and the text remains as it is. */
const over = { version: 0, values: [] };

/** What has been typed and not sent; null if nothing has. */
export function readUnsentText(hash: string | null, text: UnsentText): string | null {
  if (hash === null) return null;
  const key = draftKey(hash, unsentTextName(text));
  const { unsaved, recovered } = draftStore.store.getState();
  return (unsaved.get(key) ?? recovered.get(key))?.value ?? null;
}

/** The same as a hook. Without a subject, null. */
export const useUnsentText = (hash: string | null, text: UnsentText | null): string | null =>
  useStore(draftStore.store, () => (text ? readUnsentText(hash, text) : null));

export function keepUnsentText(hash: string | null, text: UnsentText, value: string): void {
  if (hash === null) return;
  const name = unsentTextName(text);
  const left = draftStore.store.getState().recovered.get(draftKey(hash, name));
  draftStore.save(hash, name, { value, over });
  if (left) draftStore.discardRecovered(hash, left);
}

/** It was sent, or is no longer wanted. */
export function discardUnsentText(hash: string | null, text: UnsentText): void {
  if (hash === null) return;
  const name = unsentTextName(text);
  const { unsaved, recovered } = draftStore.store.getState();
  const left = recovered.get(draftKey(hash, name));
  if (unsaved.has(draftKey(hash, name))) draftStore.discard(hash, name);
  if (left) draftStore.discardRecovered(hash, left);
}

/** All of a project. */
export function listUnsentTexts(hash: string): UnsentText[] {
  const { unsaved, recovered } = draftStore.store.getState();
  const start = draftKey(hash, '');
  const names = [...new Set([...unsaved.keys(), ...recovered.keys()])].filter((key) => key.startsWith(start));
  return names.flatMap((key) => parseUnsentTextName(key.slice(start.length)) ?? []);
}
