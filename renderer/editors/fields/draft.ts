/**
 * A field that is saved while the user types. The draft is what the user sees, `stored` is what the project contains. Saving waits for a pause, one
 * request at a time; only leaving the field does not wait, because an undo or the end of the project may follow. A rejected save keeps the text and shows
 * the error at the field; what could not be written is saved again until it is. Changes by others appear at once unless the user has typed meanwhile. Each
 * value of the project belongs to a version and may arrive late: a value that is older than our last save, or is that save, changes nothing.
 */

import { useEffect, useLayoutEffect, useMemo, useState } from 'react';
import { useStore } from 'zustand';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { type Draft, type DraftText, draftRecordId, type ListedDraft, renamedDraftName } from '../../../shared/contracts/drafts.ts';
import { isTemporaryProblem, Problem } from '../../../shared/problem.ts';
import { compareCodeUnits } from '../../../shared/text.ts';
import { t } from '../../messages/translate.ts';
import { runAfterComposition } from '../../platform/composition.ts';
import { draftKey, draftStore } from '../../state/draft-store.ts';
import { onProjectChange, openProjectStore } from '../../state/open-project.ts';
import { type CurrentIds, onRecordsRenamed, recordKey } from '../../state/renamed-records.ts';
import { requireOpenProject } from '../../state/send-command.ts';
import { registerUnsavedEdit } from '../../state/unsaved-edits.ts';

/** The length of a pause, in milliseconds. */
const saveDelayMs = 250;
/** While the user types without pausing, the draft is saved after this many milliseconds. */
const maxSaveDelayMs = 2000;
/** Until a save is repeated whose failure says nothing about the text. */
const retryDelayMs = 2000;

interface DraftState<T> {
  readonly value: T;
  /** Why the last save was rejected; null if it was not. */
  readonly error: string | null;
  readonly isSaving: boolean;
}
/** The project version that contains the saved value; undefined if nothing had to be sent. */
export type SaveResult = { readonly newVersion: number } | undefined;

interface DraftDeps<T> {
  readonly initial: T;
  readonly same: (one: T, two: T) => boolean;
  readonly save: (value: T) => Promise<SaveResult>;
  /** Calls back after a number of milliseconds. Returns a function that cancels it. */
  readonly schedule: (run: () => void, milliseconds: number) => () => void;
  /** Stores what is typed outside the window until it is saved. */
  readonly keep?: DraftKeeper<T> | undefined;
  /** `whenLeft`: only `flush` saves. */
  readonly saves?: () => 'whileTyping' | 'whenLeft';
}
interface DraftKeeper<T> {
  /** `over`: what the field contains, and what is being saved. `problem`: why it could not be saved. */
  keep(value: T, over: readonly T[], problem?: Problem): void;
  /** Called before what was typed is saved. */
  beforeSave(): void;
  forget(): void;
}
export interface DraftController<T> {
  readonly store: StoreApi<DraftState<T>>;
  type(value: T): void;
  /** Saves unsaved input immediately: on blur and when the field is closed. Resolves to whether everything is saved. */
  flush(): Promise<boolean>;
  /** Discards input that no save includes. */
  revert(): void;
  /** The value in a version of the project. */
  receive(value: T, version: number): void;
}

export function createDraft<T>({ initial, same, save, schedule, keep, saves = () => 'whileTyping' }: DraftDeps<T>): DraftController<T> {
  const store = createStore<DraftState<T>>(() => ({ value: initial, error: null, isSaving: false }));
  let stored = initial;
  /** The version of `stored`, as far as this field has saved it. */
  let savedVersion = 0;
  /** Saves are numbered; the backend executes them in this order. */
  let lastSave = 0;
  let lastAnswered = 0;
  let lastSent = initial;
  /** Whether there is input that no save includes yet. */
  let isTyped = false;
  /** While a save is running: the latest value from the project, and whether to save again. Only the response shows which change is ours. */
  let latestReceived: { readonly value: T; readonly version: number } | null = null;
  let saveAgain = false;
  let cancelPause = () => {};
  let cancelLatestSave: (() => void) | null = null;
  let cancelRetry = () => {};
  const cancelTimers = () => {
    cancelPause();
    cancelRetry();
    cancelLatestSave?.();
    cancelLatestSave = null;
  };

  async function flush(when: 'now' | 'afterSave' = 'now'): Promise<void> {
    cancelTimers();
    const { value, isSaving } = store.getState();
    if (isSaving && when === 'afterSave') saveAgain = true;
    else if (!same(value, isSaving ? lastSent : stored)) await sendValue(value);
    else if (isTyped) {
      isTyped = false;
      if (!isSaving) keep?.forget();
    }
  }

  async function sendValue(value: T): Promise<void> {
    const number = ++lastSave;
    [isTyped, saveAgain] = [false, false];
    lastSent = value;
    store.setState({ isSaving: true });
    keep?.beforeSave();
    try {
      const saved = await save(value);
      if (number > lastAnswered) {
        stored = value;
        savedVersion = saved?.newVersion ?? savedVersion;
      }
      if (!noteAnswer(number)) return;
      store.setState({ isSaving: false, error: null });
      if (!isTyped) keep?.forget();
    } catch (error) {
      if (!noteAnswer(number)) return;
      const problem = Problem.from(error);
      keep?.keep(store.getState().value, [stored], problem);
      store.setState({ isSaving: false, error: saveErrorText(problem) });
      if (isTemporaryProblem(problem)) cancelRetry = schedule(() => void flush('afterSave'), retryDelayMs);
    }
    const received = latestReceived;
    latestReceived = null;
    if (received) applyReceived(received.value, received.version);
    if (saveAgain && isTyped) await flush();
  }

  /** Returns whether it was the last save. A later one contains the whole field, so that its answer decides. */
  function noteAnswer(number: number): boolean {
    lastAnswered = Math.max(lastAnswered, number);
    return number === lastSave;
  }

  function applyReceived(value: T, version: number): void {
    if (version < savedVersion || Object.is(value, stored)) return;
    const shown = store.getState().value;
    const isUntouched = !isTyped && same(shown, stored);
    stored = value;
    // An equal value in another form would only move the caret.
    if (isUntouched && !same(shown, value)) store.setState({ value, error: null });
  }

  return {
    store,
    type(value) {
      cancelPause();
      isTyped = true;
      const { error, isSaving } = store.getState();
      const isStored = !isSaving && Object.is(value, stored);
      store.setState({ value, error: isStored ? null : error });
      if (isStored) keep?.forget();
      else keep?.keep(value, isSaving ? [stored, lastSent] : [stored]);
      if (saves() === 'whenLeft') return;
      cancelPause = schedule(() => void flush('afterSave'), saveDelayMs);
      cancelLatestSave ??= schedule(() => void flush('afterSave'), maxSaveDelayMs);
    },
    async flush() {
      await flush();
      await whenAnswered(store);
      return store.getState().error === null;
    },
    revert() {
      cancelTimers();
      [isTyped, saveAgain] = [false, false];
      const { isSaving } = store.getState();
      // What is being saved replaces `stored`: the field would show, and save again, what it contained before.
      store.setState({ value: isSaving ? lastSent : stored, error: null });
      if (isSaving) keep?.keep(lastSent, [stored]);
      else keep?.forget();
    },
    receive(value, version) {
      if (store.getState().isSaving) latestReceived = { value, version };
      else applyReceived(value, version);
    },
  };
}

/** Resolves when no save is running. */
function whenAnswered(store: StoreApi<{ readonly isSaving: boolean }>): Promise<void> {
  if (!store.getState().isSaving) return Promise.resolve();
  return new Promise((resolve) => {
    const stop = store.subscribe(({ isSaving }) => {
      if (isSaving) return;
      stop();
      resolve();
    });
  });
}

/** The error message: that of the field if there is one. */
const saveErrorText = (problem: Problem): string => {
  const reason = t(problem.faults[0] ?? problem.text);
  return isTemporaryProblem(problem) ? t('inspector.notSavedYet', { reason }) : reason;
};

/**
 * The name of a field of one record, or of one that changes several. Each set of records is another field: text that could not be saved yet must neither be
 * shown nor be saved in more or fewer records than it was typed for. The ids of many records are too long for a name.
 */
export function draftNameOf(ids: readonly string[], field: string): string {
  // In whatever order they were selected.
  const sorted = [...ids].sort((one, two) => compareCodeUnits(recordKey(one), recordKey(two)));
  const name = `${sorted[0] ?? ''} ${field}`;
  return sorted.length > 1 ? `${name}${severalMark}${digestOf(sorted.map(recordKey))}` : name;
}

const severalMark = ' several ';

/** 53 bits that practically only the same ids have (cyrb53). */
function digestOf(ids: readonly string[]): string {
  let [one, two] = [0xdeadbeef, 0x41c6ce57];
  for (const unit of new TextEncoder().encode(ids.join(' '))) {
    one = Math.imul(one ^ unit, 2654435761);
    two = Math.imul(two ^ unit, 1597334677);
  }
  one = Math.imul(one ^ (one >>> 16), 2246822507) ^ Math.imul(two ^ (two >>> 13), 3266489909);
  two = Math.imul(two ^ (two >>> 16), 2246822507) ^ Math.imul(one ^ (one >>> 13), 3266489909);
  return (4294967296 * (2097151 & two) + (one >>> 0)).toString(36);
}

interface DraftOptions<T> {
  /** Identifies the field, starting with the id of its record. Another name is another draft. */
  readonly name: string;
  readonly value: T;
  readonly save: (value: T) => Promise<SaveResult>;
  readonly same?: (one: T, two: T) => boolean;
  readonly saves?: 'whileTyping' | 'whenLeft';
}

/** Text of another window session that was not saved. */
export interface UnsavedDraft {
  readonly value: DraftText;
  /** What the field contains. */
  readonly stored: DraftText;
  /** null if the field contains a newer text, which is never replaced. */
  readonly restore: (() => void) | null;
  readonly discard: () => void;
}
export type DraftHandle<T> = DraftState<T> &
  Pick<FieldDraft<T>, 'key' | 'type' | 'flush' | 'revert'> & { readonly unsavedDraft: UnsavedDraft | null };

/**
 * A draft in a component: the one of the field of the record, updated from the project, and saved when a component that shows it unmounts. A field that is
 * shown at two places, on its card and in the inspector, has one draft; so has a text that could not be saved, when its field is shown again.
 */
export function useDraft<T extends DraftText>(options: DraftOptions<T>): DraftHandle<T> {
  const { name, value, save, same = Object.is, saves = 'whileTyping' } = options;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a field keeps its draft until its name changes
  const draft = useMemo(() => openFieldDraft(options), [name]);
  const [place] = useState(() => ({}));
  // Before any event, and before the draft of another name replaces this one.
  useLayoutEffect(() => draft.showIn(place, { save, same, saves }));
  // The version of this rendering: by the time the effect runs, there may be a newer one.
  const { version } = openProjectStore.getState();
  useEffect(() => draft.receive(value, version));
  useEffect(() => {
    draft.enter(place);
    return () => draft.leave(place);
  }, [draft, place]);
  const type = (typed: T) => draft.typeIn(place, typed);
  const unsavedDraft = useUnsavedDraft(name, value, { ...draft, type }, same);
  return { ...useStore(draft.store), key: draft.key, type, flush: draft.flush, revert: draft.revert, unsavedDraft };
}

/** The drafts of the fields that are shown or not saved, by key: a field that is not shown any more may contain what could not be saved. */
const openDrafts = new Map<string, FieldDraft<unknown>>();

registerUnsavedEdit(() => Promise.all([...openDrafts.values()].map((draft) => draft.isUnsaved() && draft.flush())));

onRecordsRenamed((names) => {
  for (const draft of [...openDrafts.values()]) draft.rename(names);
});
// Also those that were rendered and never shown.
onProjectChange(() => {
  for (const [key, draft] of openDrafts) if (!draft.isShown() && !draft.isUnsaved()) openDrafts.delete(key);
});

/** The draft of a field of the open project. */
export function openFieldDraft<T extends DraftText>(options: DraftOptions<T>): FieldDraft<T> {
  const { hash } = openProjectStore.getState();
  // A name belongs to one field, and so to one type.
  const open = hash === null ? undefined : (openDrafts.get(draftKey(hash, options.name)) as FieldDraft<T> | undefined);
  // One that was rendered and never shown may contain an older value.
  const isCurrent = open && (open.isShown() || open.isUnsaved() || Object.is(open.store.getState().value, options.value));
  return isCurrent ? open : createFieldDraft(options);
}

/** How a field compares and saves a text. This can depend on the value that it contains, so it changes with each drawing. */
type FieldMethods<T> = Required<Pick<DraftOptions<T>, 'save' | 'same' | 'saves'>>;

interface FieldDraft<T> extends DraftController<T> {
  /** The name of the field when the draft was opened. It stays the same when the record gets another id. */
  readonly key: string;
  /** How the field at a place compares and saves it. Where it was typed decides until it is saved, otherwise the field that was drawn last. */
  showIn(place: object, field: FieldMethods<T>): void;
  typeIn(place: object, value: T): void;
  /** Called when the field at a place shows it. */
  enter(place: object): void;
  /** Called when that field is closed: saves what was typed there. */
  leave(place: object): void;
  isShown(): boolean;
  isUnsaved(): boolean;
  rename(names: CurrentIds): void;
}

/** What cannot be saved before another project is open stays unsaved. */
function createFieldDraft<T extends DraftText>({
  name,
  value,
  save,
  same = Object.is,
  saves = 'whileTyping',
}: DraftOptions<T>): FieldDraft<T> {
  const { hash } = openProjectStore.getState();
  const opened: FieldMethods<T> = { save, same, saves };
  const methods = new Map<object, FieldMethods<T>>();
  /** The places whose fields are on the page. */
  const places = new Set<object>();
  let typedIn: object | null = null;
  let lastShown = opened;
  const field = (): FieldMethods<T> => (typedIn && methods.get(typedIn)) ?? lastShown;
  let currentName = name;
  let isUnsaved = false;
  /** The version that the text was typed over; another project may be open by now. */
  let version = 0;
  const register = () => hash !== null && openDrafts.set(draftKey(hash, currentName), draft as FieldDraft<unknown>);
  const unregister = () => {
    const key = draftKey(hash ?? '', currentName);
    if (openDrafts.get(key) === draft) openDrafts.delete(key);
  };
  const keepIn = (project: string): DraftKeeper<T> => {
    const forget = () => {
      isUnsaved = false;
      typedIn = null;
      if (places.size === 0) unregister();
      draftStore.discard(project, currentName);
    };
    return {
      keep(typed, values, problem) {
        const open = openProjectStore.getState();
        if (open.hash === project) version = open.version;
        if (problem?.code === 'notFound' && open.hash === project && !open.project.has(draftRecordId(currentName))) return forget();
        isUnsaved = true;
        register();
        const over: Draft['over'] = { version, values: [...values] };
        draftStore.save(project, currentName, { value: typed, over, ...(problem && { problem }) });
      },
      beforeSave: () => draftStore.storeNow(project, currentName),
      forget,
    };
  };
  const controller = createDraft<T>({
    initial: value,
    same: (one, two) => field().same(one, two),
    save: async (typed) => {
      requireOpenProject(hash);
      return field().save(typed);
    },
    schedule: runLater,
    keep: hash === null ? undefined : keepIn(hash),
    saves: () => field().saves,
  });
  const draft: FieldDraft<T> = {
    ...controller,
    key: name,
    showIn(place, shown) {
      lastShown = shown;
      methods.set(place, shown);
    },
    typeIn(place, typed) {
      typedIn = place;
      controller.type(typed);
    },
    enter(place) {
      places.add(place);
      register();
    },
    leave(place) {
      places.delete(place);
      // What is being typed at another place is saved as that place does.
      if (typedIn === null || typedIn === place || places.size === 0) void controller.flush();
      if (places.size === 0 && !isUnsaved) unregister();
    },
    isShown: () => places.size > 0,
    isUnsaved: () => isUnsaved,
    rename(names) {
      const renamed = renamedDraftName(currentName, names);
      if (renamed === currentName || openProjectStore.getState().hash !== hash) return;
      unregister();
      currentName = renamed;
      register();
    },
  };
  register();
  return draft;
}

/** The recovered draft of the field. The field of the first record also shows what was typed for several: they may never be selected together again. */
function findRecovered(recovered: ReadonlyMap<string, ListedDraft>, key: string): ListedDraft | undefined {
  const found = recovered.get(key);
  if (found || recovered.size === 0) return found;
  return [...recovered].find(([each]) => each.startsWith(`${key}${severalMark}`))?.[1];
}

function useUnsavedDraft<T extends DraftText>(
  name: string,
  value: T,
  draft: DraftController<T>,
  same: (one: T, two: T) => boolean,
): UnsavedDraft | null {
  const { hash } = openProjectStore.getState();
  const found = useStore(draftStore.store, ({ recovered }) => (hash === null ? undefined : findRecovered(recovered, draftKey(hash, name))));
  const shown = useStore(draft.store, (state) => state.value);
  if (hash === null || !found) return null;
  // The name of the field decides its type, and an earlier version of the program can only have stored null in addition.
  const isSame = (one: DraftText): boolean => same(one as T, value);
  if (isSame(found.value)) return null;
  const isNewer = same(shown, value) && (found.isCurrent || found.over.values.some(isSame));
  const discard = () => draftStore.discardRecovered(hash, found);
  const restore = () => {
    draftStore.discardRecovered(hash, found);
    // The name of the field decides its type.
    draft.type(found.value as T);
    void draft.flush();
  };
  return { value: found.value, stored: value, restore: isNewer ? restore : null, discard };
}

/**
 * Text that an input method composes is not saved before it is complete: it would be exported, and be an undo step of its own. Then it is saved at once:
 * after another delay, the next text may be composed already, and a writer who never pauses would have nothing saved.
 */
function runLater(run: () => void, milliseconds: number): () => void {
  let cancelWaiting: (() => void) | null = null;
  const timer = setTimeout(() => {
    cancelWaiting = runAfterComposition(run);
    if (!cancelWaiting) run();
  }, milliseconds);
  return () => {
    clearTimeout(timer);
    cancelWaiting?.();
  };
}
