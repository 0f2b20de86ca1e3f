/** The play that is under way: its step, and what the writer does with it. The step is played again whenever the story or the language changes. */
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { back, choose, type PlayState, playAgain, startPlay, withValue, withVisits } from '../../shared/play/play.ts';
import type { Value } from '../../shared/play/values.ts';
import type { Project } from '../../shared/project.ts';
import type { World } from '../../shared/world.ts';
import { leaveToBoard } from '../fields/leave.ts';
import { setPaneOpen } from '../state/look.ts';
import { openProject } from '../state/open-project.ts';
import { reveal, selection } from '../state/selection.ts';
import { tell } from '../ui/toasts.ts';
import { playWords } from '../words/en/play.ts';
import { hush, soundsOf } from './sounds.ts';

export interface Playing {
  /** null before the first step, and when the element that was played is gone. */
  readonly state: PlayState | null;
  /** Where the play began: restart goes there. */
  readonly from: string | null;
  /** How many steps there have been, so that each is seen as a new one. */
  readonly step: number;
  /** Whether the board shows the element that is played. */
  readonly follows: boolean;
  readonly muted: boolean;
  /** Whether the keyboard goes to the next step that is drawn, wherever it is now. */
  readonly takesFocus: boolean;
}

export const playing = createStore<Playing>(() => ({ state: null, from: null, step: 0, follows: true, muted: false, takesFocus: false }));
export const usePlaying = <T>(selector: (state: Playing) => T): T => useStore(playing, selector);

/** The window's own clock, ids and chance. */
export const world: World = {
  now: () => Date.now() * 1000,
  newId: () => crypto.randomUUID(),
  random: Math.random,
};

/** Opens the pane; plays from the start unless a play is under way. */
export function openPlay(): void {
  setPaneOpen('play', true);
  playing.setState({ takesFocus: true });
  if (playing.getState().state === null) playFromStart();
}

export function closePlay(): void {
  hush();
  setPaneOpen('play', false);
  requestAnimationFrame(() => document.activeElement === document.body && leaveToBoard());
}

export function playFromStart(): void {
  const { project } = openProject.getState();
  const start = project.root.startingElement;
  if (start !== null) playFrom(start);
  else setPaneOpen('play', true);
}

export function playFrom(element: string): void {
  const { project } = openProject.getState();
  if (!project.find('element', element)) return;
  setPaneOpen('play', true);
  playing.setState({ takesFocus: true });
  hush();
  enter(startPlay(project, element, world, localeOf(project)), element);
}

export function restart(): void {
  const { from } = playing.getState();
  if (from !== null && openProject.getState().project.find('element', from)) playFrom(from);
  else playFromStart();
}

export function take(connectionId: string): void {
  const { state } = playing.getState();
  if (state?.choices.some(({ id }) => id === connectionId)) enter(choose(state, connectionId));
}

export function goBack(): void {
  const { state } = playing.getState();
  const before = state && back(state);
  if (!before?.project.find('element', before.element)) return;
  hush();
  enter(playAgain(before, localeOf(before.project)));
}

export const setValue = (id: string, value: Value | null): void => change((state) => withValue(state, id, value));
export const setVisits = (id: string, count: number): void => change((state) => withVisits(state, id, count));
export const setFollows = (follows: boolean): void => {
  playing.setState({ follows });
  if (follows) show();
};

export function setMuted(muted: boolean): void {
  playing.setState({ muted });
  if (muted) hush();
  else sound();
}

function enter(state: PlayState, from = playing.getState().from): void {
  playing.setState(({ step }) => ({ state, from, step: step + 1 }));
  show();
  sound();
}

function change(to: (state: PlayState) => PlayState): void {
  const { state } = playing.getState();
  if (state) playing.setState({ state: to(state) });
}

function show(): void {
  const { state, follows } = playing.getState();
  const element = state?.project.find('element', state.element);
  if (element && follows) reveal(element.boardId, element.id);
}

function sound(): void {
  const { state, muted } = playing.getState();
  const { hash } = openProject.getState();
  if (state && hash !== null && !muted) soundsOf(state.project, hash, state.element);
}

function localeOf(project: Project): string {
  const { locale } = selection.getState();
  return project.root.locales.some(({ iso }) => iso === locale) && locale !== null ? locale : project.mainLocale;
}

/** What was played belongs to one project; when that changes, so does the step. */
openProject.subscribe(({ project, revision }, before) => {
  const { state } = playing.getState();
  if (!state || (project === before.project && revision === before.revision)) return;
  if (state.project !== project) {
    hush();
    playing.setState({ state: null, from: null });
  } else if (project.find('element', state.element)) change((each) => playAgain(each));
  else {
    hush();
    playing.setState({ state: null });
    tell({ tone: 'plain', title: playWords.theElementThatWas });
  }
});

selection.subscribe(({ locale }, before) => {
  if (locale !== before.locale) change((state) => playAgain(state, localeOf(state.project)));
});
