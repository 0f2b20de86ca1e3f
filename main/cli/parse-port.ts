import { UsageError } from './usage-error.ts';

/** The value of --port; 0 is a free one. */
export function parsePort(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const port = Number(text);
  if (!/^\d+$/.test(text) || port > 65535) throw new UsageError(`--port is a number from 0 to 65535, not "${text}".`);
  return port;
}
