/**
 * The page of the window: its address, how it is served, and which addresses belong to it. No page in this app may navigate away, open windows,
 * request devices or permissions, or embed other pages.
 */
import { app, protocol, type Session, type WebContents } from 'electron';
import type { Backend } from '../../../shared/contracts/ipc/backend.ts';
import { createProjectFileResponse, notFoundResponse, readRendererFile } from '../../app/window-files.ts';

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

/** Serves the built window and the stored files of projects, and rejects everything else. */
export function serveAppPage(session: Session, rendererFolder: string, call: Backend['call']): void {
  session.protocol.handle('app', async (request) => {
    const { host, pathname } = new URL(request.url);
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    if (host !== 'taleport' || !isRead) return notFoundResponse();
    if (pathname.startsWith('/file/')) return (await createProjectFileResponse(request, call)) ?? notFoundResponse();
    const file = await readRendererFile(rendererFolder, pathname);
    return file ? new Response(file.body, { headers: withoutOpenerPolicy(file.headers) }) : notFoundResponse();
  });
}

/**
 * The policy separates a page from pages that open it or that it opens. Here no page can open another (`blockNavigation`), and Chromium would end the
 * process that it has started for the page, and start a second one when it reads the header (ADR 0920).
 */
function withoutOpenerPolicy({ 'cross-origin-opener-policy': _, ...headers }: Readonly<Record<string, string>>): Record<string, string> {
  return headers;
}

/**
 * Applies to every page that is created after this call. `openLink` is called with the addresses outside the app that a page tries to open.
 */
export function hardenWebContents(openLink: (address: string) => void): void {
  app.on('web-contents-created', (_, contents) => {
    blockNavigation(contents, openLink);
    contents.on('will-attach-webview', (event) => event.preventDefault());
  });
}

export function denyPermissions(session: Session): void {
  session.setPermissionRequestHandler((_contents, permission, decide) => decide(permission === 'clipboard-sanitized-write'));
  session.setPermissionCheckHandler((_contents, permission) => permission === 'clipboard-sanitized-write');
  session.setDevicePermissionHandler(() => false);
}

/** Links open in the user's browser; nothing else leaves the page. */
function blockNavigation(contents: WebContents, openLink: (address: string) => void): void {
  contents.on('will-frame-navigate', (event) => {
    // The frame with a story's page only shows what the window writes into it.
    if (!event.isMainFrame) {
      if (event.url !== 'about:srcdoc') event.preventDefault();
      return;
    }
    if (isAppPage(event.url)) return;
    event.preventDefault();
    openLink(event.url);
  });
  contents.on('will-redirect', (event) => {
    if (!isAppPage(event.url)) event.preventDefault();
  });
  contents.setWindowOpenHandler(({ url }) => {
    openLink(url);
    return { action: 'deny' };
  });
}
