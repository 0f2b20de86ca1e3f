/**
 * Prevents all pages in this app from navigating away, opening windows, requesting devices or permissions, and embedding other pages. Links
 * open in the user's browser.
 */
import { app, type Session, type WebContents } from 'electron';
import { isAppPage } from './app-page.ts';

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
