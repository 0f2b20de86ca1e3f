/**
 * Messages that an exporter defines in its own folder, so that a new exporter changes no other files. Their English text is sent with each
 * message; translations have the key `exporter.<id>.<name>`. The messages of the built-in exporters are in the catalogue (exporter.json).
 */
import type { ExporterId } from '../../shared/contracts/exporters.ts';
import type { Message } from '../../shared/messages/message.ts';

/** `texts` contains English texts in ICU MessageFormat, by name. Returns a function that creates a message from its name and parameters. */
export function defineExporterMessages<const T extends Readonly<Record<string, string>>>(id: ExporterId, texts: T) {
  return (name: keyof T & string, params: Message['params'] = {}): Message => {
    const defaultText = texts[name];
    return { key: ['exporter', id, name].join('.'), params, ...(defaultText !== undefined && { defaultText }) };
  };
}
