import { WrongUsage } from './wrong-usage.ts';

/** The value of --port; 0 is a free one. */
export function portIn(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const port = Number(text);
  if (!/^\d+$/.test(text) || port > 65535) throw new WrongUsage(`--port is a number from 0 to 65535, not "${text}".`);
  return port;
}
