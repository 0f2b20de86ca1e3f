/** The current play session. The current step is replayed whenever the story or the language changes. */
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { Project } from '../../../shared/model/project.ts';
import { toPlayerVolume } from '../../../shared/play/page-style.ts';
import {
  type PlayState,
  replayStep,
  startPlay,
  stepBack,
  takeChoice,
  withProject,
  withRenamedRecords,
  withVariableValue,
  withVisitCount,
} from '../../../shared/play/play.ts';
import type { PlainValue } from '../../../shared/play/script-value.ts';
import { type ScriptProfile, taleportScriptProfile } from '../../../shared/script/script-profile.ts';
import { t } from '../../messages/translate.ts';
import { browserEnvironment } from '../../platform/browser-environment.ts';
import { fileUrl } from '../../platform/file-url.ts';
import { focusBoard } from '../../state/board-view.ts';
import { openProjectStore } from '../../state/open-project.ts';
import { closePane, openPane } from '../../state/pane-layout.ts';
import { findPluginChoice } from '../../state/plugin-choices.ts';
import { currentId, onRecordsRenamed } from '../../state/renamed-records.ts';
import { revealItem, selectionStore } from '../../state/selection.ts';
import { showToast } from '../../ui/toast-queue.ts';

interface PlaySession {
  /** null before the first step, and after the current element was deleted. */
  readonly state: PlayState | null;
  /** The element at which the session started; restart returns to it. */
  readonly startElementId: string | null;
  /** The number of steps so far, so that each step is recognised as a new one. */
  readonly stepNumber: number;
  /** The key of the plugin whose interpreter the story is played with; null: Taleport's own. */
  readonly playedAs: string | null;
  /** Whether the board follows the current element. */
  readonly isFollowing: boolean;
  readonly isMuted: boolean;
  /** Whether the next step takes the focus when it is rendered, wherever the focus is. */
  readonly takesFocus: boolean;
}

export const playSession = createStore<PlaySession>(() => ({
  state: null,
  startElementId: null,
  stepNumber: 0,
  playedAs: null,
  isFollowing: true,
  isMuted: false,
  takesFocus: false,
}));
export const usePlaySession = <T>(selector: (state: PlaySession) => T): T => useStore(playSession, selector);

/** Opens the pane; plays from the start if there is no session. */
export function openPlay(): void {
  openPane('play');
  playSession.setState({ takesFocus: true });
  if (playSession.getState().state === null) playFromStart();
}

export function closePlay(): void {
  stopSounds();
  closePane('play');
  requestAnimationFrame(() => document.activeElement === document.body && focusBoard());
}

export function playFromStart(): void {
  const { project } = openProjectStore.getState();
  const start = project.projectRecord.startingElement;
  if (start !== null) playFrom(start);
  else openPane('play');
}

export function playFrom(element: string): void {
  const { project } = openProjectStore.getState();
  if (!project.find('element', element)) return;
  openPane('play');
  playSession.setState({ takesFocus: true });
  stopSounds();
  enterStep(startPlay(project, element, browserEnvironment, { locale: currentLocaleOf(project), profile: currentProfile() }), element);
}

export function restartPlay(): void {
  const { startElementId } = playSession.getState();
  if (startElementId !== null && openProjectStore.getState().project.find('element', startElementId)) playFrom(startElementId);
  else playFromStart();
}

export function chooseConnection(connectionId: string): void {
  const { state } = playSession.getState();
  if (state?.choices.some(({ connectionId: id }) => id === connectionId)) enterStep(takeChoice(state, connectionId));
}

export function goBack(): void {
  const { state } = playSession.getState();
  const before = state && stepBack(state);
  if (!before?.project.find('element', before.elementId)) return;
  stopSounds();
  enterStep(replayStep(before, { locale: currentLocaleOf(before.project), profile: currentProfile() }));
}

export const setVariable = (id: string, value: PlainValue | null): void => updateState((state) => withVariableValue(state, id, value));
export const setVisitCount = (id: string, count: number): void => updateState((state) => withVisitCount(state, id, count));
export const setFollowing = (isFollowing: boolean): void => {
  playSession.setState({ isFollowing });
  if (isFollowing) revealElement();
};

/** Plays the current step again with the interpreter of a plugin. Earlier steps stay as they are. */
export function setPlayedAs(playedAs: string | null): void {
  playSession.setState({ playedAs });
  updateState((state) => replayStep(state, { profile: currentProfile() }));
}

function currentProfile(): ScriptProfile {
  const { playedAs } = playSession.getState();
  return (playedAs !== null && findPluginChoice(playedAs)?.scriptProfile) || taleportScriptProfile;
}

export function setMuted(isMuted: boolean): void {
  playSession.setState({ isMuted });
  if (isMuted) stopSounds();
  else playStepSounds();
}

function enterStep(state: PlayState, startElementId = playSession.getState().startElementId): void {
  playSession.setState(({ stepNumber }) => ({ state, startElementId, stepNumber: stepNumber + 1 }));
  revealElement();
  playStepSounds();
}

function updateState(to: (state: PlayState) => PlayState): void {
  const { state } = playSession.getState();
  if (state) playSession.setState({ state: to(state) });
}

function revealElement(): void {
  const { state, isFollowing } = playSession.getState();
  const element = state?.project.find('element', state.elementId);
  if (element && isFollowing) revealItem(element.boardId, element.id);
}

function playStepSounds(): void {
  const { state, isMuted } = playSession.getState();
  const { hash } = openProjectStore.getState();
  if (state && hash !== null && !isMuted) playElementSounds(state.project, hash, state.elementId);
}

function currentLocaleOf(project: Project): string {
  const { locale } = selectionStore.getState();
  return project.projectRecord.locales.some(({ iso }) => iso === locale) && locale !== null ? locale : project.mainLocale;
}

/**
 * A session belongs to one opening of a project: it ends with it. Its step is replayed when the project changes, also when that is loaded again as another
 * instance.
 */
openProjectStore.subscribe(({ opening, project, revision }, before) => {
  const { state } = playSession.getState();
  if (!state || (project === before.project && revision === before.revision)) return;
  if (opening !== before.opening) {
    stopSounds();
    playSession.setState({ state: null, startElementId: null });
  } else if (project.find('element', state.elementId))
    updateState((each) => replayStep(each.project === project ? each : withProject(each, project)));
  else {
    stopSounds();
    playSession.setState({ state: null });
    showToast({ tone: 'plain', title: t('play.elementDeleted') });
  }
});

onRecordsRenamed((names) => {
  const { state, startElementId } = playSession.getState();
  if (state) playSession.setState({ state: withRenamedRecords(state, names), startElementId: currentId(startElementId, names) });
});

selectionStore.subscribe(({ locale }, before) => {
  if (locale !== before.locale) updateState((state) => replayStep(state, { locale: currentLocaleOf(state.project) }));
});

/** By asset id. */
const playingAudio = new Map<string, HTMLAudioElement>();
const pendingTimers = new Set<ReturnType<typeof setTimeout>>();

/**
 * Plays the sounds of elements: once, in a loop, or as a command to stop a loop. A loop continues over steps until it is stopped.
 * [Exports] `delay` is in milliseconds; `volume` is a fraction up to 1 or a percentage above.
 */
function playElementSounds(project: Project, hash: string, elementId: string): void {
  for (const { assetId, mode, delay } of project.children('audioAttachment', elementId, 'audio')) {
    const asset = project.find('asset', assetId);
    const file = asset?.file ?? null;
    const begin = () => {
      stopAsset(assetId);
      if (mode === 'stop' || file === null) return;
      const audio = new Audio(fileUrl(hash, file));
      audio.loop = mode === 'loop';
      audio.volume = toPlayerVolume(asset?.volume ?? null);
      audio.addEventListener('ended', () => playingAudio.get(assetId) === audio && playingAudio.delete(assetId));
      playingAudio.set(assetId, audio);
      // The asset itself reports a file that is missing or cannot be played; playing the story continues.
      audio.play().catch(() => playingAudio.get(assetId) === audio && playingAudio.delete(assetId));
    };
    if (delay === 0) begin();
    else schedule(begin, delay);
  }
}

export function stopSounds(): void {
  for (const timer of pendingTimers) clearTimeout(timer);
  pendingTimers.clear();
  for (const assetId of [...playingAudio.keys()]) stopAsset(assetId);
}

function stopAsset(assetId: string): void {
  playingAudio.get(assetId)?.pause();
  playingAudio.delete(assetId);
}

function schedule(run: () => void, milliseconds: number): void {
  const timer = setTimeout(() => {
    pendingTimers.delete(timer);
    run();
  }, milliseconds);
  pendingTimers.add(timer);
}
