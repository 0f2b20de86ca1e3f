/** The play pane: the current element, the choices, and the values of variables and visits. The board shows the current element. */
import { Flag, LocateFixed, OctagonX, RotateCcw, Shapes, TvMinimalPlay, Undo2, Volume2, VolumeX, X } from 'lucide-react';
import { type KeyboardEvent, useCallback, useEffect, useRef } from 'react';
import { Tab, TabList, TabPanel, Tabs } from 'react-aria-components';
import { useStore } from 'zustand';
import type { StoryRecord } from '../../../shared/model/kinds/kinds.ts';
import { resolveLocalizedText } from '../../../shared/model/localized-text.ts';
import type { PlayState } from '../../../shared/play/play.ts';
import { richTextToPlainText } from '../../../shared/rich-text/plain-text.ts';
import { ActionButton } from '../../commands/action-button.tsx';
import { t } from '../../messages/translate.ts';
import { useFileUrl } from '../../records/assets/use-file-url.ts';
import { recordName } from '../../records/names/record-names.ts';
import { PageFrame } from '../../records/story-page/page-frame.tsx';
import { openProjectStore, useProject, useRecord } from '../../state/open-project.ts';
import { findPluginChoice, usePluginChoices } from '../../state/plugin-choices.ts';
import { Button, IconButton, IconToggle } from '../../ui/button.tsx';
import { isInside } from '../../ui/focus.ts';
import { Select } from '../../ui/select.tsx';
import { CoveragePanel } from './coverage-panel.tsx';
import { PlayErrors } from './play-errors.tsx';
import {
  chooseConnection,
  closePlay,
  goBack,
  openPlay,
  playFromStart,
  playSession,
  restartPlay,
  setFollowing,
  setMuted,
  setPlayedAs,
  stopSounds,
  usePlaySession,
} from './play-session.ts';
import { VariablesTable, VisitsTable } from './variables-table.tsx';
import '../../ui/tabs.css';
import './play.css';

export function PlayPanel() {
  const state = usePlaySession(({ state }) => state);
  const hasStart = useProject((project) => project.projectRecord.startingElement !== null);
  useEffect(() => {
    if (hasStart) openPlay();
  }, [hasStart]);
  useEffect(() => stopSounds, []);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: digits and Backspace are shortcuts for the buttons inside
    <div className="play-panel" onKeyDown={handleKeyDown}>
      <PlayHeader />
      <PlayedEngineSelect />
      {state ? <PlayStep state={state} /> : <EmptyPlay hasStart={hasStart} />}
    </div>
  );
}

function PlayHeader() {
  const canGoBack = usePlaySession(({ state }) => state?.previous != null);
  const { isFollowing, isMuted } = usePlaySession((playing) => playing);
  return (
    <header className="pane-head play-head">
      <h2 className="pane-title">{t('play.play')}</h2>
      <IconButton icon={Undo2} label={t('play.back')} keys="Backspace" isDisabled={!canGoBack} onPress={goBack} />
      <IconButton icon={RotateCcw} label={t('play.restart')} onPress={restartPlay} />
      <IconButton icon={Flag} label={t('play.playFromStartHint')} onPress={playFromStart} />
      <IconToggle icon={LocateFixed} label={t('play.showOnBoard')} isSelected={isFollowing} onChange={setFollowing} />
      <IconToggle icon={isMuted ? VolumeX : Volume2} label={t('play.sounds')} isSelected={!isMuted} onChange={(on) => setMuted(!on)} />
      <IconButton icon={X} label={t('play.closePlay')} onPress={closePlay} />
    </header>
  );
}

function PlayStep({ state }: { state: PlayState }) {
  const element = useRecord('element', state.elementId);
  const css = useProject((project) => project.projectRecord.css);
  const step = usePlaySession((playing) => playing.stepNumber);
  const takesFocus = usePlaySession((state) => state.takesFocus);
  const top = useRef<HTMLElement>(null);
  const scroll = useRef<HTMLDivElement>(null);
  const handlePageKeyDown = useCallback((event: globalThis.KeyboardEvent) => void handleShortcut(event), []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `step` is not read, but each step scrolls to the top and moves the focus there
  useEffect(() => {
    scroll.current?.scrollTo(0, 0);
    const { activeElement } = document;
    if (takesFocus || activeElement === document.body || activeElement?.closest('.play-panel')) top.current?.focus();
    playSession.setState({ takesFocus: false });
  }, [step, takesFocus]);
  if (!element) return null;
  const title = resolveLocalizedText(element.title, state.locale, state.project.projectRecord.locales).html;
  return (
    <div className="play-scroll" ref={scroll}>
      <section
        ref={top}
        tabIndex={-1}
        className="play-step"
        aria-label={t('play.playing', { name: recordName(state.project, element.id) || t('play.untitledElement') })}
      >
        {element.cover && <PlayCover cover={element.cover} />}
        <PageFrame title={title} content={state.html} theme={element.theme} lang={state.locale} css={css} onKeyDown={handlePageKeyDown} />
        <p className="visually-hidden" role="status" lang={state.locale}>
          {richTextToPlainText(title)} {richTextToPlainText(state.html)}
        </p>
        <PlayStopNotice state={state} />
        <PlayErrors errors={state.diagnostics} />
        {state.stopped === null && <PlayChoices state={state} />}
      </section>
      <Tabs className="play-tabs">
        <TabList className="tab-list" aria-label={t('play.state')}>
          <Tab className="tab" id="variables">
            {t('play.variables')}
          </Tab>
          <Tab className="tab" id="visits">
            {t('play.visits')}
          </Tab>
          <Tab className="tab" id="coverage">
            {t('play.coverage')}
          </Tab>
        </TabList>
        <TabPanel className="play-tab" id="variables">
          <VariablesTable state={state} />
        </TabPanel>
        <TabPanel className="play-tab" id="visits">
          <VisitsTable state={state} />
        </TabPanel>
        <TabPanel className="play-tab" id="coverage">
          <CoveragePanel />
        </TabPanel>
      </Tabs>
    </div>
  );
}

function EmptyPlay({ hasStart }: { hasStart: boolean }) {
  return (
    <div className="play-nothing">
      {hasStart ? (
        <Button variant="primary" onPress={playFromStart}>
          {t('play.playFromStart')}
        </Button>
      ) : (
        <>
          <p>{t('play.noStart')}</p>
          <div className="play-start">
            <ActionButton name="setStart">{t('board.startHere')}</ActionButton>
            <ActionButton name="playFromHere">{t('board.playFromHere')}</ActionButton>
          </div>
        </>
      )}
    </div>
  );
}

function handleKeyDown(event: KeyboardEvent): void {
  const { target } = event;
  if (!isInside(event)) return;
  if (target instanceof HTMLElement && target.matches('input, textarea, select, [role=tab]')) return;
  if (handleShortcut(event.nativeEvent)) event.stopPropagation();
}

/** 1 to 9 take a choice, Backspace goes back. */
function handleShortcut(event: globalThis.KeyboardEvent): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return false;
  const choice = /^[1-9]$/.test(event.key) ? playSession.getState().state?.choices[Number(event.key) - 1] : undefined;
  if (event.key === 'Backspace') goBack();
  else if (choice) chooseConnection(choice.connectionId);
  else return false;
  event.preventDefault();
  return true;
}

type ElementCover = NonNullable<StoryRecord<'element'>['cover']>;

/** The cover of the current element. Nothing is loaded from the network: of a YouTube video only the URL is shown. */
function PlayCover({ cover }: { cover: ElementCover }) {
  if (cover.type === 'icon')
    return (
      <p className="play-cover-text">
        <Shapes size={16} aria-hidden /> {t('play.icon', { name: cover.file })}
      </p>
    );
  if (cover.type === 'youtube')
    return (
      <p className="play-cover-text">
        <TvMinimalPlay size={16} aria-hidden /> {cover.url}
      </p>
    );
  return <AssetCover cover={cover} />;
}

function AssetCover({ cover }: { cover: Extract<ElementCover, { id: string }> }) {
  const hash = useStore(openProjectStore, (state) => state.hash);
  const asset = useRecord('asset', cover.id);
  const address = useFileUrl(hash, asset?.file);
  if (!asset || address === undefined) return null;
  if (cover.type !== 'video' && cover.type !== 'template-video')
    return <img className="play-cover" src={address} alt={t('play.cover', { name: asset.name })} />;
  return (
    // biome-ignore lint/a11y/useMediaCaption: stories contain no captions
    <video
      key={asset.file}
      className="play-cover"
      src={address}
      aria-label={asset.name}
      controls={cover.showControls ?? true}
      autoPlay={cover.autoplay ?? false}
      loop={cover.mode === 'loop'}
    />
  );
}

/** The choices at the current element, each a button with its digit shortcut. */
function PlayChoices({ state }: { state: PlayState }) {
  const { choices, project, locale } = state;
  if (choices.length === 0)
    return (
      <div className="play-end">
        <p>{t('play.ended')}</p>
        <Button onPress={restartPlay}>{t('play.playAgain')}</Button>
      </div>
    );
  return (
    <ol className="choices" aria-label={t('play.choices')}>
      {choices.map(({ connectionId, label, targetElementId }, at) => {
        const choiceLabel =
          richTextToPlainText(label).replaceAll('\n', ' ') || recordName(project, targetElementId, locale) || t('play.continue');
        return (
          <li key={connectionId}>
            <button type="button" className="choice" onClick={() => chooseConnection(connectionId)}>
              {at < 9 && (
                <span className="choice-key" aria-hidden="true">
                  {at + 1}
                </span>
              )}
              <span className="user-text" lang={locale}>
                {choiceLabel}
              </span>
            </button>
          </li>
        );
      })}
    </ol>
  );
}

/** The id of Taleport's own interpreter in the list. */
const ownInterpreterId = 'taleport';

/** Which interpreter the story is played with: Taleport's own, or that of a game engine, which may stop where Taleport continues. */
function PlayedEngineSelect() {
  const playedAs = usePlaySession((session) => session.playedAs);
  const plugins = usePluginChoices().filter(({ scriptProfile }) => scriptProfile !== null);
  const options = [
    { id: ownInterpreterId, label: t('play.as.taleport'), description: t('play.as.taleportHint') },
    ...plugins.map(({ key, label, scriptProfile }) => ({
      id: key,
      label,
      description: scriptProfile?.hasUnreliableResults ? t('play.as.engineHintUnreliable') : t('play.as.engineHint'),
    })),
  ];
  return (
    <div className="play-as">
      <Select
        label={t('play.as.label')}
        isQuiet
        options={options}
        value={playedAs ?? ownInterpreterId}
        onChange={(id) => setPlayedAs(id === ownInterpreterId ? null : id)}
      />
    </div>
  );
}

/** The notice that the game would stop here, so that it shows nothing more. */
function PlayStopNotice({ state: { stopped } }: { state: PlayState }) {
  const playedAs = usePlaySession((session) => session.playedAs);
  if (stopped === null || playedAs === null) return null;
  const engine = findPluginChoice(playedAs)?.label ?? playedAs;
  return (
    <p className="play-stop" role="alert">
      <OctagonX size={16} aria-hidden />
      {stopped === 'content' ? t('play.stop.content', { engine }) : t('play.stop.choices', { engine })}
    </p>
  );
}
