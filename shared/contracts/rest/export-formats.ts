/**
 * The exports that the REST service offers. The service's specification fixes their names, and they are stored as the export features of a
 * workspace; an exporter that is added later is not part of that interface.
 */
export const restExportFormats = ['json', 'unity', 'unreal', 'godot'] as const;
export type RestExportFormat = (typeof restExportFormats)[number];
