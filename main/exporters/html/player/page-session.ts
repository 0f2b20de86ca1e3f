/** The play in a page: the current step, which is saved after each change. */
import type { Project } from '../../../../shared/model/project.ts';
import { type PlayState, replayStep, startPlay, stepBack, takeChoice } from '../../../../shared/play/play.ts';
import { resumePlay, savePlay } from '../../../../shared/play/saved-play.ts';
import type { PageStorage } from './page-storage.ts';

const environment = { now: () => Date.now() * 1000, newId: () => crypto.randomUUID(), random: Math.random };

interface SessionChange {
  /** False for the same step in another language. */
  readonly isOtherStep: boolean;
}
type SessionListener = (change: SessionChange) => void;

export class PageSession {
  readonly project: Project;
  readonly #storage: PageStorage;
  #state: PlayState | null;
  #locale: string;
  readonly isResumed: boolean;
  readonly #listeners = new Set<SessionListener>();

  constructor(project: Project, storage: PageStorage, preferredLanguages: readonly string[]) {
    this.project = project;
    this.#storage = storage;
    this.#locale = chooseLocale(project, storage.read('language'), preferredLanguages);
    const resumed = resumePlay(project, storage.read('play') ?? '', environment, this.#locale);
    this.isResumed = resumed !== null && resumed.previous !== null;
    this.#state = resumed ?? this.#start();
  }

  /** null if the story has no start. */
  get state(): PlayState | null {
    return this.#state;
  }

  get locale(): string {
    return this.#locale;
  }

  /** Calls the listener after each change. */
  subscribe(listener: SessionListener): void {
    this.#listeners.add(listener);
  }

  choose(connectionId: string): void {
    if (this.#state) this.#enter(takeChoice(this.#state, connectionId));
  }

  goBack(): void {
    const before = this.#state && stepBack(this.#state);
    if (before) this.#enter(replayStep(before, { locale: this.#locale }));
  }

  restart(): void {
    this.#enter(this.#start());
  }

  setLocale(locale: string): void {
    this.#locale = locale;
    this.#storage.write('language', locale);
    this.#state = this.#state && replayStep(this.#state, { locale });
    this.#notify({ isOtherStep: false });
  }

  #start(): PlayState | null {
    const start = this.project.projectRecord.startingElement;
    return start === null ? null : startPlay(this.project, start, environment, { locale: this.#locale });
  }

  #enter(state: PlayState | null): void {
    this.#state = state;
    if (state) this.#storage.write('play', savePlay(state));
    this.#notify({ isOtherStep: true });
  }

  #notify(change: SessionChange): void {
    for (const listener of this.#listeners) listener(change);
  }
}

/** The language chosen before, or else the first preferred one that the story has, or else its main language. */
function chooseLocale({ projectRecord: { locales }, mainLocale }: Project, chosen: string | null, preferred: readonly string[]): string {
  const isos = locales.map(({ iso }) => iso);
  if (chosen !== null && isos.includes(chosen)) return chosen;
  const baseOf = (tag: string) => tag.toLowerCase().split(/[-_]/)[0];
  for (const tag of preferred) {
    const found = isos.find((iso) => iso.toLowerCase() === tag.toLowerCase()) ?? isos.find((iso) => baseOf(iso) === baseOf(tag));
    if (found !== undefined) return found;
  }
  return mainLocale;
}
