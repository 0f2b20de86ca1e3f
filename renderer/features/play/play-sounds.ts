/** Plays the sounds of elements: once, in a loop, or as a command to stop a loop. A loop continues over steps until it is stopped. */
import type { Project } from '../../../shared/model/project.ts';
import { toPlayerVolume } from '../../../shared/play/page-style.ts';
import { fileUrl } from '../../platform/file-url.ts';

/** By asset id. */
const playingAudio = new Map<string, HTMLAudioElement>();
const pendingTimers = new Set<ReturnType<typeof setTimeout>>();

/** [Exports] `delay` is in milliseconds; `volume` is a fraction up to 1 or a percentage above. */
export function playElementSounds(project: Project, hash: string, elementId: string): void {
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
