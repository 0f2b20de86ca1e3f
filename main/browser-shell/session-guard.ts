/**
 * Protects the browser shell. It listens on this machine only, but any page in any browser can send requests there: the Host must be ours (so
 * that no other name can be bound to us), the Origin must be ours, and the browser must have opened the address printed in the terminal once.
 */

import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { Context, MiddlewareHandler } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import { loadTranslator, matchLanguage } from '../../shared/messages/languages.ts';
import { type Message, message } from '../../shared/messages/message.ts';
import { Problem } from '../../shared/problem.ts';
import { escapeText } from '../../shared/rich-text/serialize-html.ts';
import { securityHeaders } from '../app/renderer-files.ts';

export interface SessionGuard {
  /** Valid for one session. */
  readonly token: string;
  readonly requireSession: MiddlewareHandler;
  readonly startSession: MiddlewareHandler;
}

export function createSessionGuard(port: () => number): SessionGuard {
  const token = randomBytes(32).toString('base64url');
  const session = randomBytes(32).toString('base64url');
  let isUsed = false;
  const cookieName = () => `taleport-${port()}`;
  const hosts = () => [`127.0.0.1:${port()}`, `localhost:${port()}`];
  const isKnown = (cookie: string | undefined) => cookie !== undefined && isSameSecret(cookie, session);

  return {
    token,
    async requireSession(context, next) {
      const host = context.req.header('host') ?? '';
      if (!hosts().includes(host)) return rejectRequest(context, message('problem.browser.foreignAddress'));
      const { method, path } = context.req;
      const isRead = method === 'GET' || method === 'HEAD';
      const origin = context.req.header('origin');
      const isForeign = origin !== undefined && origin !== `http://${host}`;
      if (isForeign || (!isRead && origin === undefined)) return rejectRequest(context, message('problem.browser.otherPage'));
      if (path === '/events' && !['same-origin', undefined].includes(context.req.header('sec-fetch-site')))
        return rejectRequest(context, message('problem.browser.otherPage'));
      if (path === '/' && context.req.query('token') !== undefined) return next();
      if (!isKnown(getCookie(context, cookieName()))) return rejectRequest(context, message('problem.browser.openPrintedAddress'));
      await next();
    },
    /** Exchanges the token for a cookie, and redirects so that the address no longer contains it. */
    async startSession(context, next) {
      const given = context.req.query('token');
      if (given === undefined) return next();
      if (!isKnown(getCookie(context, cookieName()))) {
        if (isUsed || !isSameSecret(given, token)) return rejectRequest(context, message('problem.browser.addressUsed'));
        isUsed = true;
        setCookie(context, cookieName(), session, { httpOnly: true, sameSite: 'Strict', path: '/' });
      }
      for (const [name, value] of Object.entries(securityHeaders)) context.header(name, value);
      return context.redirect('/', 303);
    },
  };
}

/** A page in the language of the browser for a person, a Problem for the window. */
async function rejectRequest({ req }: Context, text: Message): Promise<Response> {
  const headers = { ...securityHeaders, 'cache-control': 'no-store' };
  if (!req.header('accept')?.includes('text/html'))
    return Response.json({ ok: false, problem: new Problem('forbidden', text).serialize() }, { status: 403, headers });
  const { locale, t } = await loadTranslator(matchLanguage(parseAcceptLanguage(req.header('accept-language'))));
  const page = `<!doctype html><html lang="${locale}"><meta charset="utf-8"><title>Taleport</title><p>${escapeText(t(text))}</p></html>`;
  return new Response(page, { status: 403, headers: { ...headers, 'content-type': 'text/html; charset=utf-8' } });
}

/** The languages of an `Accept-Language` header, the preferred one first. */
export function parseAcceptLanguage(header = ''): string[] {
  const weighted = header.split(',').map((entry) => {
    const [tag = '', quality] = entry.trim().split(/;\s*q=/);
    return { tag, weight: quality === undefined ? 1 : Number(quality) };
  });
  return weighted.sort((one, other) => other.weight - one.weight).map(({ tag }) => tag);
}

function isSameSecret(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}
