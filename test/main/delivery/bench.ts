/** A bench for targets: a story that the test edits, and all events of its targets. No part of the targets is mocked. */
import { onTestFinished } from 'vitest';
import type { TargetFile } from '../../../main/delivery/folder/target-file.ts';
import { openTextArchive, type TextArchive } from '../../../main/delivery/history/text-archive.ts';
import { openTargetService, type TargetService } from '../../../main/delivery/target/target-service.ts';
import { mainStoryPath } from '../../../main/exporters/exporter.ts';
import { getExporter } from '../../../main/exporters/exporters.ts';
import type { Disk } from '../../../main/platform/disk.ts';
import type { Timer } from '../../../main/platform/timer.ts';
import type { Finding } from '../../../shared/contracts/findings.ts';
import type { BackendEvent } from '../../../shared/contracts/ipc/events.ts';
import type { KeyValueStore } from '../../../shared/contracts/key-value-store.ts';
import type { Target, TargetSettings } from '../../../shared/contracts/targets.ts';
import type { Environment } from '../../../shared/environment.ts';
import { createMemoryKeyValueStore } from '../../memory-key-value-store.ts';
import { newFolderForFile } from '../../new-folder.ts';
import { createTestEnvironment } from '../../test-environment.ts';
import { type StoredAsset, TestAssetFolder, textFile } from './story-with-assets.ts';

export const pathOf = {
  json: 'project.json',
  unity: 'Assets/Arcweave/project.json',
  unreal: 'Content/ArcweaveExport/project.json',
  godot: 'arcweave/project.json',
};

/** A story whose content is one text, the same for every project. */
export class Story {
  text = 'Once upon a time';
  version = 1;
  renders = 0;
  findings: Finding[] = [];
  /** Further files, by path. */
  others: Record<string, string> = {};
  /** Stored files of the story, in the game project's paths. */
  assets: StoredAsset[] = [];
  #vault: TestAssetFolder | null = null;

  get vault(): TestAssetFolder {
    this.#vault ??= new TestAssetFolder(newFolderForFile());
    return this.#vault;
  }

  files(hash: string, engine: string, settings: TargetSettings) {
    this.renders += 1;
    const path = mainStoryPath(getExporter(engine));
    const main = textFile(path, this.bytes(hash));
    const locales = Array.isArray(settings.locales) ? settings.locales : [];
    const inLocales = locales.map((iso) => textFile(path.replace('.json', `.${iso}.json`), `${iso}: ${this.bytes(hash)}`));
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
  readonly events: BackendEvent[];
  readonly log: string[];
  readonly keyValueStore: KeyValueStore;
  readonly targets: TargetService;
  readonly environment: Environment;
  /** Changes the story of a project. */
  write(text: string, hash?: string): void;
  /** Resolves to the next event that `is` accepts. */
  until(is: (event: BackendEvent) => boolean): Promise<BackendEvent>;
  /** Resolves to a target when it next enters this state. */
  untilState(state: Target['status']['state']): Promise<Target>;
  /** Opens the targets again, as after a restart: the same store, everything else is new. */
  reopen(): Promise<Bench>;
}

interface BenchWith {
  readonly keyValueStore?: KeyValueStore;
  readonly story?: Story;
  readonly timer?: Timer;
  readonly disk?: Disk;
  readonly archive?: TextArchive;
  /** Whether the targets can read the version of the story. */
  readonly knowsVersion?: boolean;
}

export async function openBench(given: BenchWith = {}): Promise<Bench> {
  const story = given.story ?? new Story();
  const store = given.keyValueStore ?? createMemoryKeyValueStore();
  const archive = given.archive ?? openTextArchive(null);
  const events: BackendEvent[] = [];
  const log: string[] = [];
  const waiting = new Set<(event: BackendEvent) => void>();
  const environment = createTestEnvironment(1 + store.list().length);
  const targets = await openTargetService({
    store,
    environment,
    render: (hash, engine, settings) => story.files(hash, engine, settings),
    ...(given.knowsVersion ? { versionOf: () => story.version } : {}),
    locate: (hash, file) => story.vault.locate(hash, file),
    archive,
    log: (line) => log.push(line),
    emit: (event) => {
      events.push(event);
      for (const wait of waiting) wait(event);
    },
    ...(given.timer ? { timer: given.timer } : {}),
    ...(given.disk ? { disk: given.disk } : {}),
  });
  onTestFinished(() => targets.close());
  const bench: Bench = {
    story,
    events,
    log,
    keyValueStore: store,
    targets,
    environment: environment,
    write(text, hash = 'castle') {
      story.text = text;
      story.version += 1;
      targets.onProjectChanged(hash);
    },
    until: (is) =>
      new Promise((resolve) => {
        const wait = (event: BackendEvent): void => {
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
      return openBench({ ...given, story, keyValueStore: store, archive });
    },
  };
  return bench;
}

export const deliveries = (bench: Bench): number => bench.events.filter(({ event }) => event === 'target.delivered').length;
