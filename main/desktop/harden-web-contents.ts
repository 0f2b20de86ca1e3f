/** What no page in this app may do: leave, open windows, ask for devices, embed others. Links go to the user's browser. */
import { app, type Session, shell, type WebContents } from 'electron';
import { isAppPage } from './app-page.ts';

/** For every contents there will ever be. */
export function hardenWebContents(): void {
  app.on('web-contents-created', (_, contents) => {
    blockNavigation(contents);
    contents.on('will-attach-webview', (event) => event.preventDefault());
  });
}

export function denyPermissions(session: Session): void {
  session.setPermissionRequestHandler((_contents, permission, decide) => decide(permission === 'clipboard-sanitized-write'));
  session.setPermissionCheckHandler((_contents, permission) => permission === 'clipboard-sanitized-write');
  session.setDevicePermissionHandler(() => false);
}

function blockNavigation(contents: WebContents): void {
  contents.on('will-navigate', (event) => {
    if (isAppPage(event.url)) return;
    event.preventDefault();
    openInBrowser(event.url);
  });
  contents.on('will-redirect', (event) => {
    if (!isAppPage(event.url)) event.preventDefault();
  });
  contents.setWindowOpenHandler(({ url }) => {
    openInBrowser(url);
    return { action: 'deny' };
  });
}

/** Only what a browser opens: other schemes could start any program. */
export function openInBrowser(address: string): void {
  const { protocol } = URL.canParse(address) ? new URL(address) : { protocol: '' };
  if (protocol === 'https:' || protocol === 'http:') void shell.openExternal(address);
}
