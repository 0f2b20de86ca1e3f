/** Our own page: where it is, how it is served to the window, and whether an address is ours. */
import { app, protocol, type Session } from 'electron';
import type { Backend } from '../../shared/contracts/ipc/backend.ts';
import { createProjectFileResponse } from '../app/project-file-response.ts';
import { readRendererFile, securityHeaders } from '../app/renderer-files.ts';

const appOrigin = 'app://taleport';

/** Before the app is ready. A standard, secure origin of our own, so that the page has what pages on https have, and no file has. */
export function registerAppScheme(): void {
  protocol.registerSchemesAsPrivileged([
    { scheme: 'app', privileges: { standard: true, secure: true, supportFetchAPI: true, stream: true, codeCache: true } },
  ]);
}

/** While the screen is edited, electron-vite serves it; a packed app listens to no such thing. */
export const appPageUrl = (): string => devServerUrl() ?? `${appOrigin}/`;

const devServerUrl = (): string | undefined => (app.isPackaged ? undefined : process.env.ELECTRON_RENDERER_URL);

/** Whether an address is that of our own page. */
export function isAppPage(address: string): boolean {
  try {
    const { protocol: of, host } = new URL(address);
    const own = new URL(appPageUrl());
    return of === own.protocol && host === own.host;
  } catch {
    return false;
  }
}

/** Serves the built screen and the stored files of projects, and nothing else, at its address. */
export function serveAppPage(session: Session, screen: string, call: Backend['call']): void {
  session.protocol.handle('app', async (request) => {
    const { host, pathname } = new URL(request.url);
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    if (host !== 'taleport' || !isRead) return notFoundResponse();
    if (pathname.startsWith('/file/')) return (await createProjectFileResponse(request, call)) ?? notFoundResponse();
    const file = await readRendererFile(screen, pathname);
    return file ? new Response(file.body, { headers: file.headers }) : notFoundResponse();
  });
}

const notFoundResponse = (): Response => new Response('There is nothing here.', { status: 404, headers: securityHeaders });
