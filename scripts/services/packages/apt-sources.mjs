import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * @typedef {object} AptSource
 * @property {string} uri
 * @property {string[]} suites
 * @property {string[]} components
 * @property {string} signedBy path of a keyring, or ''
 */

const DEBIAN_SUITE =
  /^(sid|unstable|testing|stable|oldstable|oldoldstable|buster|bullseye|bookworm|trixie|forky|duke)(-updates|-backports)?$/;

/**
 * The Debian archives this machine already trusts, best first: sid is in the same place as its own release.
 *
 * @param {string} [etcApt]
 * @returns {string[]} URIs; none on a machine that is not Debian
 */
export function debianArchives(etcApt = '/etc/apt') {
  const sources = readSources(etcApt).filter(isDebianArchive);
  sources.sort((a, b) => Number(isDebianKeyring(b)) - Number(isDebianKeyring(a)));
  return [...new Set(sources.map((source) => source.uri.replace(/\/+$/, '')))];
}

/** @param {AptSource} source */
function isDebianArchive({ uri, suites, components }) {
  const place =
    /^(https?|file|copy|mirror\S*|tor\S*):/.test(uri) && /(^|[/.])debian(\.list)?(\/|$)/.test(uri);
  return place && suites.some((suite) => DEBIAN_SUITE.test(suite)) && components.includes('main');
}

/** @param {AptSource} source */
function isDebianKeyring({ signedBy }) {
  return /debian-archive/.test(signedBy);
}

/** @param {string} etcApt */
function readSources(etcApt) {
  const dir = join(etcApt, 'sources.list.d');
  const parts = existsSync(dir)
    ? readdirSync(dir)
        .sort()
        .map((name) => join(dir, name))
    : [];
  return [join(etcApt, 'sources.list'), ...parts].flatMap((file) => {
    if (!existsSync(file)) return [];
    if (file.endsWith('.sources')) return parseDeb822(readFileSync(file, 'utf8'));
    return file.endsWith('.list') ? parseOneLine(readFileSync(file, 'utf8')) : [];
  });
}

/**
 * @param {string} text of a `.list` file: `deb [options] uri suite component…`
 * @returns {AptSource[]}
 */
export function parseOneLine(text) {
  return text.split('\n').flatMap((line) => {
    const match = /^\s*deb\s+(?:\[([^\]]*)\]\s*)?(\S+)\s+(\S+)([^#]*)/.exec(line);
    if (!match) return [];
    const [, options = '', uri = '', suite = '', components = ''] = match;
    const signedBy = /signed-by=(\S+)/i.exec(options)?.[1] ?? '';
    return [{ uri, suites: [suite], components: words(components), signedBy }];
  });
}

/**
 * @param {string} text of a `.sources` file: paragraphs of `Field: value`, long values go on in indented lines
 * @returns {AptSource[]}
 */
export function parseDeb822(text) {
  const withoutComments = text.replace(/\r/g, '').replace(/^#.*\n?/gm, '');
  return withoutComments.split(/\n\s*\n/).flatMap((paragraph) => {
    /** @type {Record<string, string>} */
    const fields = {};
    for (const line of paragraph.replace(/\n[ \t]+/g, ' ').split('\n')) {
      const colon = line.indexOf(':');
      if (colon > 0) fields[line.slice(0, colon).trim().toLowerCase()] = line.slice(colon + 1).trim();
    }
    const off = /^(no|false|0|off|without|disable)$/i.test(fields.enabled ?? '');
    if (off || !words(fields.types).includes('deb')) return [];
    const [suites, components] = [words(fields.suites), words(fields.components)];
    return words(fields.uris).map((uri) => ({
      uri,
      suites,
      components,
      signedBy: fields['signed-by'] ?? '',
    }));
  });
}

/** @param {string | undefined} text */
function words(text) {
  return (text ?? '').split(/\s+/).filter(Boolean);
}
