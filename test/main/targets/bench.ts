/** Targets over a story that a test writes line by line, with everything they told. Nothing of the targets is replaced. */
import { onTestFinished } from 'vitest';
import { type Archive, openArchive } from '../../../main/targets/archive.ts';
import type { Disk } from '../../../main/targets/disk.ts';
import type { TargetFile } from '../../../main/targets/files.ts';
import type { Timer } from '../../../main/targets/schedule.ts';
import { openTargets, type Targets } from '../../../main/targets/targets.ts';
import type { ExportFormat, Finding } from '../../../shared/findings.ts';
import type { Event } from '../../../shared/ipc/events.ts';
import type { Shelf } from '../../../shared/shelf.ts';
import type { Target, TargetSettings } from '../../../shared/targets.ts';
import type { World } from '../../../shared/world.ts';
import { memoryShelf } from '../../memory-shelf.ts';
import { stillWorld } from '../../world.ts';
import { emptyFolder } from './game.ts';
import { LittleVault, type StoredAsset, textFile } from './story-with-assets.ts';

export const pathOf: Record<ExportFormat, string> = {
  json: 'project.json',
  unity: 'Assets/Arcweave/project.json',
  unreal: 'Content/ArcweaveExport/project.json',
  godot: 'arcweave/project.json',
};

/** A story as a text; each project has one. */
export class Story {
  text = 'Once upon a time';
  version = 1;
  renders = 0;
  findings: Finding[] = [];
  /** Further files, by path. */
  others: Record<string, string> = {};
  /** Stored files of the story, in the game project's paths. */
  assets: StoredAsset[] = [];
  #vault: LittleVault | null = null;

  get vault(): LittleVault {
    this.#vault ??= new LittleVault(emptyFolder());
    return this.#vault;
  }

  files(hash: string, engine: ExportFormat, settings: TargetSettings) {
    this.renders += 1;
    const main = textFile(pathOf[engine], this.bytes(hash));
    const locales = Array.isArray(settings.locales) ? settings.locales : [];
    const inLocales = locales.map((iso) => textFile(pathOf[engine].replace('.json', `.${iso}.json`), `${iso}: ${this.bytes(hash)}`));
    const others = Object.entries(this.others).map(([path, text]) => textFile(path, text));
    return { version: this.version, files: [main, ...inLocales, ...others, ...this.#copies(settings)], findings: this.findings };
  }

  #copies(settings: TargetSettings): TargetFile[] {
    return settings.assets ? this.assets.map((asset) => this.vault.file(asset)) : [];
  }

  bytes(hash = 'castle'): string {
    return `{"name":"${hash}","text":"${this.text}"}\n`;
  }
}

export interface Bench {
  readonly story: Story;
  readonly events: Event[];
  readonly log: string[];
  readonly shelf: Shelf;
  readonly targets: Targets;
  readonly world: World;
  /** The story of a project is another from now on. */
  write(text: string, hash?: string): void;
  /** The first event from now on that is so. */
  until(is: (event: Event) => boolean): Promise<Event>;
  /** A target's next state of this name. */
  untilState(state: Target['status']['state']): Promise<Target>;
  /** As after a crash or an end: the same shelf, everything else new. */
  reopen(): Promise<Bench>;
}

export interface BenchWith {
  readonly shelf?: Shelf;
  readonly story?: Story;
  readonly timer?: Timer;
  readonly disk?: Disk;
  readonly archive?: Archive;
  /** The targets can ask which version the story has. */
  readonly knowsVersion?: boolean;
}

export async function openBench(given: BenchWith = {}): Promise<Bench> {
  const story = given.story ?? new Story();
  const shelf = given.shelf ?? memoryShelf();
  const archive = given.archive ?? openArchive(null);
  const events: Event[] = [];
  const log: string[] = [];
  const waiting = new Set<(event: Event) => void>();
  const world = stillWorld(1 + shelf.list().length);
  const targets = await openTargets({
    shelf,
    world,
    render: (hash, engine, settings) => story.files(hash, engine, settings),
    ...(given.knowsVersion ? { versionOf: () => story.version } : {}),
    locate: (hash, file) => story.vault.locate(hash, file),
    archive,
    log: (line) => log.push(line),
    tell: (event) => {
      events.push(event);
      for (const wait of waiting) wait(event);
    },
    ...(given.timer ? { timer: given.timer } : {}),
    ...(given.disk ? { disk: given.disk } : {}),
  });
  onTestFinished(() => targets.close());
  const bench: Bench = {
    ...{ story, events, log, shelf, targets, world },
    write(text, hash = 'castle') {
      story.text = text;
      story.version += 1;
      targets.projectChanged(hash);
    },
    until: (is) =>
      new Promise((resolve) => {
        const wait = (event: Event): void => {
          if (!is(event)) return;
          waiting.delete(wait);
          resolve(event);
        };
        waiting.add(wait);
      }),
    async untilState(state) {
      const event = await bench.until((one) => one.event === 'target.changed' && one.target.status.state === state);
      if (event.event !== 'target.changed') throw new Error('not reached');
      return event.target;
    },
    async reopen() {
      await targets.close();
      return openBench({ ...given, story, shelf, archive });
    },
  };
  return bench;
}

export const deliveries = (bench: Bench): number => bench.events.filter(({ event }) => event === 'target.delivered').length;
