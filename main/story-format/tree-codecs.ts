/** Codecs of the kinds that form trees of folders: board, component, asset. */
import { encodeCover } from './covers.ts';
import { encodeLocalizedField, withOtherFields } from './encoding.ts';
import { defineCodec } from './kind-codec.ts';

export const boardCodec = defineCodec('board', {
  /** [Exports] a board always has its lists; a folder has its children, in their order. */
  encode(record, context) {
    const { project, boards, related } = context;
    const { id, name, customId } = record;
    if (record.type === 'folder') {
      const children = project.childIds(id, 'boards').filter((child) => boards.has(child));
      return withOtherFields({ name, root: id === project.projectRecord.roots.board || undefined, children }, record, context);
    }
    const entry = {
      name,
      notes: project.childIds(id, 'notes'),
      jumpers: project.childIds(id, 'jumpers'),
      branches: project.childIds(id, 'branches'),
      customId: customId ?? undefined,
      elements: project.childIds(id, 'elements'),
      attributes: related.attributes(id),
      connections: project.childIds(id, 'connections'),
    };
    return withOtherFields(entry, record, context);
  },
});

export const componentCodec = defineCodec('component', {
  /** [Exports] the name is in `contents` if all languages are written; that of the root is always `Root`. */
  encode(record, context) {
    const { project, languages, related } = context;
    const { id, customId } = record;
    const isRoot = id === project.projectRecord.roots.component;
    const name = isRoot && languages.single !== null ? 'Root' : encodeLocalizedField(record, 'name', context);
    if (record.type === 'folder')
      return withOtherFields({ root: isRoot || undefined, children: project.childIds(id, 'components'), name }, record, context);
    const cover = encodeCover(record.cover, context);
    return withOtherFields(
      { assets: cover && { cover }, customId: customId ?? undefined, attributes: related.attributes(id), name },
      record,
      context,
    );
  },
});

export const assetCodec = defineCodec('asset', {
  /** [Exports] the root has no name. The name of the stored file is only written on request (G17). */
  encode(record, context) {
    const { project, storedNames, assetNames } = context;
    const { id, type, file, volume } = record;
    const name = assetNames.get(id) ?? record.name;
    if (type === 'folder') {
      const isRoot = id === project.projectRecord.roots.asset;
      return withOtherFields(
        { name: isRoot ? undefined : name, root: isRoot || undefined, children: project.childIds(id, 'assets') },
        record,
        context,
      );
    }
    return withOtherFields(
      { file: storedNames && file !== null ? file : undefined, name, type, volume: volume ?? undefined },
      record,
      context,
    );
  },
});
