/**
 * Converts the JSON export of a story into complete records (G26–G29), without writing anything. An invalid file throws one Problem that
 * lists all errors; the records of a valid one are stored by the engine as a whole.
 */
import type { ImportNote } from '../../shared/contracts/ipc/results.ts';
import type { AnyRecord } from '../../shared/model/kinds/kinds.ts';
import { decodeStory } from '../story-format/story-codec.ts';
import { StoryDecoder } from '../story-format/story-decoder.ts';
import { type ImportOptions, ImportPolicy } from './import-policy.ts';
import { readItemBoxes } from './item-boxes.ts';
import { YieldingProgress } from './yielding-progress.ts';

export interface ImportedStory {
  readonly records: AnyRecord[];
  readonly name: string;
  /** Messages about what was filled in or left out. */
  readonly notes: readonly ImportNote[];
}

/** Throws a Problem `invalid` or `importIntegrity` with all errors by path in the file, or `cancelled`. */
export async function importStory(json: unknown, options: ImportOptions): Promise<ImportedStory> {
  const policy = new ImportPolicy(json, options);
  const { file, errors, notes } = policy;
  const decoder = new StoryDecoder(file, policy);
  const progress = new YieldingProgress(options, () => ({ done: decoder.decodedEntries, total: file.entryCount }));
  await progress.runToEnd(decodeStory(decoder, (of) => readItemBoxes(of, progress)));
  if (!errors.isEmpty) throw errors.toProblem();
  progress.finish();
  const { records } = decoder;
  return { records, name: String(records.at(-1)?.name), notes: notes.toMessages() };
}
