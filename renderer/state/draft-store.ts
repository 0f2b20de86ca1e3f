/**
 * What was typed and is not saved. The backend stores it while the user types, so that it survives the end of the window; it is removed when it has
 * been saved. What another session has left is offered at its field.
 */

import { createStore, type StoreApi } from 'zustand/vanilla';
import {
  type Draft,
  type DraftText,
  draftRecordId,
  type ListedDraft,
  parseUnsentTextName,
  renamedDraftName,
} from '../../shared/contracts/drafts.ts';
import type { InvokeCall } from '../../shared/contracts/ipc/call-types.ts';
import type { ChangeSet } from '../../shared/model/change-set.ts';
import { Problem } from '../../shared/problem.ts';
import { invoke, onEvents } from '../platform/bridge.ts';
import { type EarlierDrafts, localStorageDrafts } from './earlier-drafts.ts';
import { openProjectStore } from './open-project.ts';
import { type CurrentIds, onRecordsRenamed } from './renamed-records.ts';
import { registerDraftStorage } from './unsaved-edits.ts';

/** While the user types, a draft is stored after this many milliseconds. The first key is stored at once. */
const putIntervalMs = 100;
/** Until a draft that could not be stored is stored again. */
const retryDelayMs = 2000;

interface UnsavedText {
  readonly hash: string;
  readonly value: DraftText;
  readonly over: Draft['over'];
  /** Why it could not be saved; null while it has not been tried. */
  readonly problem: Problem | null;
}

interface DraftState {
  /** What was typed in this session and is not saved, by key. */
  readonly unsaved: ReadonlyMap<string, UnsavedText>;
  /** What other sessions have left in the open project, by key. */
  readonly recovered: ReadonlyMap<string, ListedDraft>;
}

interface DraftStoreDeps {
  readonly invoke: InvokeCall;
  /** Identifies this session of the window: its own drafts are still being saved, those of others were lost. */
  readonly session: string;
  readonly wait: (milliseconds: number) => Promise<void>;
  readonly earlier: EarlierDrafts;
}

type TypedText = Pick<Draft, 'value' | 'over'> & { readonly problem?: Problem };

export const draftKey = (hash: string, name: string): string => `${hash}/${name}`;
const isUnsentText = (hash: string, key: string): boolean => parseUnsentTextName(key.slice(draftKey(hash, '').length)) !== null;

export function createDraftStore({ invoke, session, wait, earlier }: DraftStoreDeps) {
  const store: StoreApi<DraftState> = createStore<DraftState>(() => ({ unsaved: new Map(), recovered: new Map() }));
  const writer = createDraftWriter({ invoke, session, wait });
  const setUnsaved = (key: string, text: UnsavedText | null): void =>
    store.setState(({ unsaved }) => {
      if (text === null && !unsaved.has(key)) return {};
      const next = new Map(unsaved);
      if (text) next.set(key, text);
      else next.delete(key);
      return { unsaved: next };
    });
  const setRecovered = (change: (recovered: Map<string, ListedDraft>) => void): void =>
    store.setState(({ recovered }) => {
      const next = new Map(recovered);
      change(next);
      return { recovered: next };
    });

  return {
    store,
    /** The texts of the fields of a project that this session has not saved. What is sent by a button is not unsaved while it waits for that. */
    listUnsaved: (hash: string): UnsavedText[] =>
      [...store.getState().unsaved].filter(([key, text]) => text.hash === hash && !isUnsentText(hash, key)).map(([, text]) => text),
    /** Stores what is typed. It stays in this window, and is stored later, if that fails. */
    save(hash: string, name: string, { value, over, problem }: TypedText): void {
      setUnsaved(draftKey(hash, name), { hash, value, over, problem: problem ?? null });
      writer.write({ hash, name, content: { value, over } });
    },
    /** Called before a text is saved: what is stored of it must not be older than the save. */
    storeNow: (hash: string, name: string): void => writer.hurry(draftKey(hash, name)),
    /** It was saved, or is no longer wanted. */
    discard(hash: string, name: string): void {
      setUnsaved(draftKey(hash, name), null);
      writer.write({ hash, name, content: null });
    },
    discardRecovered(hash: string, { name, session: left }: ListedDraft): void {
      setRecovered((recovered) => recovered.delete(draftKey(hash, name)));
      void invoke('draft.discard', { hash, name, session: left }).catch(() => undefined);
    },
    /** Reads what other sessions have left in a project. */
    async load(hash: string): Promise<void> {
      for (const draft of earlier.list(hash)) {
        await invoke('draft.put', { hash, draft });
        earlier.remove(hash, draft.name);
      }
      const drafts = await invoke('draft.list', { hash });
      const left = drafts.filter((draft) => draft.session !== session);
      store.setState({ recovered: new Map(left.map((draft) => [draftKey(hash, draft.name), draft])) });
    },
    /** A draft is not newer than a record that has been changed since. */
    noteChanges(hash: string, changes: ChangeSet | number): void {
      const { recovered } = store.getState();
      if (recovered.size === 0) return;
      // Where they are too many to be sent, any record may have changed.
      const ids = typeof changes === 'number' ? undefined : new Set(changes.map(({ before, after }) => (after ?? before)?.id));
      const isAffected = (key: string, { name }: ListedDraft) =>
        key === draftKey(hash, name) && (ids === undefined || ids.has(draftRecordId(name)));
      if (![...recovered].some(([key, draft]) => isAffected(key, draft))) return;
      store.setState({
        recovered: new Map([...recovered].map(([key, draft]) => [key, isAffected(key, draft) ? { ...draft, isCurrent: false } : draft])),
      });
    },
    /** Records of the project have got other ids. What the backend had stored until then, it has renamed itself. */
    rename(hash: string, names: CurrentIds): void {
      const start = draftKey(hash, '');
      const newNameOf = (key: string): string | null => {
        const name = key.startsWith(start) ? renamedDraftName(key.slice(start.length), names) : null;
        return name === null || draftKey(hash, name) === key ? null : name;
      };
      const withNewKeys = <T>(texts: ReadonlyMap<string, T>, renamed: (text: T, name: string) => T): ReadonlyMap<string, T> => {
        if ([...texts.keys()].every((key) => newNameOf(key) === null)) return texts;
        return new Map(
          [...texts].map(([key, text]) => {
            const name = newNameOf(key);
            return name === null ? [key, text] : [draftKey(hash, name), renamed(text, name)];
          }),
        );
      };
      store.setState(({ unsaved, recovered }) => ({
        unsaved: withNewKeys(unsaved, (text) => text),
        recovered: withNewKeys(recovered, (draft, name) => ({ ...draft, name })),
      }));
      writer.rename(hash, names);
    },
    /** Resolves when everything that was typed is stored, or could not be. */
    whenStored: writer.whenStored,
    hasUnstored: writer.hasFailed,
  };
}

interface DraftWrite {
  readonly hash: string;
  readonly name: string;
  /** null removes the draft. */
  readonly content: Pick<Draft, 'value' | 'over'> | null;
}

/** Sends the writes of each field in their order, of those that wait only the last one. */
function createDraftWriter({ invoke, session, wait }: Pick<DraftStoreDeps, 'invoke' | 'session' | 'wait'>) {
  const pending = new Map<string, DraftWrite>();
  const latest = new Map<string, DraftWrite>();
  /** The fields whose next write waits, so that typing does not store every key. */
  const paced = new Map<string, Promise<void>>();
  const sending = new Set<Promise<void>>();
  /** The fields whose last draft could not be stored. */
  const failed = new Set<string>();

  function forget(key: string): void {
    failed.delete(key);
    latest.delete(key);
  }

  async function send(key: string, write: DraftWrite): Promise<void> {
    const { hash, name, content } = write;
    try {
      if (content) await invoke('draft.put', { hash, draft: { name, session, ...content } });
      else await invoke('draft.discard', { hash, name, session });
      failed.delete(key);
      if (latest.get(key) === write && !content) forget(key);
    } catch (error) {
      // The field has been written again.
      if (latest.get(key) !== write) return;
      // The project has been deleted.
      if (Problem.from(error).code === 'notFound') return forget(key);
      pending.set(key, write);
      if (content) failed.add(key);
      pace(key, retryDelayMs);
    }
  }

  function sendPending(key: string): void {
    const next = pending.get(key);
    if (!next) return;
    pending.delete(key);
    const sent = send(key, next).finally(() => sending.delete(sent));
    sending.add(sent);
    // A removal is not followed by more typing at once.
    if (next.content) pace(key, putIntervalMs);
  }

  function pace(key: string, milliseconds: number): void {
    const end = wait(milliseconds);
    paced.set(key, end);
    void end.then(() => {
      // A later wait replaces an earlier one.
      if (paced.get(key) !== end) return;
      paced.delete(key);
      sendPending(key);
    });
  }

  function write(next: DraftWrite): void {
    const key = draftKey(next.hash, next.name);
    pending.set(key, next);
    latest.set(key, next);
    if (!paced.has(key) || next.content === null) sendPending(key);
  }

  return {
    write,
    rename(hash: string, names: CurrentIds): void {
      for (const last of [...latest.values()]) {
        const name = renamedDraftName(last.name, names);
        if (last.hash !== hash || name === last.name || !last.content) continue;
        write({ hash, name: last.name, content: null });
        write({ hash, name, content: last.content });
      }
    },
    hurry: sendPending,
    async whenStored(): Promise<void> {
      for (const key of [...pending.keys()]) sendPending(key);
      await Promise.all(sending);
    },
    hasFailed: (): boolean => failed.size > 0,
  };
}

const session = crypto.randomUUID();
const wait = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));

export const draftStore = createDraftStore({ invoke, session, wait, earlier: localStorageDrafts });
registerDraftStorage(draftStore);
onRecordsRenamed((names) => draftStore.rename(openProjectStore.getState().hash ?? '', names));
onEvents((events) => {
  for (const event of events) if (event.event === 'project.changed') draftStore.noteChanges(event.hash, event.changes);
});
