/** Field schemas that several kinds share ([Common conventions], [Localized content]). Defaults never stand in here. */
import { z } from 'zod';

export const CANVAS_SIZE = 40_000;

export const themes = [
  'default',
  'orange',
  'brown',
  'gold',
  'moss',
  'green',
  'cyan',
  'lightBlue',
  'blue',
  'purple',
  'pink',
  'red',
] as const;
export const themeSchema = z.enum(themes);
export type Theme = z.infer<typeof themeSchema>;

/** A position on the canvas in pixels; that the whole box lies inside is the rule `insideCanvas`. */
export const coordinateSchema = z.number().min(0).max(CANVAS_SIZE);
/** A width or height in pixels, 0 to 40000 ([Limits] Canvas). */
export const dimensionSchema = z.number().min(0).max(CANVAS_SIZE);

export const idSchema = z.string().min(1).max(255);
export const optionalIdSchema = idSchema.nullable();

/** Stored form of a localized text: `{<locale>: {text}}`. */
export const localizedTextSchema = z.record(z.string().min(1).max(64), z.strictObject({ text: z.string().nullable() }));
export type LocalizedText = z.infer<typeof localizedTextSchema>;

/** How far a translation is, by locale; as `_status` in files with all languages. */
export const translationStatusSchema = z.record(z.string().min(1), z.enum(['untranslated', 'progress', 'review', 'final']));

const playbackFields = {
  mode: z.enum(['once', 'loop', 'stop']).optional(),
  autoplay: z.boolean().optional(),
  showControls: z.boolean().optional(),
  showOptions: z.boolean().optional(),
};

/** [Elements] element cover object. In files the type may be missing: then the asset's own type counts. */
export const elementCoverSchema = z.discriminatedUnion('type', [
  z.strictObject({ type: z.enum(['image', 'template-image']), id: idSchema }),
  z.strictObject({ type: z.enum(['video', 'template-video']), id: idSchema, ...playbackFields }),
  z.strictObject({ type: z.literal('icon'), file: z.string().min(1) }),
  z.strictObject({
    type: z.literal('youtube'),
    url: z.string().min(1),
    autoplay: z.boolean().optional(),
    showControls: z.boolean().optional(),
  }),
]);

/** [Components] component cover: image, template-image or icon. */
export const componentCoverSchema = z.discriminatedUnion('type', [
  z.strictObject({ type: z.enum(['image', 'template-image']), id: idSchema }),
  z.strictObject({ type: z.literal('icon'), file: z.string().min(1) }),
]);

/** [Common conventions] elements, notes, jumpers and branches lie entirely inside the canvas. */
export function validateInsideCanvas(box: { x: number; y: number; width: number; height: number }): Record<string, string> | undefined {
  const faults: Record<string, string> = {};
  if (box.x + box.width > CANVAS_SIZE) faults.x = `must be at most ${CANVAS_SIZE - box.width} so that the item lies inside the canvas`;
  if (box.y + box.height > CANVAS_SIZE) faults.y = `must be at most ${CANVAS_SIZE - box.height} so that the item lies inside the canvas`;
  return Object.keys(faults).length > 0 ? faults : undefined;
}
