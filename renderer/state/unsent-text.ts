/**
 * Texts that are sent by a button instead of being saved while they are typed: comments, and the merged texts of conflicts. They are drafts like what is
 * typed in the fields of records, so that neither closing the window nor a crash loses them; what an earlier session has left is in its field again.
 */
import { useStore } from 'zustand';
import { type Draft, type DraftText, parseUnsentTextName, type UnsentText, unsentTextName } from '../../shared/contracts/drafts.ts';
import { draftKey, draftStore } from './draft-store.ts';

type UnsentDraft = Pick<Draft, 'value' | 'over'>;

function findUnsentDraft(hash: string | null, text: UnsentText): UnsentDraft | null {
  if (hash === null) return null;
  const key = draftKey(hash, unsentTextName(text));
  const { unsaved, recovered } = draftStore.store.getState();
  return unsaved.get(key) ?? recovered.get(key) ?? null;
}

/** What has been typed and not sent; null if nothing has. */
export const readUnsentText = (hash: string | null, text: UnsentText): string | null => findUnsentDraft(hash, text)?.value ?? null;

/** The same as a hook. Without a subject, null. */
export const useUnsentText = (hash: string | null, text: UnsentText | null): string | null => useUnsentDraft(hash, text)?.value ?? null;

/** The same with what it was typed over. */
export const useUnsentDraft = (hash: string | null, text: UnsentText | null): UnsentDraft | null =>
  useStore(draftStore.store, () => (text ? findUnsentDraft(hash, text) : null));

/** `values`: what it was typed over, if it is only for that; at most two. Otherwise what it is about may change, and the text remains as it is. */
export function keepUnsentText(hash: string | null, text: UnsentText, value: string, values: readonly DraftText[] = []): void {
  if (hash === null) return;
  const name = unsentTextName(text);
  const left = draftStore.store.getState().recovered.get(draftKey(hash, name));
  draftStore.save(hash, name, { value, over: { version: 0, values } });
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

/** All of a project, as a hook. */
export function useUnsentTexts(hash: string): UnsentText[] {
  useStore(draftStore.store);
  return listUnsentTexts(hash);
}

export function listUnsentTexts(hash: string): UnsentText[] {
  const { unsaved, recovered } = draftStore.store.getState();
  const start = draftKey(hash, '');
  const names = [...new Set([...unsaved.keys(), ...recovered.keys()])].filter((key) => key.startsWith(start));
  return names.flatMap((key) => parseUnsentTextName(key.slice(start.length)) ?? []);
}
