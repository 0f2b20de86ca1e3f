import { z } from 'zod';
import { defineKind } from './define-kind.ts';
import { optionalIdSchema } from './field-schemas.ts';

export const assetFileTypes = ['image', 'audio', 'video', 'template-image', 'template-audio', 'template-video'] as const;

/** An asset: a picture, sound or film of the project, or a folder of them. `file` names the stored file; `size` is for display, `bytes` counts (G12). */
export const asset = defineKind({
  kind: 'asset',
  plural: 'assets',
  label: 'asset',
  fields: {
    parentId: optionalIdSchema,
    type: z.enum(['folder', ...assetFileTypes]),
    name: z.string().min(1),
    file: z.string().min(1).nullable(),
    size: z.string().nullable(),
    bytes: z.int().min(0).nullable(),
    volume: z.number().nullable(),
    mime: z.string().nullable(),
    width: z.number().nullable(),
    height: z.number().nullable(),
    duration: z.number().nullable(),
  },
  defaults: { file: null, size: null, bytes: null, volume: null, mime: null, width: null, height: null, duration: null },
  orders: [{ parentField: 'parentId', list: 'assets', rankField: 'rank' }],
  references: { parentId: { targetKinds: ['asset'], onTargetRemoved: 'cascade', missingTargetError: 'notFound' } },
  texts: { name: { format: 'plain' } },
  recordRules: [
    ({ type, file, size, volume }) =>
      type === 'folder' && (file ?? size ?? volume) !== null ? { type: 'folders take no file properties' } : undefined,
  ],
  immutableFields: ['parentId'],
});
