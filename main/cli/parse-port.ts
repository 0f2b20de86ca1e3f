import { message } from '../../shared/messages/message.ts';
import { UsageError } from './usage-error.ts';

/** Parses the value of --port; 0 selects any free port. */
export function parsePort(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const port = Number(text);
  if (!/^\d+$/.test(text) || port > 65535) throw new UsageError(message('cli.usage.port', { value: text }));
  return port;
}
