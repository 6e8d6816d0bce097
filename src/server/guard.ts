import { timingSafeEqual } from 'node:crypto';
import { isIP } from 'node:net';
import { hostname } from 'node:os';
import type { Context, MiddlewareHandler } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';

/** The conditions for access to the server. */
export interface Access {
  /** The address or host name that the server listens on, as given by the user. */
  readonly host: string;
  /** The secret that every request needs; undefined if only this machine can reach the server. */
  readonly token: string | undefined;
}

const COOKIE = 'queens-par-token';

/** Returns whether only this machine can reach a server that listens on this address. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'));
}

/**
 * Refuses requests for other host names. Otherwise another site could point its name at this machine (DNS rebinding), and
 * its pages would have the same origin as ours. Numeric addresses are safe.
 */
export function checkHost({ host }: Access): MiddlewareHandler {
  const own = ['localhost', host, ...(isLoopback(host) ? [] : [hostname()])];
  const names = new Set(own.map((name) => name.toLowerCase())); // lower case, as in a parsed URL
  return async (c, next) => {
    const name = nameIn(c.req.header('host'));
    const isLocal = name !== undefined && (names.has(name) || isLoopback(name));
    const isNumber = name !== undefined && !isLoopback(host) && isIP(name) !== 0;
    if (!isLocal && !isNumber) return c.text('This server does not have that host name.\n', 421);
    return next();
  };
}

/** Returns the name in a Host header, without port and brackets; undefined if there is no valid name. */
function nameIn(host: string | undefined): string | undefined {
  if (!host || !/^[\w.:[\]-]+$/.test(host)) return undefined;
  const url = URL.canParse(`http://${host}/`) ? new URL(`http://${host}/`) : undefined;
  return url?.hostname.replace(/^\[(.*)\]$/, '$1');
}

/** Refuses requests from pages of other origins. Browsers send the origin of a request. */
export const checkOrigin: MiddlewareHandler = async (c, next) => {
  const origin = c.req.header('origin');
  const site = c.req.header('sec-fetch-site');
  const isOwn =
    origin === undefined || [`http://${c.req.header('host')}`, `https://${c.req.header('host')}`].includes(origin);
  // A link on another site may open the page, but not request anything else.
  const isOpened = c.req.method === 'GET' && c.req.header('sec-fetch-mode') === 'navigate' && c.req.path === '/';
  const isHere = site === undefined || site === 'same-origin' || site === 'none' || isOpened;
  if (!isOwn || !isHere) return c.text('Requests from other sites are refused.\n', 403);
  return next();
};

/**
 * If the server has a token, requires it in the query string of the page, in a cookie, or in an Authorization header.
 * The query string sets the cookie, which scripts cannot read. Browsers send it from other sites only to open the page.
 */
export function checkToken({ token }: Access): MiddlewareHandler {
  return async (c, next) => {
    if (token === undefined) return next();
    const given = c.req.path === '/' ? c.req.query('token') : undefined;
    if (given !== undefined && isEqual(given, token)) {
      setCookie(c, COOKIE, token, { httpOnly: true, sameSite: 'Lax', path: '/' });
      return c.redirect('/', 303);
    }
    if (tokensOf(c).some((sent) => isEqual(sent, token))) return next();
    return c.text('This page needs a token: open the address that queens-par serve printed.\n', 401);
  };
}

function tokensOf(c: Context): string[] {
  const bearer = /^Bearer (.+)$/.exec(c.req.header('authorization') ?? '')?.[1];
  return [getCookie(c, COOKIE), bearer].filter((sent) => sent !== undefined);
}

/** Compares two strings in constant time, so that an attacker cannot measure how many characters are correct. */
function isEqual(given: string, token: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(token)];
  return a.length === b.length && timingSafeEqual(a, b);
}
