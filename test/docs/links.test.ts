import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { expect } from 'chai';
import { filesUnder } from './files-under.js';

const CODE = ['src', 'workers', 'test', 'scripts', 'sandbox', 'bench', 'chaos'];
const SOURCES = filesUnder(CODE, ['.ts', '.mjs', '.js']);
const PAGES = [
  ...readdirSync('.').filter((name) => name.endsWith('.md')),
  ...filesUnder(['docs', ...CODE], ['.md']),
];

/** The anchor that GitHub gives a heading. */
const anchorOf = (heading: string): string =>
  heading
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replace(/\s/g, '-');

const withoutSnippets = (text: string): string => text.replace(/^```[\s\S]*?^```/gm, '');

function anchorsOf(page: string): string[] {
  const headings = withoutSnippets(readFileSync(page, 'utf8')).matchAll(/^#{1,6} (.*)$/gm);
  return [...headings].map(([, heading]) => anchorOf(heading ?? ''));
}

/** What is wrong with a link to `path#anchor`; undefined: it leads somewhere. */
function brokenBy(path: string, anchor: string | undefined): string | undefined {
  if (!existsSync(path)) return `${path} does not exist`;
  if (anchor === undefined || !path.endsWith('.md')) return undefined;
  return anchorsOf(path).includes(anchor) ? undefined : `${path} has no heading #${anchor}`;
}

const brokenIn = (page: string): string[] =>
  [
    ...withoutSnippets(readFileSync(page, 'utf8')).matchAll(
      /\]\((?!https?:|mailto:)([^)#\s]*)(?:#([^)\s]*))?\)/g,
    ),
  ]
    .map(([, path = '', anchor]) =>
      brokenBy(path === '' ? page : normalize(join(dirname(page), path)), anchor),
    )
    .filter((fault) => fault !== undefined);

/** Comments name pages from the root of the repository; an ADR may be named by its number alone. */
const brokenInComments = (source: string): string[] =>
  [...readFileSync(source, 'utf8').matchAll(/\bdocs\/[\w/.-]+\.md(?:#([\w-]+))?/g)]
    .map(([link, anchor]) => brokenBy(link.replace(/#.*/, ''), anchor))
    .filter((fault) => fault !== undefined);

describe('links', () => {
  for (const page of PAGES)
    it(`${page} links to pages and headings that exist`, () => {
      expect(brokenIn(page)).to.deep.equal([]);
    });

  it('the code names pages and headings that exist', () => {
    const broken = SOURCES.flatMap((source) =>
      brokenInComments(source).map((fault) => `${source}: ${fault}`),
    );
    expect(broken).to.deep.equal([]);
  });

  it('finds a page and a heading that are missing', () => {
    expect(brokenBy('docs/none', undefined)).to.equal('docs/none does not exist');
    expect(brokenBy('docs/contract.md', 'none')).to.equal('docs/contract.md has no heading #none');
    expect(brokenBy('docs/contract.md', 'order-of-the-checks')).to.equal(undefined);
  });
});
