import { timingSafeEqual } from 'node:crypto';
import { isIP } from 'node:net';
import { hostname } from 'node:os';
import type { Context, MiddlewareHandler } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';

/** Who may ask this server for anything. */
export interface Access {
  /** What the server listens on, as the user named it. */
  readonly host: string;
  /** What every request must show; undefined where only this machine can reach the server. */
  readonly token: string | undefined;
}

const COOKIE = 'queens-par-token';

/** Whether only this machine can reach a server that listens there. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'));
}

/**
 * Refuses requests for another host's name. A page from elsewhere could have its own name point to this machine (DNS
 * rebinding), and would then be of the same origin; it cannot do that to a number.
 */
export function checkHost({ host }: Access): MiddlewareHandler {
  const own = ['localhost', host, ...(isLoopback(host) ? [] : [hostname()])];
  const names = new Set(own.map((name) => name.toLowerCase())); // as they come from a URL
  return async (c, next) => {
    const name = nameIn(c.req.header('host'));
    const isLocal = name !== undefined && (names.has(name) || isLoopback(name));
    const isNumber = name !== undefined && !isLoopback(host) && isIP(name) !== 0;
    if (!isLocal && !isNumber) return c.text('This is not the host that you ask for.\n', 421);
    return next();
  };
}

/** The name in a Host header, without port and brackets; undefined for what is none. */
function nameIn(host: string | undefined): string | undefined {
  if (!host || !/^[\w.:[\]-]+$/.test(host)) return undefined;
  const url = URL.canParse(`http://${host}/`) ? new URL(`http://${host}/`) : undefined;
  return url?.hostname.replace(/^\[(.*)\]$/, '$1');
}

/** Refuses what pages of other origins ask for: a browser says where a request comes from. */
export const checkOrigin: MiddlewareHandler = async (c, next) => {
  const origin = c.req.header('origin');
  const site = c.req.header('sec-fetch-site');
  const isOwn =
    origin === undefined || [`http://${c.req.header('host')}`, `https://${c.req.header('host')}`].includes(origin);
  // A link from elsewhere may open the page itself; nothing else may be asked for from there.
  const isOpened = c.req.method === 'GET' && c.req.header('sec-fetch-mode') === 'navigate' && c.req.path === '/';
  const isHere = site === undefined || site === 'same-origin' || site === 'none' || isOpened;
  if (!isOwn || !isHere) return c.text('Other sites may not ask for this.\n', 403);
  return next();
};

/**
 * Asks for the token, if there is one: in the address that opens the page, which has the browser keep it in a cookie
 * that scripts cannot read and requests of other sites do not carry; or in an Authorization header.
 */
export function checkToken({ token }: Access): MiddlewareHandler {
  return async (c, next) => {
    if (token === undefined) return next();
    const given = c.req.path === '/' ? c.req.query('token') : undefined;
    if (given !== undefined && isEqual(given, token)) {
      setCookie(c, COOKIE, token, { httpOnly: true, sameSite: 'Lax', path: '/' });
      return c.redirect('/', 303);
    }
    if (shownTokens(c).some((shown) => isEqual(shown, token))) return next();
    return c.text('This page needs a token: open the address that queens-par serve printed.\n', 401);
  };
}

function shownTokens(c: Context): string[] {
  const bearer = /^Bearer (.+)$/.exec(c.req.header('authorization') ?? '')?.[1];
  return [getCookie(c, COOKIE), bearer].filter((shown) => shown !== undefined);
}

/** Compares without telling by its time how much is right. */
function isEqual(given: string, token: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(token)];
  return a.length === b.length && timingSafeEqual(a, b);
}
