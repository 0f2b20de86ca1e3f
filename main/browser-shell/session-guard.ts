/**
 * Protects the browser shell. It listens on this machine only, but any page in any browser can send requests to it. So the Host must be
 * ours (which prevents DNS rebinding), the Origin must be ours, and the browser must have opened an address printed in the terminal.
 * Opening it gives the browser a cookie, and the tab a secret that everything but the files of the window requires
 * (shared/contracts/page-secret.ts).
 */

import { randomBytes } from 'node:crypto';
import type { Context, HonoRequest, MiddlewareHandler } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import { pageProtocol } from '../../shared/contracts/page-connection.ts';
import { pageSecretHeader, pageSecretStorageKey } from '../../shared/contracts/page-secret.ts';
import { signPath } from '../../shared/contracts/signed-address.ts';
import { loadTranslator } from '../../shared/load-translator.ts';
import { matchLanguage } from '../../shared/messages/languages.ts';
import { type Message, message } from '../../shared/messages/message.ts';
import { Problem } from '../../shared/problem.ts';
import { escapeText } from '../../shared/rich-text/html.ts';
import { securityHeaders } from '../app/window-files.ts';
import { isSameSecret } from '../platform/is-same-secret.ts';

export interface SessionGuard {
  /** The address that opens one tab. It changes as soon as it has been used. */
  entryAddress(): string;
  /** Checks Host, Origin and cookie. */
  readonly requireSession: MiddlewareHandler;
  /** Also requires the secret of the page, in a header or in the handshake of its connection. */
  readonly requirePageSecret: MiddlewareHandler;
  /** Also requires the secret of the page, or a URL that was signed with it. */
  readonly requireSignedAddress: MiddlewareHandler;
  /** Exchanges the token for the cookie and the secret of the page. */
  readonly startSession: MiddlewareHandler;
}

interface SessionGuardOptions {
  port(): number;
  /** Called when an entry address has been used; `entryAddress` then returns a new one. */
  onEntry?(): void;
  /** In milliseconds. */
  now?(): number;
}

export function createSessionGuard({ port, onEntry, now = Date.now }: SessionGuardOptions): SessionGuard {
  let entryToken = createSecret();
  const session = createSecret();
  const pageSecret = createSecret();
  const cookieName = () => `taleport-${port()}`;
  const hosts = () => [`127.0.0.1:${port()}`, `localhost:${port()}`];
  const hasCookie = (context: Context) => isSameSecret(getCookie(context, cookieName()), session);
  const hasPageSecret = ({ req }: Context) => isSameSecret(req.header(pageSecretHeader) ?? secretInHandshake(req), pageSecret);
  const isSigned = ({ req }: Context) => {
    const { expires, signature } = req.query();
    if (expires === undefined || !(Number(expires) > now())) return false;
    return isSameSecret(signature, signPath(pageSecret, new URL(req.url).pathname, expires));
  };

  return {
    entryAddress: () => `http://127.0.0.1:${port()}/?token=${entryToken}`,
    async requireSession(context, next) {
      const host = context.req.header('host') ?? '';
      if (!hosts().includes(host)) return rejectRequest(context, message('problem.browser.foreignAddress'));
      const { method, path } = context.req;
      const isRead = method === 'GET' || method === 'HEAD';
      const origin = context.req.header('origin');
      // Browsers state the origin in each handshake, and nothing prevents other pages from starting one.
      const needsOrigin = !isRead || isHandshake(context.req);
      const isForeign = origin !== undefined && origin !== `http://${host}`;
      if (isForeign || (needsOrigin && origin === undefined)) return rejectRequest(context, message('problem.browser.otherPage'));
      if (path === '/' && context.req.query('token') !== undefined) return next();
      if (!hasCookie(context)) return rejectRequest(context, message('problem.browser.openPrintedAddress'));
      await next();
    },
    async requirePageSecret(context, next) {
      if (!hasPageSecret(context)) return rejectRequest(context, message('problem.browser.openPrintedAddress'));
      await next();
    },
    async requireSignedAddress(context, next) {
      if (!hasPageSecret(context) && !isSigned(context)) return rejectRequest(context, message('problem.browser.addressExpired'));
      await next();
    },
    async startSession(context, next) {
      const token = context.req.query('token');
      if (token === undefined) return next();
      if (isSameSecret(token, entryToken)) {
        // A program that only checks an address, such as a chat that shows a preview, must not use it up.
        if (context.req.method === 'HEAD') return new Response(null, { headers: unstoredHeaders });
        entryToken = createSecret();
        onEntry?.();
        setCookie(context, cookieName(), session, { httpOnly: true, sameSite: 'Strict', path: '/' });
        return entryPage(context, pageSecret);
      }
      for (const [name, value] of Object.entries(unstoredHeaders)) context.header(name, value);
      // A tab that goes back to the address with which it was opened still has its secret. The cookie alone never suffices to receive one.
      if (hasCookie(context)) return context.redirect('/', 303);
      return rejectRequest(context, message('problem.browser.addressUsed'));
    },
  };
}

const unstoredHeaders: Readonly<Record<string, string>> = { ...securityHeaders, 'cache-control': 'no-store' };

/**
 * Stores the secret in the tab and continues to the window. So the secret is in no URL and in no browsing history. Not a redirect: after a
 * click on another site, browsers would not send the new cookie with the redirected request (`SameSite=Strict`).
 */
function entryPage(context: Context, pageSecret: string): Response {
  const nonce = createSecret();
  const [key, value] = [JSON.stringify(pageSecretStorageKey), JSON.stringify(pageSecret)];
  const script = `<script nonce="${nonce}">sessionStorage.setItem(${key}, ${value}); location.replace('/');</script>`;
  for (const [name, header] of Object.entries(unstoredHeaders)) context.header(name, header);
  context.header(
    'content-security-policy',
    `default-src 'none'; script-src 'nonce-${nonce}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'`,
  );
  return context.html(`<!doctype html><html><meta charset="utf-8"><title>Taleport</title>${script}</html>`);
}

const isHandshake = (req: HonoRequest): boolean => req.header('upgrade') !== undefined;

/** A page cannot add a header to a handshake, but it can name subprotocols: the second one is its secret. */
function secretInHandshake(req: HonoRequest): string | undefined {
  const [protocol, secret] = req.header('sec-websocket-protocol')?.split(',') ?? [];
  return protocol === pageProtocol ? secret?.trim() : undefined;
}

const createSecret = (): string => randomBytes(32).toString('base64url');

/** Responds with a page in the browser's language for a person, and with a Problem for the window. */
async function rejectRequest({ req }: Context, text: Message): Promise<Response> {
  if (!req.header('accept')?.includes('text/html'))
    return Response.json({ ok: false, problem: new Problem('forbidden', text).serialize() }, { status: 403, headers: unstoredHeaders });
  const { locale, t } = await loadTranslator(matchLanguage(parseAcceptLanguage(req.header('accept-language'))));
  const page = `<!doctype html><html lang="${locale}"><meta charset="utf-8"><title>Taleport</title><p>${escapeText(t(text))}</p></html>`;
  return new Response(page, { status: 403, headers: { ...unstoredHeaders, 'content-type': 'text/html; charset=utf-8' } });
}

/** The languages of an `Accept-Language` header, most preferred first. */
export function parseAcceptLanguage(header = ''): string[] {
  const weighted = header.split(',').map((entry) => {
    const [tag = '', quality] = entry.trim().split(/;\s*q=/);
    return { tag, weight: quality === undefined ? 1 : Number(quality) };
  });
  return weighted.sort((one, other) => other.weight - one.weight).map(({ tag }) => tag);
}
