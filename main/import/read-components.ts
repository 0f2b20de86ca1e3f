/** Components and their folders; each component gets an id for scripts where the file gives none (G26). */
import type { AnyRecord } from '../../shared/kinds/all.ts';
import type { CustomIds } from './custom-ids.ts';
import { localizedField, plainText, translationStatus } from './read-languages.ts';
import { keptCover } from './read-media.ts';
import { type Reading, rawField } from './reading.ts';

const taken = new Set(['root', 'children', 'attributes', 'assets', 'status']);

export async function readComponents(reading: Reading, root: string, customIds: CustomIds): Promise<void> {
  for (const [id, raw] of reading.file.all('components')) {
    const path = `components.${id}`;
    const type = reading.folders.has(id) ? 'folder' : 'component';
    const { parent = null, rank = 'a0' } = id === root ? {} : (reading.placeOf(id) ?? {});
    const named = localizedField(reading, 'components', id, raw, 'name', plainText);
    const name = id === root && Object.keys(named).length === 0 ? rootName(reading) : named;
    const cover = keptCover(reading, 'components', rawField(reading, raw, 'assets', path).cover, `${path}.assets.cover`);
    const given = { parentId: parent, type, name, cover, status: translationStatus(reading, id), customId: raw.customId ?? null };
    if (type === 'component' && given.customId === null) {
      given.customId = customIds.make(name[reading.mainLocale]?.text ?? Object.values(name)[0]?.text ?? 'component');
      reading.remarks.count('componentId');
    }
    reading.add('component', id, { rank }, raw, given, taken);
    const rest = reading.pace.step();
    if (rest) await rest;
  }
  if (!reading.file.find('components', root)) {
    const name = rootName(reading);
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
const rootName = (reading: Reading) => ({ [reading.mainLocale]: { text: 'Root' } });
