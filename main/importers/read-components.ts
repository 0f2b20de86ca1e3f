/** Components and their folders; each component gets an id for scripts where the file gives none (G26). */
import type { AnyRecord } from '../../shared/model/kinds/kinds.ts';
import type { CustomIdAllocator } from './custom-id-allocator.ts';
import { type ImportSession, readObjectField } from './import-session.ts';
import { readLocalizedField, readStoryPlainText, readTranslationStatus } from './read-languages.ts';
import { readCover } from './read-media.ts';

const convertedFields = new Set(['root', 'children', 'attributes', 'assets', 'status']);

export async function readComponents(reading: ImportSession, root: string, customIds: CustomIdAllocator): Promise<void> {
  for (const [id, raw] of reading.file.entriesOf('components')) {
    const path = `components.${id}`;
    const type = reading.folders.has(id) ? 'folder' : 'component';
    const { parent = null, rank = 'a0' } = id === root ? {} : (reading.placementOf(id) ?? {});
    const named = readLocalizedField(reading, 'components', id, raw, 'name', readStoryPlainText);
    const name = id === root && Object.keys(named).length === 0 ? rootComponentName(reading) : named;
    const cover = readCover(reading, 'components', readObjectField(reading, raw, 'assets', path).cover, `${path}.assets.cover`);
    const given = { parentId: parent, type, name, cover, status: readTranslationStatus(reading, id), customId: raw.customId ?? null };
    if (type === 'component' && given.customId === null) {
      given.customId = customIds.allocate(name[reading.mainLocale]?.text ?? Object.values(name)[0]?.text ?? 'component');
      reading.notes.count('componentId');
    }
    reading.addRecord('component', id, { rank }, raw, given, convertedFields);
    const rest = reading.progress.advance();
    if (rest) await rest;
  }
  if (!reading.file.find('components', root)) {
    const name = rootComponentName(reading);
    const made: AnyRecord = {
      kind: 'component',
      id: root,
      rank: 'a0',
      parentId: null,
      type: 'folder',
      name,
      customId: null,
      cover: null,
      status: null,
    };
    reading.records.push(made);
  }
}

/** Files with all languages name no root. */
const rootComponentName = (reading: ImportSession) => ({ [reading.mainLocale]: { text: 'Root' } });
