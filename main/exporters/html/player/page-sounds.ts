/** Plays the sounds of elements like Play in the editor: once, in a loop that continues over steps, or as a command to stop a loop. */
import type { Project } from '../../../../shared/model/project.ts';
import { toPlayerVolume } from '../../../../shared/play/page-style.ts';
import type { PageData } from '../page-data.ts';

export class PageSounds {
  readonly #project: Project;
  readonly #files: PageData['files'];
  readonly #playing = new Map<string, HTMLAudioElement>();
  readonly #timers = new Set<ReturnType<typeof setTimeout>>();
  #isMuted: boolean;

  constructor(project: Project, files: PageData['files'], isMuted: boolean) {
    this.#project = project;
    this.#files = files;
    this.#isMuted = isMuted;
    // Browsers refuse to play sounds before the first click or key press.
    const playRefused = () => {
      for (const audio of this.#playing.values()) if (audio.paused) void audio.play().catch(() => undefined);
    };
    document.addEventListener('click', playRefused, { once: true });
    document.addEventListener('keydown', playRefused, { once: true });
  }

  get isMuted(): boolean {
    return this.#isMuted;
  }

  get hasSounds(): boolean {
    for (const { assetId } of this.#project.recordsOfKind('audioAttachment')) if (this.#files[assetId] !== undefined) return true;
    return false;
  }

  setMuted(isMuted: boolean): void {
    this.#isMuted = isMuted;
    for (const audio of this.#playing.values()) audio.muted = isMuted;
  }

  /** Plays the sounds of an element, whose `delay` is in milliseconds. */
  playElement(elementId: string): void {
    for (const { assetId, mode, delay } of this.#project.children('audioAttachment', elementId, 'audio')) {
      const begin = () => (mode === 'stop' ? this.#stopAsset(assetId) : this.#playAsset(assetId, mode === 'loop'));
      if (delay === 0) begin();
      else this.#schedule(begin, delay);
    }
  }

  stop(): void {
    for (const timer of this.#timers) clearTimeout(timer);
    this.#timers.clear();
    for (const assetId of [...this.#playing.keys()]) this.#stopAsset(assetId);
  }

  #playAsset(assetId: string, isLoop: boolean): void {
    this.#stopAsset(assetId);
    const address = this.#files[assetId];
    if (address === undefined) return;
    const audio = new Audio(address);
    audio.loop = isLoop;
    audio.muted = this.#isMuted;
    audio.volume = toPlayerVolume(this.#project.find('asset', assetId)?.volume ?? null);
    audio.addEventListener('ended', () => this.#playing.get(assetId) === audio && this.#playing.delete(assetId));
    this.#playing.set(assetId, audio);
    // A sound that cannot be played is ignored, and the story continues.
    void audio.play().catch(() => undefined);
  }

  #stopAsset(assetId: string): void {
    this.#playing.get(assetId)?.pause();
    this.#playing.delete(assetId);
  }

  #schedule(run: () => void, milliseconds: number): void {
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      run();
    }, milliseconds);
    this.#timers.add(timer);
  }
}
