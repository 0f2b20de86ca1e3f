/** Reads components and their folders. A component without a custom id receives one (G26). */
import type { AnyRecord } from '../../shared/model/kinds/kinds.ts';
import type { CustomIdAllocator } from './custom-id-allocator.ts';
import { type ImportSession, readObjectField } from './import-session.ts';
import { readLocalizedFields, readTranslationStatus } from './read-languages.ts';
import { readCover } from './read-media.ts';

const convertedFields = new Set(['root', 'children', 'attributes', 'assets', 'status']);

export async function readComponents(session: ImportSession, root: string, customIds: CustomIdAllocator): Promise<void> {
  for (const [id, raw] of session.file.entriesOf('components')) {
    const path = `components.${id}`;
    const type = session.folders.has(id) ? 'folder' : 'component';
    const { parent = null, rank = 'a0' } = id === root ? {} : (session.placementOf(id) ?? {});
    const { name: named = {}, ...otherTexts } = readLocalizedFields(session, 'component', id, raw);
    const name = id === root && Object.keys(named).length === 0 ? rootComponentName(session) : named;
    const cover = readCover(
      session,
      'components',
      readObjectField(session, raw, 'assets', path).cover ?? raw.cover,
      `${path}.assets.cover`,
    );
    const converted = {
      parentId: parent,
      type,
      name,
      ...otherTexts,
      cover,
      status: readTranslationStatus(session, id),
      customId: raw.customId ?? null,
    };
    if (type === 'component' && converted.customId === null) {
      converted.customId = customIds.allocate(name[session.mainLocale]?.text ?? Object.values(name)[0]?.text ?? 'component');
      session.notes.count('componentId');
    }
    session.addRecord('component', id, { rank }, raw, converted, convertedFields);
    const pause = session.progress.advance();
    if (pause) await pause;
  }
  if (!session.file.find('components', root)) {
    const name = rootComponentName(session);
    const rootFolder: AnyRecord = {
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
    session.records.push(rootFolder);
  }
}

/** The name of the root, which files with all languages do not contain. */
const rootComponentName = (session: ImportSession) => ({ [session.mainLocale]: { text: 'Root' } });
