/** The story folder of the open project: its state, branch, last read and write, the files that wait or have faults, and what can be done. */
import { CircleHelp, CirclePause, CirclePlay, RefreshCw } from 'lucide-react';
import { useState } from 'react';
import { useStore } from 'zustand';
import type { CallInput } from '../../../shared/contracts/ipc/call-types.ts';
import type { StoryFolder } from '../../../shared/contracts/story-folders.ts';
import { openDialog } from '../../commands/feature.ts';
import { t } from '../../messages/translate.ts';
import { invoke, shell } from '../../platform/bridge.ts';
import { openProjectStore } from '../../state/open-project.ts';
import { withErrorToast } from '../../state/send-command.ts';
import { useStoryFolder } from '../../state/story-folders-store.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { showConfirmation } from '../../ui/dialog.tsx';
import { MenuButton } from '../../ui/menu.tsx';
import { useRelativeTime } from '../../ui/relative-time.ts';
import { displayFolder } from './story-folder-chip.tsx';
import './story-folder.css';

export function StoryFolderPanel() {
  const hash = useStore(openProjectStore, (state) => state.hash);
  const folder = useStoryFolder(hash);
  if (!folder) return null;
  const { icon: Icon, tone, label } = displayFolder(folder);
  return (
    <>
      <header className="pane-head story-folder-head">
        <h2 className="pane-title">{t('storyFolder.title')}</h2>
        <span className={`story-folder-state ${tone}`}>
          <Icon size={16} aria-hidden />
          <span>{label}</span>
        </span>
        <span className="story-folder-space" />
        <FolderControls folder={folder} />
      </header>
      <div className="story-folder-body">
        <p role="status">{t(folder.sentence)}</p>
        <FolderFacts folder={folder} />
        <FileList
          title={t('storyFolder.waitingFiles')}
          entries={folder.waitingFiles.map((path) => ({ place: path, text: '' }))}
          more={folder.moreWaitingFiles}
        />
        <FileList
          title={t('storyFolder.problems')}
          entries={folder.problems.map(({ path, line, message }) => ({
            place: line === null ? path : `${path}:${line}`,
            text: t(message),
          }))}
        />
        <FolderSettings folder={folder} />
      </div>
    </>
  );
}

function FolderControls({ folder: { hash, on, conflicts, reason, canTakeOver, sentence, folder: path } }: { folder: StoryFolder }) {
  const [isRunning, setRunning] = useState(false);
  const sync = (request: Omit<CallInput<'folder.sync'>, 'hash'> = {}) => {
    setRunning(true);
    void withErrorToast(invoke('folder.sync', { hash, ...request }))
      .catch(() => undefined)
      .finally(() => setRunning(false));
  };
  const acceptRemovals = () =>
    showConfirmation({
      title: t('storyFolder.acceptRemovalsTitle'),
      confirms: 'undoable',
      message: (
        <>
          <p>{t(sentence)}</p>
          <p>{t('common.undoHint')}</p>
        </>
      ),
      confirmLabel: t('common.delete'),
      run: () => invoke('folder.sync', { hash, acceptRemovals: true }),
    });
  const setOn = (isOn: boolean) => changeSettings(hash, { on: isOn });
  const unlink = () =>
    showConfirmation({
      title: t('storyFolder.unlink.title'),
      confirms: 'undoable',
      message: <p>{t('storyFolder.unlink.hint', { folder: path })}</p>,
      confirmLabel: t('storyFolder.unlink.confirm'),
      run: () => invoke('folder.unlink', { hash }),
    });
  return (
    <>
      {conflicts > 0 && (
        <Button icon={CircleHelp} variant="primary" onPress={() => openDialog('conflicts', hash)}>
          {t('sync.resolveCount', { count: conflicts })}
        </Button>
      )}
      {reason === 'removals' && <Button onPress={acceptRemovals}>{t('storyFolder.acceptRemovals')}</Button>}
      {canTakeOver && (
        <Button isPending={isRunning} onPress={() => sync({ takeOver: true })}>
          {t('storyFolder.takeOver')}
        </Button>
      )}
      <Button icon={RefreshCw} variant="quiet" isPending={isRunning} onPress={() => sync()}>
        {t('storyFolder.syncNow')}
      </Button>
      <Button icon={on ? CirclePause : CirclePlay} variant="quiet" onPress={() => setOn(!on)}>
        {on ? t('storyFolder.pause') : t('storyFolder.resume')}
      </Button>
      <MenuButton
        label={t('sync.more', { name: t('storyFolder.title') })}
        entries={[
          ...(shell === 'desktop'
            ? [
                {
                  id: 'show',
                  label: t('storyFolder.showInFolder'),
                  run: () => void withErrorToast(invoke('dialog.showInFolder', { path })).catch(() => undefined),
                },
              ]
            : []),
          { id: 'unlink', label: t('storyFolder.unlink.entry'), isDanger: true, run: unlink },
        ]}
      />
    </>
  );
}

function FolderFacts({ folder: { folder, branch, lastRead, lastWrite } }: { folder: StoryFolder }) {
  const read = useRelativeTime(lastRead);
  const written = useRelativeTime(lastWrite);
  const rows = [
    [t('storyFolder.facts.folder'), folder],
    ...(branch === null ? [] : [[t('storyFolder.facts.branch'), branch]]),
    [t('storyFolder.facts.lastRead'), read ?? t('storyFolder.facts.never')],
    [t('storyFolder.facts.lastWrite'), written ?? t('storyFolder.facts.never')],
  ];
  return (
    <dl className="story-folder-facts">
      {rows.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

interface FileListProps {
  readonly title: string;
  readonly entries: readonly { readonly place: string; readonly text: string }[];
  /** How many are not among the entries. */
  readonly more?: number;
}

function FileList({ title, entries, more = 0 }: FileListProps) {
  if (entries.length === 0) return null;
  return (
    <section aria-label={title}>
      <h3>{title}</h3>
      <ul className="story-folder-files">
        {entries.map(({ place, text }) => (
          <li key={`${place} ${text}`}>
            {place !== '' && <code>{place}</code>} {text}
          </li>
        ))}
        {more > 0 && <li>{t('storyFolder.problem.more', { count: more })}</li>}
      </ul>
    </section>
  );
}

function FolderSettings({ folder: { hash, comments, perforce } }: { folder: StoryFolder }) {
  return (
    <div className="story-folder-settings">
      <Checkbox isSelected={comments} onChange={(isOn) => changeSettings(hash, { comments: isOn })}>
        {t('storyFolder.settings.comments')}
      </Checkbox>
      <Checkbox isSelected={perforce} onChange={(isOn) => changeSettings(hash, { perforce: isOn })}>
        {t('storyFolder.settings.perforce')}
      </Checkbox>
    </div>
  );
}

/** The card follows the event. */
function changeSettings(hash: string, settings: CallInput<'folder.change'>['settings']): void {
  withErrorToast(invoke('folder.change', { hash, settings })).catch(() => undefined);
}
