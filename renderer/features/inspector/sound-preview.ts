/** The sound preview. Only one sound plays at a time. */

import { createStore } from 'zustand/vanilla';
import { t } from '../../messages/translate.ts';
import { fileUrl } from '../../platform/file-url.ts';
import { showToast } from '../../ui/toast-queue.ts';

/** `playingId` is the id of the record whose sound is playing. */
export const soundPreviewStore = createStore<{ readonly playingId: string | null }>(() => ({ playingId: null }));
let player: HTMLAudioElement | undefined;

/** Plays the stored file, or stops when it is the one being played. */
export function toggleSoundPreview(id: string, hash: string, file: string): void {
  const wasPlaying = soundPreviewStore.getState().playingId;
  stop();
  if (wasPlaying === id) return;
  const audio = new Audio(fileUrl(hash, file));
  player = audio;
  soundPreviewStore.setState({ playingId: id });
  const ended = () => {
    if (player === audio) stop();
  };
  audio.addEventListener('ended', ended);
  audio.play().catch(() => {
    if (player !== audio) return;
    stop();
    showToast({ tone: 'warning', title: t('assets.sound.unplayable') });
  });
}

/** To be called when the record is no longer shown, because nothing else could stop its sound. */
export function stopSoundPreview(id: string): void {
  if (soundPreviewStore.getState().playingId === id) stop();
}

function stop(): void {
  player?.pause();
  player = undefined;
  soundPreviewStore.setState({ playingId: null });
}
