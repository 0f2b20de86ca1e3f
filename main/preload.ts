/** The bridge and nothing else: the window's page gets these four things and no other way to the program. */
import { contextBridge, ipcRenderer, webUtils } from 'electron';
import type { BackendEvent } from '../shared/contracts/ipc/events.ts';
import { type Bridge, ipcChannels } from './desktop/bridge-types.ts';

const bridge: Bridge = {
  ask: (name, input) => ipcRenderer.invoke(ipcChannels.call, name, input),
  on(listener) {
    const hear = (_: unknown, events: BackendEvent[]) => listener(events);
    ipcRenderer.on(ipcChannels.events, hear);
    return () => void ipcRenderer.removeListener(ipcChannels.events, hear);
  },
  pathOf: (file) => webUtils.getPathForFile(file),
  shell: 'desktop',
};

contextBridge.exposeInMainWorld('taleport', bridge);
