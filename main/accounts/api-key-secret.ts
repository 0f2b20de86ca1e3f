/**
 * The secret value of an API key: random, shown once, never stored. Only its SHA-256 is stored; with 256 random bits the value cannot be
 * guessed, so no slow hash is needed.
 */
import { createHash, randomBytes } from 'node:crypto';

const secretFormat = /^tp_[A-Za-z0-9_-]{43}$/;

export const createKeySecret = (): string => `tp_${randomBytes(32).toString('base64url')}`;

/** The SHA-256 of a secret value, in hexadecimal. */
export const digestKeySecret = (value: string): string => createHash('sha256').update(value).digest('hex');

/** Whether a text looks like a secret value, which must not appear in an error. */
export const looksLikeKeySecret = (text: string): boolean => text.includes('tp_') && text.length > 20;

/** The secret value in an `Authorization` header ([Authentication 1]), if it has the right form. */
export function readBearerSecret(authorization: string | null): string | undefined {
  const [, value] = /^bearer +(\S{1,80})\s*$/i.exec(authorization ?? '') ?? [];
  return value !== undefined && secretFormat.test(value) ? value : undefined;
}
