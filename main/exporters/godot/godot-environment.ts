/**
 * The file `env.json` of the Godot addon, which names the server that the addon asks for stories. Only the member `API_DOMAIN` is ever written: headers
 * and keys in it belong to the user.
 */
import { z } from 'zod';
import { parseJsonOrUndefined } from '../../../shared/json.ts';
import { message } from '../../../shared/messages/message.ts';
import { Problem } from '../../../shared/problem.ts';
import type { IntegrationEdit, IntegrationInput } from '../editor-integration.ts';

export const environmentPath = 'addons/arcweave/env.json';

export const environmentReceiptSchema = z.strictObject({
  is: z.literal('environment'),
  path: z.string(),
  /** The address that was written. */
  domain: z.string(),
  /** The JSON of the value before the first edit; null if there was none. */
  before: z.string().nullable(),
  /** Whether the first edit created the file. */
  isCreated: z.boolean(),
});
export type EnvironmentReceipt = z.infer<typeof environmentReceiptSchema>;

/** The text with the address, and the JSON of the one before; undefined if the file is no JSON object in which it can be replaced. */
export function setApiDomain(text: string | null, domain: string): { readonly text: string; readonly before: string | null } | undefined {
  const value = JSON.stringify(domain);
  if (text === null) return { text: `{\n  "API_DOMAIN": ${value}\n}\n`, before: null };
  const found = domainMember.exec(text);
  const before = found?.[2] ?? null;
  const edited = found
    ? `${text.slice(0, found.index)}${found[1]}${value}${text.slice(found.index + found[0].length)}`
    : text.replace(/^(\s*\{)(\s*)(\})?/, (_, start: string, space: string, end: string | undefined) =>
        end === undefined ? `${start}${space}"API_DOMAIN": ${value},${space || ' '}` : `${start}"API_DOMAIN": ${value}}`,
      );
  return hasOnlyChanged(text, edited, domain) ? { text: edited, before } : undefined;
}

/** The text with the value before, or without the member; undefined if nothing else would remain as it is. */
export function restoreApiDomain(text: string, before: string | null): string | undefined {
  const found = domainMember.exec(text);
  if (!found) return undefined;
  const start = text.slice(0, found.index);
  const end = text.slice(found.index + found[0].length);
  const restored = before === null ? joinMembers(start, end) : `${start}${found[1]}${before}${end}`;
  const domain = before === null ? undefined : parseJsonOrUndefined(before, { values: 1, depth: 1 });
  return hasOnlyChanged(text, restored, domain) ? restored : undefined;
}

/** The text without the member between its parts, and without one of the commas at the member. */
function joinMembers(start: string, end: string): string {
  const after = end.trimStart();
  if (after.startsWith(',')) return start + after.slice(1).trimStart();
  const before = start.trimEnd();
  return before.endsWith(',') ? before.slice(0, -1) + end : start + after;
}

/** The value of `API_DOMAIN`; undefined if there is none. */
const apiDomainOf = (text: string): unknown => readObject(text)?.API_DOMAIN;

const domainMember = /("API_DOMAIN"\s*:\s*)("(?:[^"\\]|\\.)*")/;

/** Whether only the address differs, and is now `domain`; undefined for none. */
function hasOnlyChanged(text: string, edited: string, domain: unknown): boolean {
  const [one, two] = [readObject(text), readObject(edited)];
  if (!one || !two || two.API_DOMAIN !== domain) return false;
  const withoutDomain = ({ API_DOMAIN: _, ...others }: Record<string, unknown>): string => JSON.stringify(others);
  return withoutDomain(one) === withoutDomain(two);
}

function readObject(text: string): Record<string, unknown> | undefined {
  const read = z
    .record(z.string(), z.unknown())
    .safeParse(text.length > maxLength ? undefined : parseJsonOrUndefined(text, { values: text.length, depth: 16 }));
  return read.success ? read.data : undefined;
}

/** The file is short. */
const maxLength = 100_000;

/** A file whose address another program has changed since is left alone. */
export function applyApiDomain({
  bytes,
  receipt,
  apiAddress,
}: Pick<IntegrationInput<EnvironmentReceipt>, 'bytes' | 'receipt' | 'apiAddress'>): IntegrationEdit<EnvironmentReceipt> {
  const text = bytes?.toString('utf8') ?? null;
  if (receipt && text === null) return { type: 'changedByOthers', change: 'deleted' };
  if (receipt && text !== null && apiDomainOf(text) !== receipt.domain) return { type: 'changedByOthers', change: 'changed' };
  const edit = setApiDomain(text, apiAddress);
  if (!edit)
    throw new Problem('folder', message('targets.problem.notAddonSettings', { path: environmentPath }), {
      context: { path: environmentPath },
    });
  const { before, isCreated } = receipt ?? { before: edit.before, isCreated: text === null };
  return {
    type: 'write',
    bytes: edit.text === text ? null : Buffer.from(edit.text),
    receipt: { is: 'environment', path: environmentPath, domain: apiAddress, before, isCreated },
  };
}

/** The bytes without the edit; null if another program has changed the file so that it cannot be removed. */
export function revertApiDomain(bytes: Buffer, { domain, before, isCreated }: EnvironmentReceipt): Buffer | 'delete' | null {
  const text = bytes.toString('utf8');
  if (apiDomainOf(text) !== domain) return null;
  if (isCreated && text === setApiDomain(null, domain)?.text) return 'delete';
  const restored = restoreApiDomain(text, before);
  return restored === undefined ? null : Buffer.from(restored);
}
