/**
 * The open conflicts, their edited texts, the sync reports and the held changes of a project, kept up to date while a component uses them.
 */
import type { DraftText, UnsentText } from '../../../shared/contracts/drafts.ts';
import type { BackendEvent } from '../../../shared/contracts/ipc/events.ts';
import type { Conflict, ConflictDetails, HeldChange, SyncReport } from '../../../shared/contracts/sync.ts';
import { jsonEquals } from '../../../shared/model/change-set.ts';
import type { UnsavedDraft } from '../../editors/fields/draft.ts';
import { invoke } from '../../platform/bridge.ts';
import { discardUnsentText, keepUnsentText, useUnsentDraft } from '../../state/unsent-text.ts';
import { type Loaded, useLoaded } from '../../state/use-loaded.ts';
import { useResettingState } from '../../ui/use-resetting-state.ts';

export const useConflicts = (hash: string): Loaded<readonly Conflict[]> =>
  useLoaded(() => invoke('conflict.list', { hash }), [hash], { isChangedBy: isConflictChange(hash) });
export const useSyncReports = (hash: string): Loaded<readonly SyncReport[]> =>
  useLoaded(() => invoke('sync.reports', { hash }), [hash], { isChangedBy: isConflictChange(hash) });
export const useHeldChanges = (hash: string): Loaded<readonly HeldChange[]> =>
  useLoaded(() => invoke('sync.held', { hash }), [hash], { isChangedBy: isConflictChange(hash) });

/** Whether the conflicts, reports or held changes of this project have changed. */
const isConflictChange =
  (hash: string) =>
  (event: BackendEvent): boolean =>
    event.event === 'conflicts.changed' && event.hash === hash;

/** The values of a conflict that is listed, loaded again with each new list; those of another one are null. */
export function useConflictDetails(conflict: Conflict | undefined): Loaded<ConflictDetails> {
  const loaded = useLoaded(
    async () => (conflict ? ((await invoke('conflict.read', { hash: conflict.hash, ids: [conflict.id] }))[0] ?? null) : null),
    [conflict],
  );
  return { ...loaded, value: loaded.value?.id === conflict?.id ? loaded.value : null };
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
