import type { MiddlewareHandler } from 'hono';

/** Values of the header Host that always mean this machine. */
const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d+)?$/i;

/**
 * Refuses requests for any name but this machine's own. Otherwise another site could point its name at this machine (DNS
 * rebinding), and its pages would have the same origin as ours.
 */
export const checkHost: MiddlewareHandler = async (c, next) => {
  if (LOOPBACK.test(c.req.header('host') ?? '')) return next();
  return c.text('This server answers only to localhost. A proxy must set the header Host to localhost.\n', 421);
};

/** Refuses requests that a page of another site makes. Only a link there may open the page. */
export const checkSite: MiddlewareHandler = async (c, next) => {
  const isForeign = ['cross-site', 'same-site'].includes(c.req.header('sec-fetch-site') ?? '');
  const isOpened = c.req.header('sec-fetch-mode') === 'navigate' && c.req.path === '/';
  if (isForeign && !isOpened) return c.text('Requests from other sites are refused.\n', 403);
  return next();
};
