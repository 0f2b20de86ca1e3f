/** The available exporters, with the names of their engines and formats. They do not change while the window is open. */
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { ExporterDescription, ExporterId } from '../../shared/contracts/exporters.ts';
import { invoke } from '../platform/bridge.ts';

const exportersStore = createStore<{ readonly list: readonly ExporterDescription[] }>(() => ({ list: [] }));

export async function loadExporters(): Promise<void> {
  exportersStore.setState({ list: await invoke('exporter.list', {}) });
}

export const useExporters = (): readonly ExporterDescription[] => useStore(exportersStore, ({ list }) => list);

/** Undefined until the list has arrived. */
export const findExporter = (id: ExporterId): ExporterDescription | undefined =>
  exportersStore.getState().list.find((each) => each.id === id);

/** The label of an engine or format. */
export const exporterLabel = (id: ExporterId): string => findExporter(id)?.label ?? id;
