/** Our own page: where it is, how it is served to the window, and whether an address is ours. */
import { app, protocol, type Session } from 'electron';
import { pageFile } from '../page-files.ts';
import type { Parts } from '../parts.ts';
import { screenFile, securityHeaders } from '../screen-files.ts';

const origin = 'app://taleport';

/** Before the app is ready. A standard, secure origin of our own, so that the page has what pages on https have, and no file has. */
export function registerOwnScheme(): void {
  protocol.registerSchemesAsPrivileged([
    { scheme: 'app', privileges: { standard: true, secure: true, supportFetchAPI: true, stream: true, codeCache: true } },
  ]);
}

/** While the screen is edited, electron-vite serves it; a packed app listens to no such thing. */
export const pageAddress = (): string => devAddress() ?? `${origin}/`;

const devAddress = (): string | undefined => (app.isPackaged ? undefined : process.env.ELECTRON_RENDERER_URL);

/** Whether an address is that of our own page. */
export function isOwnPage(address: string): boolean {
  try {
    const { protocol: of, host } = new URL(address);
    const own = new URL(pageAddress());
    return of === own.protocol && host === own.host;
  } catch {
    return false;
  }
}

/** Serves the built screen and the stored files of projects, and nothing else, at its address. */
export function serveOwnPage(session: Session, screen: string, call: Parts['call']): void {
  session.protocol.handle('app', async (request) => {
    const { host, pathname } = new URL(request.url);
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    if (host !== 'taleport' || !isRead) return nothing();
    if (pathname.startsWith('/file/')) return (await pageFile(request, call)) ?? nothing();
    const file = await screenFile(screen, pathname);
    return file ? new Response(file.body, { headers: file.headers }) : nothing();
  });
}

const nothing = (): Response => new Response('There is nothing here.', { status: 404, headers: securityHeaders });
