/** The page of the window: its address, how it is served, and which addresses belong to it. */
import { app, protocol, type Session } from 'electron';
import type { Backend } from '../../shared/contracts/ipc/backend.ts';
import { createProjectFileResponse } from '../app/project-file-response.ts';
import { notFoundResponse, readRendererFile } from '../app/renderer-files.ts';

const appOrigin = 'app://taleport';

/**
 * Must be called before the app is ready. A standard, secure origin gives the page the features of an https page, which pages loaded from
 * files lack.
 */
export function registerAppScheme(): void {
  protocol.registerSchemesAsPrivileged([
    { scheme: 'app', privileges: { standard: true, secure: true, supportFetchAPI: true, stream: true, codeCache: true } },
  ]);
}

/** In development, electron-vite serves the page. A packaged app ignores its environment variable. */
export const appPageUrl = (): string => devServerUrl() ?? `${appOrigin}/`;

const devServerUrl = (): string | undefined => (app.isPackaged ? undefined : process.env.ELECTRON_RENDERER_URL);

/** Whether an address belongs to our page. */
export function isAppPage(address: string): boolean {
  try {
    const { protocol: of, host } = new URL(address);
    const own = new URL(appPageUrl());
    return of === own.protocol && host === own.host;
  } catch {
    return false;
  }
}

/**
 * Loads the code that responds to requests of the page: Node's HTTP client, which takes about 50 ms on first use. Called while the process
 * of the page starts, so that the page does not wait for it.
 */
export const preparePageResponses = (): void => void new Response(null);

/** Serves the built window and the stored files of projects, and rejects everything else. */
export function serveAppPage(session: Session, rendererFolder: string, call: Backend['call']): void {
  session.protocol.handle('app', async (request) => {
    const { host, pathname } = new URL(request.url);
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    if (host !== 'taleport' || !isRead) return notFoundResponse();
    if (pathname.startsWith('/file/')) return (await createProjectFileResponse(request, call)) ?? notFoundResponse();
    const file = await readRendererFile(rendererFolder, pathname);
    return file ? new Response(file.body, { headers: file.headers }) : notFoundResponse();
  });
}
