import { z } from 'zod';
import { defineKind } from './define.ts';
import { optionalId } from './fields.ts';

export const fileTypes = ['image', 'audio', 'video', 'template-image', 'template-audio', 'template-video'] as const;

/** An asset: a picture, sound or film of the project, or a folder of them. `file` names the stored file; `size` is for display, `bytes` counts (G12). */
export const asset = defineKind({
  kind: 'asset',
  plural: 'assets',
  label: 'asset',
  fields: {
    parentId: optionalId,
    type: z.enum(['folder', ...fileTypes]),
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
  orders: [{ by: 'parentId', list: 'assets', rank: 'rank' }],
  refs: { parentId: { to: ['asset'], whenGone: 'cascade', whenMissing: 'notFound' } },
  texts: { name: { holds: 'plain' } },
  rules: [
    ({ type, file, size, volume }) =>
      type === 'folder' && (file ?? size ?? volume) !== null ? { type: 'folders take no file properties' } : undefined,
  ],
  fixed: ['parentId'],
});
