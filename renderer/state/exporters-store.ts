/** The available exporters and documents, with the names of their engines and formats. They do not change while the window is open. */
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { DocumentDescription, ExporterDescription, ExporterId } from '../../shared/contracts/exporters.ts';
import type { Target } from '../../shared/contracts/targets.ts';
import { formatAlternatives } from '../messages/translate.ts';
import { invoke } from '../platform/bridge.ts';

const exportersStore = createStore<{ readonly list: readonly ExporterDescription[]; readonly documents: readonly DocumentDescription[] }>(
  () => ({
    list: [],
    documents: [],
  }),
);

export async function loadExporters(): Promise<void> {
  const [list, documents] = await Promise.all([invoke('exporter.list', {}), invoke('exporter.documents', {})]);
  exportersStore.setState({ list, documents });
}

export const listExporters = (): readonly ExporterDescription[] => exportersStore.getState().list;

export const useExporters = (): readonly ExporterDescription[] => useStore(exportersStore, ({ list }) => list);

/** A sentence with the names of the game engines as alternatives. Empty until the exporters have arrived. */
export function useEngineSentence(write: (engines: string) => string): string {
  const names = useExporters().flatMap(({ hasProject, label }) => (hasProject ? [label] : []));
  return names.length === 0 ? '' : write(formatAlternatives(names));
}

/** The formats for people, which are exported to a file only. */
export const useDocuments = (): readonly DocumentDescription[] => useStore(exportersStore, ({ documents }) => documents);

/** The path of the main story file in the game project of a target. Undefined until the exporters have arrived. */
export function useStoryFile({ engine, folder }: Pick<Target, 'engine' | 'folder'>): string | undefined {
  const exporter = useExporters().find(({ id }) => id === engine);
  return exporter && `${folder}/${exporter.storyPath}`;
}

/** Undefined until the list has arrived. */
export const findExporter = (id: ExporterId): ExporterDescription | undefined => listExporters().find((each) => each.id === id);

/** The label of an engine or format. */
export const exporterLabel = (id: ExporterId): string => findExporter(id)?.label ?? id;
