import { randomBytes } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import type { Request, RequestHandler, Response } from 'express';
import { requireMethod } from '../../http/require-method.js';
import { createPageFiles, type Page, type PageFile } from './page-files.js';
import { NOT_BUILT } from './not-built.js';

/** Where `console/scripts/build.mjs` puts the page, seen from `dist/src/operator-api/page`. */
const BUILT = fileURLToPath(new URL('../../../../console/dist', import.meta.url));

const ASSETS = '/assets/';
const NONCE_MARK = /NONCE_OF_THIS_ANSWER/g;
const WAIT_SECONDS = 2;

/** Only what this host serves, and of scripts and styles in the document only those with the nonce. */
const policyWith = (nonce: string): string =>
  [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}'`,
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');

/**
 * Serves the page: its document at every address that a browser opens, and its files. Files never change under their
 * names, so browsers keep them. Everything below `/api` is left to the API.
 */
export function servePage(folder = BUILT): RequestHandler {
  const current = createPageFiles(folder);
  return (request, response, next) => {
    const { path } = request;
    if (path === '/api' || path.startsWith('/api/')) {
      next();
      return;
    }
    if (path.startsWith(ASSETS)) {
      const file = current()?.files.get(path.slice(ASSETS.length));
      if (file) sendFile(request, response, file);
      else next();
      return;
    }
    if (request.accepts(['json', 'html']) !== 'html') {
      next();
      return;
    }
    requireMethod(request.method, 'GET');
    sendPage(response, current());
  };
}

function sendPage(response: Response, page: Page | undefined): void {
  const nonce = randomBytes(18).toString('base64');
  response.set({
    'Content-Security-Policy': policyWith(nonce),
    'Cross-Origin-Opener-Policy': 'same-origin',
  });
  if (page) response.type('html').send(page.document.replace(NONCE_MARK, nonce));
  else
    response
      .status(503)
      .set('Retry-After', String(WAIT_SECONDS))
      .type('html')
      .send(NOT_BUILT.replace(NONCE_MARK, nonce));
}

function sendFile(request: Request, response: Response, { type, plain, br, gzip }: PageFile): void {
  requireMethod(request.method, 'GET');
  const wanted = request.acceptsEncodings(['br', 'gzip', 'identity']);
  const [encoding, bytes] =
    br && wanted === 'br' ? ['br', br] : gzip && wanted === 'gzip' ? ['gzip', gzip] : [undefined, plain];
  response.set({
    'Cache-Control': 'public, max-age=31536000, immutable',
    'Content-Type': type,
    Vary: 'Accept-Encoding',
    ...(encoding !== undefined && { 'Content-Encoding': encoding }),
  });
  response.send(bytes);
}
