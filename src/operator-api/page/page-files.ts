import { readdirSync, readFileSync, statSync } from 'node:fs';
import { extname, join } from 'node:path';

/** A file of the page, with the compressed copies that the build made. */
export interface PageFile {
  readonly type: string;
  readonly plain: Buffer;
  readonly br?: Buffer;
  readonly gzip?: Buffer;
}

/** One build of the page. */
export interface Page {
  /** The document, with a mark where the nonce of an answer belongs. */
  readonly document: string;
  /** By name. The names contain hashes of the contents. */
  readonly files: ReadonlyMap<string, PageFile>;
}

const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

/**
 * Holds the newest build of a folder in memory. It looks for a newer one when the document is asked for, since the page
 * may be built while the process runs. Undefined: it is not built yet.
 */
export function createPageFiles(folder: string): () => Page | undefined {
  let page: Page | undefined;
  let builtAt = -1;
  return () => {
    const document = join(folder, 'index.html');
    const at = statSync(document, { throwIfNoEntry: false })?.mtimeMs;
    if (at === undefined || at === builtAt) return page;
    // The files of the build before stay: a page that is open may still load one.
    const earlier = page?.files ?? new Map<string, PageFile>();
    page = {
      document: readFileSync(document, 'utf8'),
      files: new Map([...earlier, ...readAssets(join(folder, 'assets'))]),
    };
    builtAt = at;
    return page;
  };
}

function readAssets(folder: string): [string, PageFile][] {
  const names = readdirSync(folder);
  const copy = (name: string, ending: string): Buffer | undefined =>
    names.includes(`${name}.${ending}`) ? readFileSync(join(folder, `${name}.${ending}`)) : undefined;
  return names.flatMap((name): [string, PageFile][] => {
    const type = TYPES[extname(name)];
    if (type === undefined) return [];
    const [br, gzip] = [copy(name, 'br'), copy(name, 'gz')];
    return [
      [name, { type, plain: readFileSync(join(folder, name)), ...(br && { br }), ...(gzip && { gzip }) }],
    ];
  });
}
