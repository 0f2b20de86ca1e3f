/** The preload script: the only bridge between the sandboxed window and the main process. */
import { contextBridge, ipcRenderer, webUtils } from 'electron';
import type { BackendEvent } from '../shared/contracts/ipc/events.ts';
import { ipcChannels, type PreloadBridge } from './desktop/window/bridge-types.ts';

const bridge: PreloadBridge = {
  ask: (name, input) => ipcRenderer.invoke(ipcChannels.call, name, input),
  on(listener) {
    const forward = (_: unknown, events: BackendEvent[]) => listener(events);
    ipcRenderer.on(ipcChannels.events, forward);
    return () => void ipcRenderer.removeListener(ipcChannels.events, forward);
  },
  pathOf(file) {
    const path = webUtils.getPathForFile(file);
    // The page cannot make a file that has a path: only one that was dropped or chosen has one.
    if (path !== '') ipcRenderer.send(ipcChannels.dropped, path);
    return path;
  },
  shell: 'desktop',
};

contextBridge.exposeInMainWorld('taleport', bridge);
