/** The one sound that is being listened to. */
import { createStore } from 'zustand/vanilla';
import { fileAddress } from '../bridge.ts';
import { tell } from '../ui/toasts.ts';
import { assetsWords } from '../words/en/assets.ts';

/** `playing` is the id of whoever plays it. */
export const listening = createStore<{ readonly playing: string | null }>(() => ({ playing: null }));
let player: HTMLAudioElement | undefined;

/** Plays the stored file, or stops when it is the one being played. */
export function listen(id: string, hash: string, file: string): void {
  const wasPlaying = listening.getState().playing;
  hush();
  if (wasPlaying === id) return;
  const audio = new Audio(fileAddress(hash, file));
  player = audio;
  listening.setState({ playing: id });
  const ended = () => {
    if (player === audio) hush();
  };
  audio.addEventListener('ended', ended);
  audio.play().catch(() => {
    if (player !== audio) return;
    hush();
    tell({ tone: 'warning', title: assetsWords.thisSoundCannotBe });
  });
}

export function hush(): void {
  player?.pause();
  player = undefined;
  listening.setState({ playing: null });
}
