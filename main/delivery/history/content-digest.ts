/**
 * What a story file contains apart from its layout: version control changes line ends, editors add a byte order mark, formatters arrange JSON
 * anew. Two files with the same digest are the same export.
 */
import { createHash } from 'node:crypto';
import { JsonTextError } from '../../../shared/json.ts';
import { CooperativeYielder } from '../../platform/cooperative-yielder.ts';
import { digestJson } from '../../platform/json-digest.ts';
import { decodeInSlices, JsonSyntaxError, parseJsonInSlices, storyJsonLimits } from '../../platform/parse-json-in-slices.ts';
import { toUtf8 } from '../../platform/text-encoding.ts';

/** Larger files, in bytes, are only compared as they are. */
export const maxDigestedBytes = 64e6;

/** null if the bytes are neither JSON nor text, or too many. */
export async function digestContent(bytes: Uint8Array, path: string): Promise<string | null> {
  if (bytes.length > maxDigestedBytes) return null;
  const text = toUtf8(bytes);
  try {
    if (!path.toLowerCase().endsWith('.json')) return await digestText(text);
    const json = await parseJsonInSlices(text, storyJsonLimits(text.length));
    return await new CooperativeYielder().runToEnd(digestJson(json));
  } catch (error) {
    if (error instanceof JsonTextError || error instanceof JsonSyntaxError || error instanceof TypeError) return null;
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
