/**
 * The layout of a release. Some plug-ins cannot read a saved game if anything in the exported story differs, also positions and sizes. So a target
 * can export those of the release, and cards can still be moved.
 */
import { isJsonObject } from '../../../shared/json.ts';
import type { KeptLayout } from '../../exporters/exporter.ts';
import { type Exporter, mainStoryPath } from '../../exporters/exporter.ts';
import { layoutOf } from '../../exporters/json/write-json-story.ts';
import { parseJson } from '../../importers/parse-json.ts';
import { lostLayoutProblem } from '../delivery-messages.ts';
import type { ExportHistory } from './export-history.ts';

const collections = ['notes', 'elements', 'jumpers', 'connections', 'branches'];

/** Reads the layout of the newest release, and keeps it until another export is that release: each export of the target needs it. */
export class KeptLayoutReader {
  readonly #path: string;
  readonly #history: ExportHistory;
  #last: KeptLayout | null = null;

  constructor(exporter: Exporter, history: ExportHistory) {
    this.#path = mainStoryPath(exporter);
    this.#history = history;
  }

  /** null if there is no release, or if it has no story with a layout. Throws a Problem if its text is lost. */
  async read(): Promise<KeptLayout | null> {
    const released = this.#history.findReleasedText(this.#path);
    if (released === null) return null;
    const { sha256: key, release } = released;
    if (this.#last?.key === key) return this.#last;
    const text = await this.#history.readText(key);
    if (text === undefined) throw lostLayoutProblem(release);
    const json = await parseJson(Buffer.from(text), this.#path).catch(() => null);
    if (!isJsonObject(json)) return null;
    const entries = new Map<string, Readonly<Record<string, unknown>>>();
    for (const name of collections) {
      const collection = json[name];
      if (!isJsonObject(collection)) continue;
      for (const [id, entry] of Object.entries(collection)) if (isJsonObject(entry)) entries.set(id, layoutOf(entry));
    }
    this.#last = { key, entries };
    return this.#last;
  }
}
