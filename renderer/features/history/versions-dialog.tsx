/** The versions of a record, as far back as the journal reaches: what each change did, what differs now, and a button that restores it. */
import { useMemo, useState } from 'react';
import { ListBox, ListBoxItem } from 'react-aria-components';
import type { RecordVersion } from '../../../shared/contracts/sync.ts';
import type { Project } from '../../../shared/model/project.ts';
import { formatDate, t } from '../../messages/translate.ts';
import { invoke } from '../../platform/bridge.ts';
import { diffRecords, type FieldDifference, recordDisplayName } from '../../records/diff/diff-records.ts';
import { ChangedWords, WordDiff } from '../../records/diff/word-diff.tsx';
import { describeRecord } from '../../records/names/describe-record.ts';
import { openProjectStore, useProject, useRevisedProject } from '../../state/open-project.ts';
import { type Loaded, useLoaded } from '../../state/use-loaded.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { showDialog } from '../../ui/dialog-store.ts';
import { LoadedContent } from '../../ui/loaded-content.tsx';
import { useRelativeTime } from '../../ui/relative-time.ts';
import { Select } from '../../ui/select.tsx';
import { originLabel } from './origin-label.ts';
import { restoreRecord } from './restore-record.ts';
import './history.css';

export function showVersionsDialog(id: string): void {
  const { hash, project } = openProjectStore.getState();
  if (hash !== null)
    showDialog((close) => (
      <VersionsDialog hash={hash} id={id} title={t('history.title', { what: dialogTitle(project, id) })} close={close} />
    ));
}

/** Records that boards do not show have no kind in their title. */
const dialogTitle = (project: Project, id: string): string => {
  const kind = project.get(id)?.kind;
  return kind === 'asset' || kind === 'variable' || kind === 'attribute'
    ? t('common.quoted', { name: recordDisplayName(project, id) })
    : describeRecord(project, id);
};

function VersionsDialog({ hash, id, title, close }: { hash: string; id: string; title: string; close: () => void }) {
  return (
    <Dialog title={title} onClose={close} width={960}>
      <LoadedContent loaded={useVersions(hash, id)} label={t('history.reading')}>
        {(list) => (list.length === 0 ? <p>{t('history.none')}</p> : <VersionsView hash={hash} id={id} list={list} close={close} />)}
      </LoadedContent>
    </Dialog>
  );
}

/** Loaded again whenever the record changes. */
function useVersions(hash: string, id: string): Loaded<readonly RecordVersion[]> {
  const record = useProject((project) => project.get(id) ?? null);
  return useLoaded(() => invoke('record.versions', { hash, id }), [hash, id, record]);
}

/** Older versions are compared and shown on request. */
const versionsPerPage = 100;

function VersionsView({ hash, id, list, close }: { hash: string; id: string; list: readonly RecordVersion[]; close: () => void }) {
  const [version, setVersion] = useState(list[1]?.version ?? list[0]?.version ?? 0);
  const at = Math.max(
    0,
    list.findIndex((each) => each.version === version),
  );
  const chosen = list[at];
  const [isFolded, setFolded] = useState(true);
  const [count, setCount] = useState(versionsPerPage);
  const read = list.slice(0, count);
  const changes = useChanges(list, count);
  const rows = read.flatMap((past, index) => {
    const change = changes[index];
    // The current version and the oldest one, whose predecessor is unknown, are always there.
    const isKept = index === 0 || index === list.length - 1 || past.record === null || past.version === version;
    return change || isKept || !isFolded ? [{ past, change, isNow: index === 0 }] : [];
  });
  const folded = read.length - rows.length;
  const restore = async () => {
    await restoreRecord({ hash, id, version });
    close();
  };
  return (
    <div className="versions list-and-detail">
      <div className="version-list">
        <ListBox
          className="choice-list framed"
          aria-label={t('history.list')}
          selectionMode="single"
          selectionBehavior="replace"
          disallowEmptySelection
          selectedKeys={[String(version)]}
          onSelectionChange={(keys) => {
            const [key] = keys === 'all' ? [] : keys;
            if (key !== undefined) setVersion(Number(key));
          }}
          autoFocus
        >
          {rows.map(({ past, change, isNow }) => (
            <VersionRow key={past.version} past={past} change={change} isNow={isNow} />
          ))}
        </ListBox>
        {folded > 0 && (
          <Button variant="quiet" onPress={() => setFolded(false)}>
            {t('history.showFolded', { count: folded })}
          </Button>
        )}
        {read.length < list.length && (
          <Button variant="quiet" onPress={() => setCount(count + versionsPerPage)}>
            {t('history.olderVersions', { count: list.length - read.length })}
          </Button>
        )}
      </div>
      {chosen && <VersionView chosen={chosen} before={list[at + 1]} isNow={at === 0} restore={restore} id={id} />}
    </div>
  );
}

/** The first visible difference of the first `count` versions from the one before them, and how many others there are; undefined if nothing can be seen. */
function useChanges(list: readonly RecordVersion[], count: number): readonly (VersionChange | undefined)[] {
  const story = useRevisedProject();
  return useMemo(
    () =>
      list.slice(0, count).map(({ record }, index) => {
        const before = list[index + 1];
        const [first, ...others] = before && record ? diffRecords(story.value, before.record, record) : [];
        return first && { first, more: others.length };
      }),
    [list, count, story],
  );
}

interface VersionChange {
  readonly first: FieldDifference;
  readonly more: number;
}

interface VersionRowProps {
  readonly past: RecordVersion;
  readonly change: VersionChange | undefined;
  readonly isNow: boolean;
}

function VersionRow({ past: { version, at, origin, record }, change, isNow }: VersionRowProps) {
  const when = useRelativeTime(at) ?? '';
  const who = originLabel(origin);
  return (
    <ListBoxItem id={String(version)} className="choice-row lines" textValue={`${when}, ${who}`}>
      <span className="version-time">
        <time dateTime={at} title={formatDateTime(at)}>
          {when}
        </time>
        {isNow && <span> · {t('history.currentVersion')}</span>}
        {record === null && <span> · {t('history.deletedState')}</span>}
      </span>
      <span className="version-origin">{t('history.at', { time: formatTime(at), who })}</span>
      {change && (
        <span className="version-change">
          {change.first.label}
          {change.more > 0 && ` ${t('common.andMore', { count: change.more })}`}
          {change.first.source === null && change.first.before !== change.first.after && (
            <>
              {': '}
              <ChangedWords before={change.first.before} after={change.first.after} />
            </>
          )}
        </span>
      )}
    </ListBoxItem>
  );
}

const formatTime = (iso: string): string => formatDate(Date.parse(iso), { timeStyle: 'medium' });
const formatDateTime = (iso: string): string => formatDate(Date.parse(iso), { dateStyle: 'long', timeStyle: 'medium' });

interface VersionViewProps {
  readonly id: string;
  readonly chosen: RecordVersion;
  /** The previous version, if the journal still contains it. */
  readonly before: RecordVersion | undefined;
  /** Whether it equals the current state, so that there is nothing to restore. */
  readonly isNow: boolean;
  readonly restore: () => Promise<void>;
}

const comparisonOptions = () =>
  [
    { id: 'current', label: t('history.currentVersion') },
    { id: 'before', label: t('history.before') },
  ] as const;

/** A version of a record: its changes since the previous version, or the differences to the current state, by field and word. */
function VersionView({ id, chosen, before, isNow, restore }: VersionViewProps) {
  const [against, setAgainst] = useState<'current' | 'before'>('current');
  const side = isNow ? 'before' : against;
  const isOldest = side === 'before' && !before;
  const story = useRevisedProject();
  const found = useMemo(() => {
    if (side === 'current') return diffRecords(story.value, chosen.record, story.value.get(id) ?? null);
    return diffRecords(story.value, before?.record ?? null, chosen.record);
  }, [story, id, side, chosen, before]);
  return (
    <section className="version" aria-label={t('history.compare')}>
      {!isNow && <Select label={t('history.compare')} options={comparisonOptions()} value={against} onChange={setAgainst} />}
      <section
        className="version-fields"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area must be reachable by keyboard
        tabIndex={0}
        aria-label={side === 'before' ? t('history.changedBy') : t('history.comparedWithNow')}
      >
        {isOldest && <p className="version-note">{t('history.oldestVersion')}</p>}
        {found.length === 0 && !isOldest && <p className="version-note">{t('history.same')}</p>}
        {found.map((each) => (
          <DifferenceField key={each.key} difference={each} />
        ))}
      </section>
      {!isNow && (
        <div className="version-buttons">
          <Button variant="primary" onPress={() => void restore().catch(() => undefined)}>
            {t('history.restore')}
          </Button>
        </div>
      )}
    </section>
  );
}

function DifferenceField({ difference: { label, lang, before, after, source } }: { difference: FieldDifference }) {
  return (
    <div className="version-field">
      <h4>{label}</h4>
      {source ? (
        <>
          <p className="version-note">{t('history.formattingOnly')}</p>
          <WordDiff before={source.before} after={source.after} lang={lang} />
        </>
      ) : (
        <WordDiff before={before} after={after} lang={lang} />
      )}
    </div>
  );
}
