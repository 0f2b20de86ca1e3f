/** Play: what the player reads, the ways on, and what the story remembers. The element that is played is shown on the board. */
import { Flag, LocateFixed, RotateCcw, Undo2, Volume2, VolumeX, X } from 'lucide-react';
import { type KeyboardEvent, useCallback, useEffect, useRef } from 'react';
import { Tab, TabList, TabPanel, Tabs } from 'react-aria-components';
import type { PlayState } from '../../shared/play/play.ts';
import { plainText } from '../../shared/rich-text/plain-text.ts';
import { textIn } from '../../shared/text-in.ts';
import { useProject, useRecord } from '../state/open-project.ts';
import { nameOf } from '../state/use-words.ts';
import { Button, IconButton, IconToggle } from '../ui/button.tsx';
import { playWords } from '../words/en/play.ts';
import '../ui/tabs.css';
import { Choices } from './choices.tsx';
import { Coverage } from './coverage.tsx';
import { PageFrame } from './page-frame.tsx';
import './play.css';
import { PlayCover } from './play-cover.tsx';
import { PlayFaults } from './play-faults.tsx';
import { closePlay, goBack, openPlay, playFromStart, playing, restart, setFollows, setMuted, take, usePlaying } from './playing.ts';
import { hush } from './sounds.ts';
import { VariablesTable } from './variables-table.tsx';
import { VisitsTable } from './visits-table.tsx';

export function PlayPanel() {
  const state = usePlaying(({ state }) => state);
  const hasStart = useProject((project) => project.root.startingElement !== null);
  useEffect(() => {
    if (hasStart) openPlay();
  }, [hasStart]);
  useEffect(() => hush, []);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: digits and Backspace are shortcuts for the buttons inside
    <div className="play-panel" onKeyDown={press}>
      <Head />
      {state ? <Step state={state} /> : <NothingPlayed hasStart={hasStart} />}
    </div>
  );
}

function Head() {
  const canGoBack = usePlaying(({ state }) => state?.before != null);
  const { follows, muted } = usePlaying((playing) => playing);
  return (
    <header className="pane-head play-head">
      <h2 className="pane-title">{playWords.play}</h2>
      <IconButton icon={Undo2} label={playWords.back} keys="Backspace" isDisabled={!canGoBack} onPress={goBack} />
      <IconButton icon={RotateCcw} label={playWords.playAgainFromWhere} onPress={restart} />
      <IconButton icon={Flag} label={playWords.playFromTheStart} onPress={playFromStart} />
      <IconToggle icon={LocateFixed} label={playWords.showOnTheBoard} isSelected={follows} onChange={setFollows} />
      <IconToggle icon={muted ? VolumeX : Volume2} label={playWords.sounds} isSelected={!muted} onChange={(on) => setMuted(!on)} />
      <IconButton icon={X} label={playWords.closePlay} onPress={closePlay} />
    </header>
  );
}

function Step({ state }: { state: PlayState }) {
  const element = useRecord('element', state.element);
  const css = useProject((project) => project.root.css);
  const step = usePlaying((playing) => playing.step);
  const takesFocus = usePlaying((state) => state.takesFocus);
  const top = useRef<HTMLElement>(null);
  const scroll = useRef<HTMLDivElement>(null);
  const pressInPage = useCallback((event: globalThis.KeyboardEvent) => void act(event), []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each step is read from its top, by whoever listens too
  useEffect(() => {
    scroll.current?.scrollTo(0, 0);
    const { activeElement } = document;
    if (takesFocus || activeElement === document.body || activeElement?.closest('.play-panel')) top.current?.focus();
    playing.setState({ takesFocus: false });
  }, [step, takesFocus]);
  if (!element) return null;
  const title = textIn(element.title, state.locale, state.project.root.locales).html;
  return (
    <div className="play-scroll" ref={scroll}>
      <section
        ref={top}
        tabIndex={-1}
        className="play-step"
        aria-label={playWords.playing(nameOf(state.project, element.id) || playWords.anElementWithoutATitle)}
      >
        {element.cover && <PlayCover cover={element.cover} />}
        <PageFrame title={title} content={state.html} theme={element.theme} lang={state.locale} css={css} onKeyDown={pressInPage} />
        <p className="unseen" role="status">
          {plainText(title)} {plainText(state.html)}
        </p>
        <PlayFaults faults={state.faults} />
        <Choices state={state} />
      </section>
      <Tabs className="play-tabs">
        <TabList className="tab-list" aria-label={playWords.whatTheStoryRemembers}>
          <Tab className="tab" id="variables">
            {playWords.variables}
          </Tab>
          <Tab className="tab" id="visits">
            {playWords.visits}
          </Tab>
          <Tab className="tab" id="coverage">
            {playWords.coverage}
          </Tab>
        </TabList>
        <TabPanel className="play-tab" id="variables">
          <VariablesTable state={state} />
        </TabPanel>
        <TabPanel className="play-tab" id="visits">
          <VisitsTable state={state} />
        </TabPanel>
        <TabPanel className="play-tab" id="coverage">
          <Coverage />
        </TabPanel>
      </Tabs>
    </div>
  );
}

function NothingPlayed({ hasStart }: { hasStart: boolean }) {
  return (
    <div className="play-nothing">
      {hasStart ? (
        <Button look="primary" onPress={playFromStart}>
          {playWords.playFromTheStartShort}
        </Button>
      ) : (
        <p>{playWords.theStoryHasNoStart}</p>
      )}
    </div>
  );
}

function press(event: KeyboardEvent): void {
  const { target } = event;
  if (target instanceof HTMLElement && target.matches('input, textarea, select, [role=tab]')) return;
  if (act(event.nativeEvent)) event.stopPropagation();
}

/** 1 to 9 choose, Backspace goes back. */
function act(event: globalThis.KeyboardEvent): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return false;
  if (event.key === 'Backspace') goBack();
  else if (/^[1-9]$/.test(event.key)) {
    const choice = document.querySelector(`.choices [data-key="${event.key}"]`)?.getAttribute('data-way');
    if (choice == null) return false;
    take(choice);
  } else return false;
  event.preventDefault();
  return true;
}
