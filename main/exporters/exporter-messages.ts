/**
 * Messages that an exporter brings in its own folder, so that a new exporter touches nothing else. Their English text travels with each message;
 * a language translates them under the key `exporter.<id>.<name>`. The messages of the built-in exporters are in the catalogue (exporter.json).
 */
import type { ExporterId } from '../../shared/contracts/exporters.ts';
import type { Message } from '../../shared/messages/message.ts';

/** `texts`: English in ICU MessageFormat, by name. Returns the function that creates a message from its name and parameters. */
export function defineExporterMessages<const T extends Readonly<Record<string, string>>>(id: ExporterId, texts: T) {
  return (name: keyof T & string, params: Message['params'] = {}): Message => {
    const defaultText = texts[name];
    return { key: ['exporter', id, name].join('.'), params, ...(defaultText !== undefined && { defaultText }) };
  };
}
