/** The command palette: every action and every board, element, component and variable, by a part of its name. */
import { useDeferredValue, useMemo, useState } from 'react';
import { Dialog as AriaDialog, Modal, ModalOverlay } from 'react-aria-components';
import { type Action, actionLabel, isProjectListShown, searchedLabel } from '../../commands/action.ts';
import { listActions, shortcutFor, shownShortcut } from '../../commands/action-registry.ts';
import { findText, t } from '../../messages/translate.ts';
import { goToRecord } from '../../navigation/go-to-record.ts';
import { locationLabel } from '../../records/names/record-names.ts';
import { BestMatches, matchRank, rankFor } from '../../records/search/match-options.ts';
import { type TextIndex, useTextIndex } from '../../records/search/text-index.ts';
import { foldText } from '../../records/search/text-matching.ts';
import { openProjectStore } from '../../state/open-project.ts';
import { asStrings, createStoredState } from '../../state/stored-state.ts';
import { showDialog } from '../../ui/dialog-store.ts';
import { MatchCount } from '../../ui/match-count.tsx';
import { RestoreFocus } from '../../ui/restore-focus.tsx';
import { formatShortcut, ShortcutKeys } from '../../ui/shortcut-keys.tsx';
import { PickList, type PickListItem } from './pick-list.tsx';
import './find.css';

export const showCommandPalette = (): void => showDialog((close) => <CommandPalette close={close} />);

interface PaletteItem extends PickListItem {
  readonly rank: number;
  readonly run: () => void;
}

const maxPerKind = 40;
const groupLabels = (): Readonly<Record<string, string>> => ({
  board: t('find.boards'),
  element: t('find.elements'),
  component: t('find.components'),
  variable: t('find.variables'),
});

function CommandPalette({ close }: { close: () => void }) {
  const [query, setQuery] = useState('');
  const deferredQuery = useDeferredValue(query);
  const { texts, part } = useTextIndex();
  const records = useMemo(() => recordItems(texts.value, deferredQuery), [deferredQuery, texts]);
  const choices = useMemo(() => [...actionItems(deferredQuery), ...records.items], [deferredQuery, records]);
  // Actions come first and are complete at once; names are read in slices.
  const isReading = part !== null && choices[0]?.id.startsWith('do ') !== true;
  const pick = (id: string) => {
    const choice = choices.find((each) => each.id === id);
    if (!choice) return;
    close();
    choice.run();
  };
  return (
    <ModalOverlay className="dialog-overlay palette-overlay" isOpen isDismissable onOpenChange={(isOpen) => !isOpen && close()}>
      <RestoreFocus />
      <Modal className="dialog-sheet palette">
        <AriaDialog className="dialog" aria-label={t('find.palette.title')}>
          <div className="find">
            <MatchCount count={deferredQuery.trim() === '' ? null : choices.length + records.more} />
            <PickList
              label={t('find.palette.inputLabel')}
              placeholder={t(openProjectStore.getState().hash === null ? 'find.palette.commandPlaceholder' : 'find.palette.placeholder')}
              query={query}
              isFocusRequested
              onQueryChange={setQuery}
              items={choices}
              isOutdated={deferredQuery !== query}
              isIncomplete={isReading}
              onPick={pick}
              footer={records.more > 0 && <p className="find-empty">{t('find.palette.more', { count: records.more })}</p>}
              emptyState={<p className="find-empty">{t('find.palette.none', { keys: formatShortcut(shortcutFor('find') ?? '') })}</p>}
            />
          </div>
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}

/** The order of commands that match equally well: in a project, what applies to the open board and its story comes first. */
const projectGroups: readonly Action['group'][] = ['Board', 'Story', 'Lists', 'Panes', 'Everywhere', 'Projects', 'Help'];
const projectListGroups: readonly Action['group'][] = ['Projects', 'Everywhere', 'Help'];

/** The actions whose labels match, the best ones first. Of equally good ones, those that were chosen last come first. */
export function actionItems(query: string): PaletteItem[] {
  const recent = recentCommands();
  const groups = isProjectListShown() ? projectListGroups : projectGroups;
  const recency = (name: string) => (recent.includes(name) ? recent.indexOf(name) : recent.length);
  return listActions()
    .flatMap((action) => {
      const { name, run } = action;
      if (name === 'palette' || action.isHidden || !action.isEnabled()) return [];
      const label = actionLabel(action);
      const rankOfLabel = matchRank(searchedLabel(action), query);
      const synonym = rankOfLabel === null ? findSynonym(action, query) : undefined;
      const rank = synonym === undefined ? rankOfLabel : rankOfSynonym;
      const keys = shownShortcut(action);
      const content = (
        <>
          <span className="pick-name user-text">{label}</span>
          {synonym !== undefined && <small>{synonym}</small>}
          {keys !== undefined && <ShortcutKeys keys={keys} />}
        </>
      );
      const isRecent = query.trim() === '' && recent.includes(name);
      const item = {
        id: `do ${name}`,
        group: t(isRecent ? 'find.palette.recent' : 'find.palette.actions'),
        content,
        run: () => {
          rememberCommand(name);
          run();
        },
      };
      return rank === null ? [] : [{ ...item, rank, order: [rank, recency(name), groups.indexOf(action.group)] }];
    })
    .sort((a, b) => a.order.map((value, at) => value - (b.order[at] ?? 0)).find((difference) => difference !== 0) ?? 0);
}

/** After all labels that match. */
const rankOfSynonym = 4;

/** The word that begins with what was typed, of the other words for an action in its message: the action has none of them, so that they load with the palette. */
const findSynonym = ({ name }: Action, query: string): string | undefined =>
  query.trim() === ''
    ? undefined
    : findText(`actions.synonyms.${name}`)
        ?.split(/[,、] */)
        .find((word) => (matchRank(word, query) ?? rankOfSynonym) < 3);

/** The best matches of each kind, and in `more` how many others there are. */
export function recordItems(
  index: Pick<TextIndex, 'names'>,
  query: string,
): { readonly items: readonly PaletteItem[]; readonly more: number } {
  const [firstWord = ''] = foldText(query.trim()).split(' ');
  const groups = groupLabels();
  const rankOf = rankFor(query);
  const best = new Map(Object.keys(groups).map((kind) => [kind, new BestMatches<PaletteRecord>(maxPerKind)]));
  /** By its id: a record with a script ID has two names. */
  const found = new Map<string, PaletteRecord>();
  for (const { record, text } of index.names(firstWord)) {
    const rank = !best.has(record.kind) || (firstWord === '' && record.kind !== 'board') ? null : rankOf(text);
    const before = found.get(record.id);
    if (rank !== null && (before === undefined || rank < before.rank)) found.set(record.id, { id: record.id, name: text, rank, record });
  }
  for (const each of found.values()) best.get(each.record.kind)?.add(each, each.rank);
  const items = [...best].flatMap(([kind, { matches }]) =>
    matches.map(({ id, name, rank, record }) => ({
      id,
      group: groups[kind] ?? '',
      rank,
      content: <RecordRow id={id} text={name} />,
      run: () => goToRecord(record),
    })),
  );
  return { items, more: found.size - items.length };
}

interface PaletteRecord {
  readonly id: string;
  readonly name: string;
  readonly rank: number;
  readonly record: { readonly id: string; readonly kind: string };
}

function RecordRow({ id, text }: { id: string; text: string }) {
  const { project } = openProjectStore.getState();
  const record = project.get(id);
  const where = record === undefined ? '' : locationLabel(project, record);
  return (
    <>
      <span className="pick-name user-text">{text.replaceAll('\n', ' ')}</span>
      {where !== '' && <small>{where}</small>}
    </>
  );
}

const maxCommands = 5;

const recentCommandsStore = createStoredState<{ readonly names: readonly string[] }>({
  topic: 'recentCommands',
  parse: ({ names }) => ({ names: asStrings(names).slice(0, maxCommands) }),
  upgrade: () => ({}),
});

/** The commands that were last chosen in the command palette, the newest first. They are kept between starts. */
const recentCommands = (): readonly string[] => recentCommandsStore.getState().names;

function rememberCommand(name: string): void {
  const others = recentCommands().filter((each) => each !== name);
  recentCommandsStore.setState({ names: [name, ...others].slice(0, maxCommands) });
}
