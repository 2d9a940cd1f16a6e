import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, extname, join } from 'node:path';
import { Router, type RequestHandler } from 'express';
import { requireMethod } from '../require-method.js';
import { DOCS_SCRIPT, DOCS_STYLE, docsPage } from './docs-page.js';
import type { JsonSchema } from './json-schema.js';

/** The folder of Swagger UI. Its files are served from here, so the page needs no other host. */
const UI_FOLDER = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));
const UI_FILES = ['swagger-ui.css', 'swagger-ui-bundle.js', 'favicon-32x32.png'];

const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** Serves an API's description without a key: `/openapi.json` for tools and the page `/docs` for people. */
export function openApiPages(title: string, describe: () => JsonSchema): Router {
  const router = Router({ caseSensitive: true, strict: true });
  let document: string | undefined;
  const get = (path: string, handler: RequestHandler): void => {
    router.all(path, (request, response, next) => {
      requireMethod(request.method, 'GET');
      response.set({
        'Content-Security-Policy': CONTENT_SECURITY_POLICY,
        'Referrer-Policy': 'no-referrer',
      });
      return handler(request, response, next);
    });
  };
  get('/openapi.json', (_request, response) => {
    // Built at the first request, because it takes a tenth of a second.
    response.type('json').send((document ??= JSON.stringify(describe())));
  });
  get('/docs', (_request, response) => {
    response.type('html').send(docsPage(title));
  });
  // A relative address, so that the redirect works below any path prefix of a proxy.
  get('/docs/', (_request, response) => {
    response.redirect(308, '../docs');
  });
  get('/docs/page.css', (_request, response) => {
    response.type('css').send(DOCS_STYLE);
  });
  get('/docs/page.js', (_request, response) => {
    response.type('js').send(DOCS_SCRIPT);
  });
  for (const file of UI_FILES) {
    let asset: Asset | undefined;
    get(`/docs/${file}`, (_request, response) => {
      const { bytes, etag } = (asset ??= readAsset(file));
      // Express answers 304 if the caller sends this ETag.
      response.set({ 'Cache-Control': 'public, max-age=3600', ETag: etag }).type(extname(file)).send(bytes);
    });
  }
  return router;
}

interface Asset {
  readonly bytes: Buffer;
  readonly etag: string;
}

/** Each file is read once, at its first request. Opening a file for every call could exhaust the file descriptors. */
function readAsset(file: string): Asset {
  const bytes = readFileSync(join(UI_FOLDER, file));
  return { bytes, etag: `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 27)}"` };
}
