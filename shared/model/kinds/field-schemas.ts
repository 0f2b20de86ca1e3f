/** Schemas and fields that several kinds share ([Common conventions], [Localized content]). kind-schemas.ts creates the schemas with zod. */

import { isJsonObject } from '../../json.ts';
import { type Message, message } from '../../messages/message.ts';
import { schemaError } from '../../messages/schema-error.ts';
import { isValidCustomId } from '../../script/identifiers.ts';
import {
  defineField,
  defineSchema,
  type EmptyTextRule,
  type MissingTargetError,
  type SchemaValue,
  type ZodFunctions,
} from './define-kind.ts';

export const canvasSize = 40_000;

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
export const themeSchemaFactory = defineSchema((z) => z.enum(themes));
export type Theme = SchemaValue<typeof themeSchemaFactory>;

/** A position on the canvas in pixels. `validateInsideCanvas` checks that the whole box is inside. */
const coordinateSchema = defineSchema((z) => z.number().min(0).max(canvasSize));
/** A width or height in pixels, 0 to 40000 ([Limits] Canvas). */
export const dimensionSchemaFactory = defineSchema((z) => z.number().min(0).max(canvasSize));

export const idSchemaFactory = defineSchema((z) => z.string().min(1).max(255));
export const optionalIdSchemaFactory = defineSchema((z) => idSchemaFactory(z).nullable());

/** Stored form of a localized text: `{<locale>: {text}}`. */
export const localizedTextSchemaFactory = defineSchema((z) =>
  z.record(z.string().min(1).max(64), z.strictObject({ text: z.string().nullable() })),
);
export type LocalizedText = SchemaValue<typeof localizedTextSchemaFactory>;
/** Whether the value of a text field is localized. Its entries were validated by the schema of its kind. */
export const isLocalizedText = (value: unknown): value is LocalizedText => isJsonObject(value);

/** The progress of a translation, by locale; `_status` in files with all languages. */
const translationStatusSchema = defineSchema((z) => z.record(z.string().min(1), z.enum(['untranslated', 'progress', 'review', 'final'])));

const playbackFields = (z: ZodFunctions) => ({
  mode: z.enum(['once', 'loop', 'stop']).optional(),
  autoplay: z.boolean().optional(),
  showControls: z.boolean().optional(),
  showOptions: z.boolean().optional(),
});

/** [Elements] element cover object. In files the type may be missing: then the type of the asset applies. */
export const elementCoverSchemaFactory = defineSchema((z) =>
  z.discriminatedUnion('type', [
    z.strictObject({ type: z.enum(['image', 'template-image']), id: idSchemaFactory(z) }),
    z.strictObject({ type: z.enum(['video', 'template-video']), id: idSchemaFactory(z), ...playbackFields(z) }),
    z.strictObject({ type: z.literal('icon'), file: z.string().min(1) }),
    z.strictObject({
      type: z.literal('youtube'),
      url: z.string().min(1),
      autoplay: z.boolean().optional(),
      showControls: z.boolean().optional(),
    }),
  ]),
);
export type ElementCoverObject = SchemaValue<typeof elementCoverSchemaFactory>;

/** [Components] component cover: image, template-image or icon. */
export const componentCoverSchemaFactory = defineSchema((z) =>
  z.discriminatedUnion('type', [
    z.strictObject({ type: z.enum(['image', 'template-image']), id: idSchemaFactory(z) }),
    z.strictObject({ type: z.literal('icon'), file: z.string().min(1) }),
  ]),
);

/** A field that contains one line of text, or nothing. */
export const textField = () => defineField((z) => z.string().nullable(), { default: null, text: { format: 'plain' } });

/** The board of an item. Files list the items of each board instead. */
export const boardIdField = defineField(idSchemaFactory, {
  reference: { targetKinds: ['board'], onTargetRemoved: 'cascade', missingTargetError: 'missingParent' },
  api: 'create',
  export: 'never',
});

/** [G33] Levels of a tree of boards, components or assets below its root. */
export const maxTreeDepth = 200;

/** The parent of an entry of a tree (`kind` contains itself). Files list the children of each folder instead. */
export const treeParentField = (kind: string) =>
  defineField(optionalIdSchemaFactory, {
    reference: cascadeFrom(kind),
    api: { access: 'create', shown: 'list', isMovable: true, isRequired: false },
    export: 'never',
  });

/** The element that a component or a sound is attached to. */
export const attachmentOwnerField = defineField(idSchemaFactory, {
  reference: cascadeFrom('element'),
  api: { access: 'path', isMovable: true },
  export: 'never',
});

function cascadeFrom(kind: string) {
  return { targetKinds: [kind], onTargetRemoved: 'cascade', missingTargetError: 'notFound' satisfies MissingTargetError } as const;
}

/** A position on the canvas. Formats without geometry leave it out. */
export const coordinateField = defineField(coordinateSchema, { export: 'custom' });
export const dimensionField = (pixels: number) => defineField(dimensionSchemaFactory, { default: pixels, export: 'custom' });
export const themeField = defineField(themeSchemaFactory, { default: 'default', export: 'always' });
export const autoHeightField = defineField((z) => z.boolean(), { default: true, export: 'always' });

/** A field with a text for each language. */
export const localizedTextField = (format: 'plain' | 'rich', { whenEmpty }: { readonly whenEmpty?: EmptyTextRule } = {}) =>
  defineField(localizedTextSchemaFactory, { default: {}, text: { format, localized: true, ...(whenEmpty && { whenEmpty }) } });

/** The progress of each translation. Only files with all languages contain it. */
export const translationStatusField = defineField((z) => translationStatusSchema(z).nullable(), {
  default: null,
  api: { access: 'none', shown: 'never' },
  export: 'custom',
});

/** A cover is set by requests of its own, and removed with its asset. */
const coverOptions = {
  innerReferences: {
    id: { targetKinds: ['asset'], onTargetRemoved: 'clear', missingTargetError: 'notFound', clearedField: 'cover' },
  },
  api: 'ownRoute',
  export: 'custom',
} as const;
export const elementCoverField = defineField((z) => elementCoverSchemaFactory(z).nullable(), { default: null, ...coverOptions });
export const componentCoverField = defineField((z) => componentCoverSchemaFactory(z).nullable(), { default: null, ...coverOptions });

/** The name of a board or component in scripts. It can be set once, and not removed: a body takes text only. */
export const customIdSchemaFactory = defineSchema((z) =>
  z
    .string()
    .refine(isValidCustomId, schemaError(message('fault.customId')))
    .nullable(),
);

/** [Common conventions] elements, notes, jumpers and branches are entirely inside the canvas. */
export function validateInsideCanvas(box: { x: number; y: number; width: number; height: number }): Record<string, Message> | undefined {
  const errors: Record<string, Message> = {};
  if (box.x + box.width > canvasSize) errors.x = message('fault.insideCanvas', { maximum: canvasSize - box.width });
  if (box.y + box.height > canvasSize) errors.y = message('fault.insideCanvas', { maximum: canvasSize - box.height });
  return Object.keys(errors).length > 0 ? errors : undefined;
}
