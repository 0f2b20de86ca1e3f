/** The bridge and nothing else: the window's page gets these four things and no other way to the program. */
import { contextBridge, ipcRenderer, webUtils } from 'electron';
import type { Event } from '../shared/ipc/events.ts';
import { type Bridge, channels } from './desktop/bridge-types.ts';

const bridge: Bridge = {
  ask: (name, input) => ipcRenderer.invoke(channels.call, name, input),
  on(listener) {
    const hear = (_: unknown, events: Event[]) => listener(events);
    ipcRenderer.on(channels.events, hear);
    return () => void ipcRenderer.removeListener(channels.events, hear);
  },
  pathOf: (file) => webUtils.getPathForFile(file),
  shell: 'desktop',
};

contextBridge.exposeInMainWorld('taleport', bridge);
