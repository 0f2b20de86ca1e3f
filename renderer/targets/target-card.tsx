/** One target: engine and folder, how it is, when it was last written, and its buttons. */
import { Eye, FolderOpen, History, MousePointerClick, RefreshCw, SlidersHorizontal, Trash2, Upload } from 'lucide-react';
import type { Target, TargetSettings, TargetState } from '../../shared/targets.ts';
import { ask, shell } from '../bridge.ts';
import { useAgo } from '../state/ago.ts';
import { useProject } from '../state/open-project.ts';
import { told } from '../state/send.ts';
import { putTarget } from '../state/targets.ts';
import { Button } from '../ui/button.tsx';
import { confirm } from '../ui/dialog.tsx';
import { MenuButton } from '../ui/menu.tsx';
import { Switch } from '../ui/switch.tsx';
import { commonWords } from '../words/en/common.ts';
import { targetsWords } from '../words/en/targets.ts';
import { fill } from '../words/fill.tsx';
import { Findings } from './findings.tsx';
import { Foreign } from './foreign.tsx';
import { exportOne } from './run-targets.ts';
import { showDryRun } from './show-dry-run.tsx';
import { showHelper } from './show-helpers.tsx';
import { showHistory } from './show-history.tsx';
import { showTargetSettings } from './target-settings.tsx';
import { engineNames, sizeInWords, states } from './target-words.ts';

export function TargetCard({ target }: { target: Target }) {
  const { engine, folder, status, on } = target;
  const { words, icon: Icon, tone } = states[status.state];
  const when = useAgo(status.lastExport);
  return (
    <article className={`target ${tone}`} aria-label={`${engineNames[engine]}, ${folder}`}>
      <div className="target-line">
        <span className={`engine ${engine}`}>{engineNames[engine]}</span>
        <div className="target-place">
          <span className="target-folder" title={folder}>
            <bdi>{folder}</bdi>
          </span>
          <span className="target-facts">
            <LanguagesOf settings={target} />
            {target.boardIds.length > 0 && targetsWords.someBoards}
            {!target.assets && targetsWords.withoutAssets}
            {status.files > 0 && ` · ${sizeInWords(status.files, status.bytes)}`}
          </span>
        </div>
        <div className="target-state">
          <span className={`state ${tone}`}>
            <Icon size={16} aria-hidden className={status.state === 'writing' ? 'turning' : ''} />
            {words}
          </span>
          <span className="target-facts">{when ? targetsWords.lastExport(when) : targetsWords.notExportedYet}</span>
        </div>
        <Button icon={Upload} onPress={() => void exportOne(target)} isDisabled={!on || status.state === 'writing'}>
          {targetsWords.exportNow}
        </Button>
        <Switch isSelected={on} onChange={(isOn) => change(target, { on: isOn })} label={targetsWords.exportToWheneverThe(folder)}>
          {on ? targetsWords.on : targetsWords.paused}
        </Switch>
        <MenuButton label={commonWords.more(folder)} entries={entriesFor(target)} />
      </div>
      {(status.state === 'blocked' || status.state === 'waiting' || saysMore(status)) && (
        <p className="target-sentence">{status.sentence}</p>
      )}
      {status.foreign.length > 0 && <Foreign target={target} />}
      {status.findings.length > 0 && <Findings findings={status.findings} counts={status.findingCounts} />}
    </article>
  );
}

export async function change({ id }: Target, settings: Partial<TargetSettings>): Promise<void> {
  putTarget(await told(ask('target.change', { id, settings })));
}

function LanguagesOf({ settings: { locales } }: { settings: TargetSettings }) {
  const names = useProject((project) =>
    locales === 'main' || locales === 'all' ? [] : project.root.locales.filter(({ iso }) => locales.includes(iso)).map(({ name }) => name),
  );
  return <>{locales === 'main' ? targetsWords.mainLanguage : locales === 'all' ? targetsWords.allLanguages : names.join(', ')}</>;
}

/** Paused with an export of the past in the folder. */
const saysMore = ({ state, sentence }: TargetState): boolean => state === 'off' && sentence !== 'Paused.';

function entriesFor(target: Target) {
  const { id, folder, engine } = target;
  return [
    { id: 'settings', label: targetsWords.settings, icon: SlidersHorizontal, run: () => showTargetSettings(target) },
    { id: 'dry', label: targetsWords.whatWouldBeWrittenEntry, icon: Eye, run: () => void showDryRun(target) },
    { id: 'history', label: targetsWords.exportsOfThePastEntry, icon: History, run: () => void showHistory(target) },
    ...(engine === 'json'
      ? []
      : [
          {
            id: 'helper',
            label: targetsWords.fewerClicksInEntry(engineNames[engine]),
            icon: MousePointerClick,
            run: () => void showHelper(target),
          },
        ]),
    ...(shell === 'desktop'
      ? [
          {
            id: 'show',
            label: targetsWords.showTheFolder,
            icon: FolderOpen,
            run: () => void told(ask('dialog.showInFolder', { path: folder })),
          },
        ]
      : []),
    ...(target.status.state === 'blocked'
      ? [{ id: 'again', label: targetsWords.tryAgain, icon: RefreshCw, run: () => void exportOne(target) }]
      : []),
    null,
    {
      id: 'remove',
      label: targetsWords.remove,
      icon: Trash2,
      isDanger: true,
      run: () =>
        confirm({
          title: targetsWords.stopExportingTo(engineNames[engine]),
          does: commonWords.takeOut,
          says: (
            <div className="dialog-stack">
              <p>{fill(targetsWords.isNoTargetNow, <bdi>{folder}</bdi>)}</p>
            </div>
          ),
          run: () => ask('target.remove', { id }),
        }),
    },
  ];
}
