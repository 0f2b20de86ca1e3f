/** Finds the story in a .zip. Nothing is unpacked to disk: names inside are only compared, and only the one file is inflated, up to what it says and we allow. */
import { type UnzipFileInfo, unzipSync } from 'fflate';
import { Problem } from '../../shared/problem.ts';

/** Deflate cannot do better than this; who promises more lies about its size. */
const BEST_RATIO = 1_100;

export interface Zipped {
  readonly bytes: Uint8Array;
  readonly name: string;
  /** How many other files lie beside it. */
  readonly others: number;
}

export function storyInZip(zip: Uint8Array, zipName: string, limit: number): Zipped {
  const files = listFiles(zip, zipName);
  const stories = files.filter(({ name }) => name.toLowerCase().endsWith('.json'));
  const chosen = chooseStory(
    stories.map(({ name }) => name),
    zipName,
  );
  const info = stories.find(({ name }) => name === chosen);
  if (info && info.originalSize > limit) throw new Problem('tooLarge', `${chosen} in ${zipName} is larger than ${limit / 2 ** 20} MB.`);
  if (info && info.originalSize > info.size * BEST_RATIO + 1_000) throw notSound(zipName);
  const bytes = inflate(zip, zipName, chosen);
  return { bytes, name: chosen, others: files.length - 1 };
}

/** [G29] `project.json` before others, what lies further up before what lies deeper; two that are alike cannot be told apart. */
export function chooseStory(names: readonly string[], where: string): string {
  const depth = (name: string) => name.split('/').length;
  const top = Math.min(...names.map(depth));
  const named = names.filter((name) => /(^|\/)project\.json$/i.test(name)).sort((one, two) => depth(one) - depth(two));
  const [preferred] = named;
  if (preferred !== undefined && (named[1] === undefined || depth(named[1]) > depth(preferred))) return preferred;
  const [only, second] = names.filter((name) => depth(name) === top);
  if (only === undefined) throw new Problem('invalid', `There is no JSON file in ${where}.`);
  if (second !== undefined)
    throw new Problem(
      'invalid',
      `There are several JSON files in ${where}, and none that is project.json alone: ${names.slice(0, 10).join(', ')}. Choose one of them.`,
    );
  return only;
}

/** Files by plain relative names; what systems leave behind does not count. */
function listFiles(zip: Uint8Array, zipName: string): UnzipFileInfo[] {
  const files: UnzipFileInfo[] = [];
  const list = (info: UnzipFileInfo): false => {
    const steps = info.name.split('/');
    const isPlain = !/[\\\0:]/.test(info.name) && steps.every((step) => step !== '' && !step.startsWith('.') && step !== '__MACOSX');
    if (isPlain) files.push(info);
    return false;
  };
  attempt(zipName, () => unzipSync(zip, { filter: list }));
  return files;
}

function inflate(zip: Uint8Array, zipName: string, chosen: string): Uint8Array {
  let taken = false;
  const filter = ({ name }: UnzipFileInfo): boolean => {
    const takes = name === chosen && !taken;
    taken ||= takes;
    return takes;
  };
  const bytes = attempt(zipName, () => unzipSync(zip, { filter }))[chosen];
  if (!bytes) throw notSound(zipName);
  return bytes;
}

function attempt<T>(zipName: string, unzip: () => T): T {
  try {
    return unzip();
  } catch (cause) {
    throw notSound(zipName, cause);
  }
}

const notSound = (zipName: string, cause?: unknown): Problem =>
  new Problem('invalid', `${zipName} is not a sound .zip file, or it is encrypted.`, { cause });
