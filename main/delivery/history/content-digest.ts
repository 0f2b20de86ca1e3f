/**
 * What a story file contains apart from its layout: version control changes line ends, editors add a byte order mark, formatters arrange JSON
 * anew, and replies of services wrap it. Two files with the same digest are the same export.
 */
import { createHash } from 'node:crypto';
import { isJsonObject, type JsonObject } from '../../../shared/json.ts';
import { Problem } from '../../../shared/problem.ts';
import { parseStory } from '../../importers/read-import-source.ts';
import { CooperativeYielder } from '../../platform/cooperative-yielder.ts';
import { digestJson } from '../../platform/json-digest.ts';
import { decodeInSlices } from '../../platform/parse-json-in-slices.ts';
import { toUtf8 } from '../../platform/text-encoding.ts';
import { unwrapProject } from '../../story-format/story-file.ts';

/** Larger files, in bytes, are only compared as they are. */
export const maxDigestedBytes = 64e6;

/** A story file in JSON, as its digest describes it. */
export interface StoryContent {
  readonly json: JsonObject;
  readonly digest: string;
}

/** null if the bytes are neither JSON nor text, or too many. Empties `bytes`. */
export async function digestContent(bytes: Buffer, path: string): Promise<string | null> {
  const content = await readContent(bytes, path);
  return content === null || typeof content === 'string' ? content : content.digest;
}

/** The story in JSON, or only the digest of another text. null if the bytes are neither, or too many. Empties `bytes`. */
export async function readContent(bytes: Buffer, path: string): Promise<StoryContent | string | null> {
  if (bytes.length > maxDigestedBytes) return null;
  try {
    if (!path.toLowerCase().endsWith('.json')) return await digestText(toUtf8(bytes));
    const { json, notes } = await parseStory(bytes, path);
    // What is around a story is not ours.
    if (notes) return null;
    const story = unwrapProject(json);
    return { json: story, digest: await new CooperativeYielder().runToEnd(digestJson(isJsonObject(json) ? story : json)) };
  } catch (error) {
    if (error instanceof Problem || error instanceof TypeError) return null;
    throw error;
  }
}

/** Ignores line ends and empty lines at the end. Throws a TypeError if the bytes are not UTF-8. */
async function digestText(bytes: Uint8Array): Promise<string> {
  const hash = createHash('sha256');
  let lineEnds = '';
  for await (const text of decodeInSlices(bytes)) {
    const unified = lineEnds + text.replaceAll('\r\n', '\n');
    let end = unified.length;
    while (unified[end - 1] === '\n') end--;
    hash.update(unified.slice(0, end));
    lineEnds = unified.slice(end);
  }
  return hash.digest('hex');
}
