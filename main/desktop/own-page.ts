/** Our own page: where it is, how it is served to the window, and whether an address is ours. */
import { app, protocol, type Session } from 'electron';
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

/** Serves the built screen, and nothing else, at its address. */
export function serveOwnPage(session: Session, screen: string): void {
  session.protocol.handle('app', async ({ method, url }) => {
    const { host, pathname } = new URL(url);
    const file = host === 'taleport' && method === 'GET' ? await screenFile(screen, pathname) : undefined;
    return file
      ? new Response(file.body, { headers: file.headers })
      : new Response('There is nothing here.', { status: 404, headers: securityHeaders });
  });
}
