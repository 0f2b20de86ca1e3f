/** The conflicts of a project: a list, and the selected one beside it. Resolving one selects the next. Every control has a shortcut. */
import { type ComponentProps, createElement, type KeyboardEvent, type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import { Collection, Header, ListBox, ListBoxItem, ListBoxSection, ListLayout, type ListState, Virtualizer } from 'react-aria-components';
import { flushSync } from 'react-dom';
import { useStore } from 'zustand';
import { allowsResolution } from '../../../shared/contracts/allows-resolution.ts';
import type { UnsentText } from '../../../shared/contracts/drafts.ts';
import { otherSidesOf } from '../../../shared/contracts/other-sides.ts';
import type { Conflict, ConflictDetails, ConflictResolution } from '../../../shared/contracts/sync.ts';
import type { Project } from '../../../shared/model/project.ts';
import { Problem } from '../../../shared/problem.ts';
import { isTypedByOption } from '../../commands/shortcut-matching.ts';
import { DraftNotices } from '../../editors/fields/field.tsx';
import { t } from '../../messages/translate.ts';
import { goToRecord, isReachable } from '../../navigation/go-to-record.ts';
import { invoke } from '../../platform/bridge.ts';
import { computedChangeCommand } from '../../records/commands/computed-commands.ts';
import { localizedFieldLabel } from '../../records/diff/diff-records.ts';
import { describeRecord } from '../../records/names/describe-record.ts';
import { withBusyIndicator } from '../../state/busy-indicator.ts';
import { openProjectStore, useProject } from '../../state/open-project.ts';
import { sendCommand, undo } from '../../state/send-command.ts';
import { prepareStep, whenNextStepArrives } from '../../state/undo-toast.ts';
import { discardUnsentText, readUnsentText, useUnsentTexts } from '../../state/unsent-text.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog, showConfirmation } from '../../ui/dialog.tsx';
import { showDialog } from '../../ui/dialog-store.ts';
import { isTextField } from '../../ui/focus.ts';
import { LoadedContent } from '../../ui/loaded-content.tsx';
import { isMac } from '../../ui/shortcut-keys.tsx';
import { showProblem, showToast } from '../../ui/toast-queue.ts';
import { type ConflictGroup, groupConflicts } from './conflict-groups.ts';
import { type ConflictCommand, conflictCommandFor } from './conflict-shortcuts.ts';
import { ConflictView, conflictReason, conflictSubject, nextConflictId, textOfValue } from './conflict-view.tsx';
import { conflictsDialogStore } from './conflicts-dialog-state.ts';
import { mergedTextOf, useConflictDetails, useConflicts, useEditedText } from './use-conflicts.ts';
import './conflicts.css';

export const showConflictsDialog = (hash: string): void => showDialog((close) => <ConflictsDialog hash={hash} close={close} />);

function ConflictsDialog({ hash, close }: { hash: string; close: () => void }) {
  const loaded = useConflicts(hash);
  useEffect(() => {
    conflictsDialogStore.setState({ hash });
    return () => conflictsDialogStore.setState({ hash: null, conflictId: null });
  }, [hash]);
  return (
    <Dialog title={t('conflicts.title')} onClose={close} width={1280}>
      <LoadedContent loaded={loaded}>
        {(list) => (
          <>
            <TextsWithoutConflict hash={hash} list={list} />
            {list.length > 0 ? <ConflictsView list={list} close={close} /> : <NoConflicts close={close} />}
          </>
        )}
      </LoadedContent>
    </Dialog>
  );
}

/**
 * Merged texts whose conflict is not listed: it was resolved elsewhere, or the story folder has not been read yet. Only the user can know which, so each is
 * there to be copied until it is discarded.
 */
function TextsWithoutConflict({ hash, list }: { hash: string; list: readonly Conflict[] }) {
  // The text of a conflict that is resolved in this dialog is about to be discarded.
  const [listBefore] = useState(list);
  const ids = new Set([...listBefore, ...list].map(({ id }) => id));
  const others = useUnsentTexts(hash).filter((text) => text.of === 'conflict' && !ids.has(text.id));
  return others.map((text) => <TextWithoutConflict key={text.id} hash={hash} text={text} />);
}

function TextWithoutConflict({ hash, text }: { hash: string; text: UnsentText }) {
  const record = useProject((project) => (project.has(text.recordId) ? describeRecord(project, text.recordId) : null));
  const discard = () => discardUnsentText(hash, text);
  return (
    <section className="conflict-other-text">
      {record !== null && <h3>{record}</h3>}
      <DraftNotices draft={{ error: null, unsavedDraft: { value: readUnsentText(hash, text), stored: null, restore: null, discard } }} />
    </section>
  );
}

function NoConflicts({ close }: { close: () => void }) {
  return (
    <div className="no-conflicts">
      <p>{t('conflicts.none')}</p>
      <Button variant="primary" onPress={close} autoFocus>
        {t('conflicts.done')}
      </Button>
    </div>
  );
}

function ConflictsView({ list: unordered, close }: { list: readonly Conflict[]; close: () => void }) {
  const groups = useMemo(() => groupConflicts(unordered), [unordered]);
  const list = useMemo(() => groups.flatMap(({ conflicts }) => conflicts), [groups]);
  const { chosen, setChosen } = useSelectedConflict(list);
  const view = useRef<HTMLDivElement>(null);
  const listState = useRef<ListState<unknown>>(null);
  const loadedDetails = useConflictDetails(chosen);
  const details = loadedDetails.value;
  const edited = useEditedText(chosen, details);
  if (!chosen) return null;
  const mergedText = edited.text ?? textOfValue(details?.merged ?? details?.local);
  const resolve = (resolution: ConflictResolution) => {
    if (!allowsResolution(chosen, resolution)) return;
    const next = nextConflictId(list, list, chosen.id);
    // The answer is about the values that are shown, which may be older than the list.
    void resolveConflicts([details ?? chosen], resolution).then(
      () => {
        // The user may have chosen another conflict meanwhile, or closed the dialog.
        const { conflictId } = conflictsDialogStore.getState();
        if (next !== null && view.current && (conflictId === null || conflictId === chosen.id)) select(next);
      },
      () => undefined,
    );
  };
  /** Moves the focus to the list item: the control that had it may have been removed with the previous conflict. */
  const select = (id: string) => {
    // An item that is scrolled out of view is rendered if it is the one to focus.
    flushSync(() => {
      setChosen(id);
      listState.current?.selectionManager.setFocusedKey(id);
    });
    view.current?.querySelector<HTMLElement>('[role=option][aria-selected=true]')?.focus();
  };
  const step = (by: 1 | -1) => {
    const at = list.indexOf(chosen) + by;
    const next = list[(at + list.length) % list.length];
    if (next) select(next.id);
  };
  const goTo = () => {
    if (!isReachable(openProjectStore.getState().project, { id: chosen.record })) return;
    close();
    goToRecord({ id: chosen.record });
  };
  const handlers: Readonly<Record<ConflictCommand, () => void>> = {
    useLocal: () => resolve({ choice: 'local' }),
    useRemote: () => resolve({ choice: 'remote' }),
    useMerged: () => {
      if (details && details.merged !== null) resolve({ text: details.merged });
    },
    edit: () => view.current?.querySelector<HTMLElement>('.edited [role=textbox], .edited textarea')?.focus(),
    use: () => {
      if (details) resolve({ text: mergedText });
    },
    next: () => step(1),
    previous: () => step(-1),
    goTo,
  };
  const handleKeyDown = (event: KeyboardEvent) => {
    if (isTypedByOption(event.nativeEvent, isMac) && isTextField(event.target)) return;
    const command = conflictCommandFor(event.nativeEvent);
    if (!command) return;
    event.preventDefault();
    event.stopPropagation();
    handlers[command]();
  };
  return (
    <div className="conflicts list-and-detail" ref={view} onKeyDownCapture={handleKeyDown}>
      <div className="conflicts-side">
        <ConflictList groups={groups} chosen={chosen.id} choose={setChosen} stateRef={listState} />
        <ResolveGroupButtons groups={groups} chosen={chosen} />
        {list.length > 1 && <ResolveAllButtons list={list} />}
      </div>
      <ConflictView
        key={chosen.id}
        conflict={chosen}
        loaded={loadedDetails}
        onResolve={resolve}
        goTo={goTo}
        onStep={step}
        hasOthers={list.length > 1}
        mergedText={mergedText}
        setMergedText={edited.edit}
        earlierText={edited.earlier && { ...edited.earlier, stored: mergedText }}
      />
    </div>
  );
}

/** Keeps the selection while conflicts are added and removed; selects the first one if there is no selection. */
function useSelectedConflict(list: readonly Conflict[]): { chosen: Conflict | undefined; setChosen: (id: string) => void } {
  const id = useStore(conflictsDialogStore, ({ conflictId }) => conflictId);
  const setChosen = (conflictId: string) => conflictsDialogStore.setState({ conflictId });
  return { chosen: list.find((each) => each.id === id) ?? list[0], setChosen };
}

interface ConflictListProps {
  readonly groups: readonly ConflictGroup[];
  /** The id of the selected conflict. */
  readonly chosen: string;
  readonly choose: (id: string) => void;
  readonly stateRef: RefObject<ListState<unknown> | null>;
}

/** Only visible items are rendered. */
function ConflictList({ groups, chosen, choose, stateRef }: ConflictListProps) {
  const layoutOptions = useMemo(() => ({ estimatedRowSize: 53, estimatedHeadingSize: 28 }), []);
  const positions = useMemo(() => new Map(groups.flatMap(({ conflicts }) => conflicts).map(({ id }, at) => [id, at + 1])), [groups]);
  return (
    <Virtualizer layout={ListLayout} layoutOptions={layoutOptions}>
      <ListBox
        className={({ state }) => {
          stateRef.current = state;
          return 'conflict-list choice-list framed';
        }}
        aria-label={t('conflicts.list')}
        selectionMode="single"
        selectionBehavior="replace"
        disallowEmptySelection
        selectedKeys={[chosen]}
        onSelectionChange={(keys) => {
          const [key] = keys === 'all' ? [] : keys;
          if (key !== undefined) choose(String(key));
        }}
        autoFocus
        items={groups}
        dependencies={[positions]}
      >
        {(group) => (
          <ListBoxSection id={group.id}>
            <GroupHeader group={group} />
            <Collection items={group.conflicts}>
              {(conflict) => <ConflictItem conflict={conflict} position={positions.get(conflict.id)} count={positions.size} />}
            </Collection>
          </ListBoxSection>
        )}
      </ListBox>
    </Virtualizer>
  );
}

function GroupHeader({ group }: { group: ConflictGroup }) {
  const label = useProject((project) => groupLabel(project, group));
  return <Header className="conflict-group">{t('conflicts.group', { group: label, count: group.conflicts.length })}</Header>;
}

interface ConflictItemProps {
  readonly conflict: Conflict;
  /** Its place among all conflicts, from 1. */
  readonly position: number | undefined;
  readonly count: number;
}

function ConflictItem({ conflict, position, count }: ConflictItemProps) {
  const subject = useProject((project) => conflictSubject(project, conflict));
  return (
    <ListBoxItem
      id={conflict.id}
      className="choice-row lines"
      textValue={subject}
      // React Aria would count within the group, and the header too. Without a link, an item is a `div`.
      render={(props) => createElement('div', { ...(props as ComponentProps<'div'>), 'aria-posinset': position, 'aria-setsize': count })}
    >
      <span className="conflict-about">{subject}</span>
      <span className="conflict-reason">{conflictReason(conflict)}</span>
    </ListBoxItem>
  );
}

/** `Chapter 2: Content`, or what happened to whole records there. */
function groupLabel(project: Project, { conflicts: [first] }: ConflictGroup): string {
  const { kind, field, location } = first;
  const what = field === null ? conflictReason(first) : localizedFieldLabel(kind, field, undefined, project);
  return location.length === 0 ? what : t('conflicts.inPlace', { what, place: location.join(' › ') });
}

/** One answer to all conflicts of the group of the selected one. It asks before what no undo takes back. */
function ResolveGroupButtons({ groups, chosen }: { groups: readonly ConflictGroup[]; chosen: Conflict }) {
  const group = groups.find(({ conflicts }) => conflicts.includes(chosen));
  const label = useProject((project) => (group ? groupLabel(project, group) : ''));
  if (!group || groups.length < 2 || group.conflicts.length < 2) return null;
  return (
    <fieldset className="conflicts-resolve-group" aria-label={label}>
      <span>{label}</span>
      {(['local', 'remote'] as const).map((choice) => {
        const resolvable = group.conflicts.filter((each) => allowsResolution(each, { choice }));
        const count = resolvable.length;
        return (
          <Button
            key={choice}
            isDisabled={count === 0}
            onPress={() => {
              if (!canUndoResolution(resolvable, { choice })) confirmResolution(resolvable, choice);
              else void resolveConflicts(resolvable, { choice }).catch(() => undefined);
            }}
          >
            {choice === 'local' ? t('conflicts.useGroupLocal', { count }) : t('conflicts.useGroupRemote', { count })}
          </Button>
        );
      })}
    </fieldset>
  );
}

/** Applies one resolution to every conflict that allows it; the others stay open. */
function ResolveAllButtons({ list }: { list: readonly Conflict[] }) {
  const confirmAll = (choice: 'local' | 'remote') =>
    confirmResolution(
      list.filter((each) => allowsResolution(each, { choice })),
      choice,
    );
  return (
    <div className="conflicts-resolve-all">
      <Button onPress={() => confirmAll('local')}>{t('conflicts.useAllLocal')}</Button>
      <Button onPress={() => confirmAll('remote')}>{t('conflicts.useAllRemote')}</Button>
    </div>
  );
}

function confirmResolution(conflicts: readonly Conflict[], choice: 'local' | 'remote'): void {
  const remote = otherSidesOf(conflicts);
  const { length: count } = conflicts;
  const canUndo = canUndoResolution(conflicts, { choice });
  showConfirmation({
    title: choice === 'local' ? t('conflicts.useAllLocalTitle', { count }) : t('conflicts.useAllRemoteTitle', { count }),
    confirms: canUndo ? 'undoable' : 'final',
    confirmLabel: t('conflicts.resolveAll'),
    message: (
      <>
        <p>{choice === 'local' ? t('conflicts.useAllLocalHint', { remote }) : t('conflicts.useAllRemoteHint', { remote })}</p>
        <p>{canUndo ? t('common.undoHint') : t('conflicts.cannotUndo')}</p>
      </>
    ),
    run: () => resolveConflicts(conflicts, { choice }),
  });
}

/** Resolves conflicts, and offers to undo the resolution. */
export async function resolveConflicts(conflicts: readonly Conflict[], resolution: ConflictResolution): Promise<void> {
  const [first] = conflicts;
  if (!first) return;
  const ids = conflicts.map(({ id }) => id);
  const isNextUndo = prepareStep('otherCall');
  const canUndo = canUndoResolution(conflicts, resolution);
  const marks = Object.fromEntries(conflicts.map(({ id, mark }) => [id, mark]));
  let resolved = conflicts;
  const resolve = async (): Promise<(() => void) | null> => {
    // Nothing has these values after *Mine*. If they cannot be read, it could not be undone, and is not made.
    const before = canUndo && isLocalChoice(resolution) ? await invoke('conflict.read', { hash: first.hash, ids }) : [];
    const { isUndoable, changedIds } = await invoke('conflict.resolve', { ids, resolution, marks });
    resolved = conflicts.filter(({ id }) => !changedIds.includes(id));
    if (!canUndo) return null;
    if (isLocalChoice(resolution))
      return createUndoOfLocalChoice(
        resolved,
        before.filter(({ id }) => !changedIds.includes(id)),
      );
    return isUndoable ? () => void undo().catch(() => undefined) : null;
  };
  let undoResolution: (() => void) | null;
  try {
    undoResolution = await withBusyIndicator(t('conflicts.progress'), resolve());
  } catch (error) {
    const problem = Problem.from(error);
    // Resolved meanwhile, by the key before or in another window: the list shows that.
    if (problem.code === 'notFound' && (await areResolved(first.hash, ids))) return;
    showProblem(problem);
    throw problem;
  }
  for (const each of resolved) discardUnsentText(each.hash, mergedTextOf(each));
  if (!isNextUndo()) undoResolution = null;
  const changed = conflicts.length - resolved.length;
  const close = showToast({
    tone: 'good',
    title:
      conflicts.length === 1 ? t('conflicts.resolved', { title: first.title }) : t('conflicts.resolvedCount', { count: resolved.length }),
    lines: [resolutionLabel(resolved, resolution), ...(changed > 0 ? [t('conflicts.changedMeanwhile', { count: changed })] : [])],
    ...(undoResolution ? { action: { label: t('conflicts.undo'), run: undoResolution } } : {}),
  });
  if (undoResolution) whenNextStepArrives(close);
}

/** Whether none of them is open any more. */
async function areResolved(hash: string, ids: readonly string[]): Promise<boolean> {
  const open = await invoke('conflict.list', { hash }).catch(() => null);
  return open?.every(({ id }) => !ids.includes(id)) ?? false;
}

function resolutionLabel(conflicts: readonly Conflict[], resolution: ConflictResolution): string {
  if ('text' in resolution) return t('conflicts.resolvedWithText');
  return resolution.choice === 'local'
    ? t('conflicts.resolvedWithLocal')
    : t('conflicts.resolvedWithRemote', { remote: otherSidesOf(conflicts) });
}

const isOpenProject = (hash: string): boolean => openProjectStore.getState().hash === hash;

/** Whether the window offers to undo a resolution of all of them, in the open project. */
export const canUndoResolution = (conflicts: readonly Conflict[], resolution: ConflictResolution): boolean =>
  conflicts.every(({ hash, choices }) => isOpenProject(hash) && ('text' in resolution || choices.undoable[resolution.choice]));

const isLocalChoice = (resolution: ConflictResolution): boolean => 'choice' in resolution && resolution.choice === 'local';

/**
 * *Mine* changes only the remote: undoing it writes the texts of the remote locally, in one step, and sync then uploads them. Null if it cannot undo all.
 * @param details of these conflicts before they were resolved
 */
function createUndoOfLocalChoice(conflicts: readonly Conflict[], details: readonly ConflictDetails[]): (() => void) | null {
  const commands = details.flatMap(({ kind, record, field, locale, remote }) => {
    if (field === null || typeof remote !== 'string') return [];
    return [computedChangeCommand(kind, record, { [field]: locale === null ? remote : { [locale]: { text: remote } } })];
  });
  if (commands.length < conflicts.length) return null;
  return () => void sendCommand({ do: 'batch', commands }).catch(() => undefined);
}
