/** The sounds of the elements that are played: once, in a loop, or a stop of what loops. What loops goes on until it is stopped. */
import type { Project } from '../../shared/project.ts';
import { fileAddress } from '../bridge.ts';

/** By asset. */
const sounding = new Map<string, HTMLAudioElement>();
const waiting = new Set<ReturnType<typeof setTimeout>>();

/** [Exports] `delay` is in milliseconds, `volume` a share or percent. */
export function soundsOf(project: Project, hash: string, elementId: string): void {
  for (const { assetId, mode, delay } of project.children('audioAttachment', elementId, 'audio')) {
    const asset = project.find('asset', assetId);
    const file = asset?.file ?? null;
    const begin = () => {
      silence(assetId);
      if (mode === 'stop' || file === null) return;
      const audio = new Audio(fileAddress(hash, file));
      audio.loop = mode === 'loop';
      audio.volume = shareOf(asset?.volume ?? null);
      audio.addEventListener('ended', () => sounding.get(assetId) === audio && sounding.delete(assetId));
      sounding.set(assetId, audio);
      // A file that is missing or cannot be played is told where the asset is; the play goes on.
      audio.play().catch(() => sounding.get(assetId) === audio && sounding.delete(assetId));
    };
    if (delay === 0) begin();
    else later(begin, delay);
  }
}

export function hush(): void {
  for (const timer of waiting) clearTimeout(timer);
  waiting.clear();
  for (const assetId of [...sounding.keys()]) silence(assetId);
}

function silence(assetId: string): void {
  sounding.get(assetId)?.pause();
  sounding.delete(assetId);
}

function later(run: () => void, milliseconds: number): void {
  const timer = setTimeout(() => {
    waiting.delete(timer);
    run();
  }, milliseconds);
  waiting.add(timer);
}

const shareOf = (volume: number | null): number => (volume === null ? 1 : Math.min(1, Math.max(0, volume > 1 ? volume / 100 : volume)));
