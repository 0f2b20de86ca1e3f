import type { z } from 'zod';
import { message } from '../../messages/message.ts';
import { defineField, defineKind, type SchemaFactory } from './define-kind.ts';
import { treeParentField } from './field-schemas.ts';

export const uploadTypes = ['image', 'audio', 'video'] as const;
const assetFileTypes = [...uploadTypes, 'template-image', 'template-audio', 'template-video'] as const;

/** A fact about the stored file, which each side finds in the bytes it has. Replies contain it if it is known (G12). */
const fileFact = <S extends z.ZodType>(schema: SchemaFactory<S>) =>
  defineField((z) => schema(z).nullable(), {
    default: null,
    api: { access: 'none', isOmittedWhenNull: true },
    sync: 'local',
    export: 'never',
  });

/** An image, sound or video of the project, or a folder of them. `file` names the stored file; `size` is for display, `bytes` counts (G12). */
export const asset = defineKind({
  kind: 'asset',
  plural: 'assets',
  label: 'asset',
  fields: {
    parentId: treeParentField('asset'),
    type: defineField((z) => z.enum(['folder', ...assetFileTypes]), {
      api: { access: 'write', isRequired: false, bodySchema: (z) => z.enum(uploadTypes) },
      export: 'custom',
    }),
    name: defineField((z) => z.string().min(1), { text: { format: 'plain' }, export: 'custom' }),
    file: defineField((z) => z.string().min(1).nullable(), {
      default: null,
      api: { access: 'write', bodySchema: (z) => z.string().min(1) },
      sync: 'local',
      export: 'custom',
    }),
    size: defineField((z) => z.string().nullable(), {
      default: null,
      api: { access: 'write', bodySchema: (z) => z.string(), isOmittedWhenNull: true },
      sync: 'local',
      export: 'never',
    }),
    bytes: fileFact((z) => z.int().min(0)),
    volume: defineField((z) => z.number().nullable(), {
      default: null,
      api: { access: 'write', bodySchema: (z) => z.number(), isOmittedWhenNull: true },
      export: 'custom',
    }),
    mime: fileFact((z) => z.string()),
    width: fileFact((z) => z.number()),
    height: fileFact((z) => z.number()),
    duration: fileFact((z) => z.number()),
  },
  orders: [{ parentField: 'parentId', list: 'assets', rankField: 'rank' }],
  recordRules: [
    ({ type, file, size, volume }) =>
      type === 'folder' && (file ?? size ?? volume) !== null ? { type: message('fault.folder.noFile') } : undefined,
  ],
});
