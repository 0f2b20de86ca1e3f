/** The exporters that the program ships with: tests that run for each of them name them here, apart from the registry. */
export const gameEngines = ['unity', 'unreal', 'godot'] as const;
export type GameEngine = (typeof gameEngines)[number];
export const exportFormats = ['json', ...gameEngines] as const;
export type ExportFormat = (typeof exportFormats)[number];
