/**
 * Collects the requests to open something: from the arguments of this process, from those of a second one, and from macOS. They are
 * retained until the app can open them.
 */
import { app, type Event } from 'electron';
import { appArguments, findOpenRequest, type OpenRequest, parseOpenRequest } from './app-arguments.ts';

export interface OpenRequests {
  openWith(open: (request?: OpenRequest) => void): void;
}

/**
 * Must be called before the app is ready, because macOS sends requests that early. `open` is called without a request if only the window
 * should be shown.
 */
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
