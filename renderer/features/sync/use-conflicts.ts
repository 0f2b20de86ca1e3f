/**
 * The open conflicts, their edited texts, the sync reports and the held changes of a project, kept up to date while a component uses them.
 */
import { useEffect, useState } from 'react';
import type { DraftText, UnsentText } from '../../../shared/contracts/drafts.ts';
import type { Conflict, ConflictDetails, HeldChange, SyncReport } from '../../../shared/contracts/sync.ts';
import { jsonEquals } from '../../../shared/model/change-set.ts';
import type { UnsavedDraft } from '../../editors/fields/draft.ts';
import { invoke, onEvents, onReconnect } from '../../platform/bridge.ts';
import { discardUnsentText, keepUnsentText, useUnsentDraft } from '../../state/unsent-text.ts';
import { useLoaded } from '../../state/use-loaded.ts';
import { useResettingState } from '../../ui/use-resetting-state.ts';

/** null until they have been loaded. */
export const useConflicts = (hash: string): readonly Conflict[] | null => useLiveValue(hash, readConflicts);
/** The values of a conflict that is listed, read again with each new list; null until they are read. */
export function useConflictDetails(conflict: Conflict | undefined): ConflictDetails | null {
  const { value: details } = useLoaded(
    async () => (conflict ? ((await invoke('conflict.read', { hash: conflict.hash, ids: [conflict.id] }))[0] ?? null) : null),
    [conflict],
  );
  return details?.id === conflict?.id ? details : null;
}

/** What was edited is kept when the dialog or the project closes, until the conflict is resolved. */
export const mergedTextOf = ({ record, id }: Pick<Conflict, 'record' | 'id'>): UnsentText => ({ recordId: record, of: 'conflict', id });

interface EditedText {
  /** null if it was not edited for the values that the conflict has now. */
  readonly text: string | null;
  readonly edit: (text: string) => void;
  /** The text that was edited for other values, until something else is edited. */
  readonly earlier: Omit<UnsavedDraft, 'stored'> | null;
}

/**
 * The text that the user edits as the resolution of a conflict. A later conflict about the same field has the same id, so a text that was left is only the
 * resolution if both sides still have the values that were beside it.
 */
export function useEditedText(conflict: Conflict | undefined, details: ConflictDetails | null): EditedText {
  const hash = conflict?.hash ?? null;
  const name = conflict ? mergedTextOf(conflict) : null;
  const kept = useUnsentDraft(hash, name);
  /** Whether the user has typed here: the text then stays when the values change, which are shown beside it. */
  const [isTyped, setTyped] = useResettingState(false, name?.id);
  const edit = (text: string) => {
    if (!name || !details) return;
    setTyped(true);
    keepUnsentText(hash, name, text, valuesOf(details));
  };
  if (!name || !kept || !details) return { text: null, edit, earlier: null };
  const { value, over } = kept;
  if (isTyped || jsonEquals(over.values, valuesOf(details))) return { text: value, edit, earlier: null };
  return { text: null, edit, earlier: { value, restore: () => edit(value ?? ''), discard: () => discardUnsentText(hash, name) } };
}

const valuesOf = ({ local, remote }: ConflictDetails): DraftText[] =>
  [local, remote].map((value) => (typeof value === 'string' ? value : null));

export const useSyncReports = (hash: string): readonly SyncReport[] | null => useLiveValue(hash, readReports);
export const useHeldChanges = (hash: string): readonly HeldChange[] | null => useLiveValue(hash, readHeldChanges);

const readConflicts = (hash: string) => invoke('conflict.list', { hash });
const readReports = (hash: string) => invoke('sync.reports', { hash });
const readHeldChanges = (hash: string) => invoke('sync.held', { hash });

/** Reads now and whenever the conflicts, reports or held changes of this project change. Of overlapping reads only the last one is used. */
function useLiveValue<T>(hash: string, read: (hash: string) => Promise<T>): T | null {
  const [value, setValue] = useState<T | null>(null);
  useEffect(() => {
    let lastRequest = 0;
    const reload = async () => {
      const request = ++lastRequest;
      const result = await read(hash).catch(() => null);
      if (request === lastRequest && result !== null) setValue(result);
    };
    void reload();
    const unsubscribers = [
      onReconnect(() => void reload()),
      onEvents((events) => {
        if (events.some((event) => event.event === 'conflicts.changed' && event.hash === hash)) void reload();
      }),
    ];
    return () => {
      lastRequest = -1;
      for (const unsubscribe of unsubscribers) unsubscribe();
    };
  }, [hash, read]);
  return value;
}
