/**
 * Who may talk to the browser shell. It listens on this machine only, but any page in any browser can send requests there:
 * the Host must be ours (no other name may be bound to us), the Origin must be ours, and the browser must have come in once
 * by the address that was printed in the terminal.
 */
import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { MiddlewareHandler } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import { Problem } from '../../shared/problem.ts';
import { securityHeaders } from '../app/renderer-files.ts';

export interface SessionGuard {
  /** Good for one entry. */
  readonly token: string;
  readonly requireSession: MiddlewareHandler;
  readonly startSession: MiddlewareHandler;
}

export function createSessionGuard(port: () => number): SessionGuard {
  const token = randomBytes(32).toString('base64url');
  const session = randomBytes(32).toString('base64url');
  let used = false;
  const cookieName = () => `taleport-${port()}`;
  const hosts = () => [`127.0.0.1:${port()}`, `localhost:${port()}`];
  const isKnown = (cookie: string | undefined) => cookie !== undefined && isSameSecret(cookie, session);

  return {
    token,
    async requireSession(context, next) {
      const host = context.req.header('host') ?? '';
      if (!hosts().includes(host)) return forbiddenResponse('This address is not Taleport’s.');
      const { method, path } = context.req;
      const asks = method !== 'GET' && method !== 'HEAD';
      const origin = context.req.header('origin');
      const fromElsewhere = origin !== undefined && origin !== `http://${host}`;
      if (fromElsewhere || (asks && origin === undefined)) return forbiddenResponse('Another page has asked for this.');
      if (path === '/events' && !['same-origin', undefined].includes(context.req.header('sec-fetch-site')))
        return forbiddenResponse('Another page has asked for this.');
      if (path === '/' && context.req.query('token') !== undefined) return next();
      if (!isKnown(getCookie(context, cookieName())))
        return forbiddenResponse('Please open the address that Taleport has printed in the terminal.');
      await next();
    },
    /** Exchanges the token for a cookie, and leads away from the address that holds it. */
    async startSession(context, next) {
      const given = context.req.query('token');
      if (given === undefined) return next();
      if (!isKnown(getCookie(context, cookieName()))) {
        if (used || !isSameSecret(given, token))
          return forbiddenResponse(
            'This address has been used before. Please end Taleport in the terminal (Ctrl+C) and start it again for a new one.',
          );
        used = true;
        setCookie(context, cookieName(), session, { httpOnly: true, sameSite: 'Strict', path: '/' });
      }
      for (const [name, value] of Object.entries(securityHeaders)) context.header(name, value);
      return context.redirect('/', 303);
    },
  };
}

/** A sentence for a person, and a Problem for the screen. */
function forbiddenResponse(sentence: string): Response {
  const problem = new Problem('forbidden', sentence).toJSON();
  return Response.json({ ok: false, problem }, { status: 403, headers: { ...securityHeaders, 'cache-control': 'no-store' } });
}

function isSameSecret(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}
