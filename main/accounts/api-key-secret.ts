/**
 * The value of an API key: made by chance, shown once, never stored. What is stored is its SHA-256; with 256 bits of chance in
 * the value there is nothing to guess, so that no slow hash is needed.
 */
import { createHash, randomBytes } from 'node:crypto';

const secretFormat = /^tp_[A-Za-z0-9_-]{43}$/;

export const createKeySecret = (): string => `tp_${randomBytes(32).toString('base64url')}`;

/** Hexadecimal. */
export const digestKeySecret = (value: string): string => createHash('sha256').update(value).digest('hex');

/** Whether a text has the form of a value: it must not come back in an error. */
export const looksLikeKeySecret = (text: string): boolean => text.includes('tp_') && text.length > 20;

/** The value in an `Authorization` header ([Authentication 1]), if it has the form of one. */
export function readBearerSecret(authorization: string | null): string | undefined {
  const [, value] = /^bearer +(\S{1,80})\s*$/i.exec(authorization ?? '') ?? [];
  return value !== undefined && secretFormat.test(value) ? value : undefined;
}
