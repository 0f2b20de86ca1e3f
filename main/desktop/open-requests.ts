/** Collects what is to be opened: the arguments of this process, those of a second one, and what macOS asks for. Kept until the app can open it. */
import { app, type Event } from 'electron';
import { appArguments } from './app-arguments.ts';
import { findOpenRequest, type OpenRequest, parseOpenRequest } from './open-request.ts';

export interface OpenRequests {
  openWith(open: (request?: OpenRequest) => void): void;
}

/** Called before the app is ready: macOS asks that early. `open` is called without a request if only the window is to be shown. */
export function collectOpenRequests(args: readonly string[]): OpenRequests {
  const waiting: OpenRequest[] = [];
  let open = (request?: OpenRequest): void => void (request && waiting.push(request));
  const first = findOpenRequest(args, process.cwd());
  if (first) waiting.push(first);
  app.on('second-instance', (_event, argv, folder) => open(findOpenRequest(appArguments(argv, app.isPackaged), folder)));
  const openText = (event: Event, text: string) => {
    event.preventDefault();
    open(parseOpenRequest(text, '/'));
  };
  app.on('open-file', openText);
  app.on('open-url', openText);
  return {
    openWith(handle) {
      open = handle;
      for (const request of waiting.splice(0)) handle(request);
    },
  };
}
