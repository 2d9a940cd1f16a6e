import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

/** @typedef {Record<string, { file: string, imports?: string[] }>} Manifest what Vite writes about the chunks */
/** @typedef {{ name: string, bytes: number, most: number }} Size */

const KB = 1024;
const START = ['index.html', 'src/screens/now/now-screen.tsx'];
/** @type {{ name: string, entry: string, most: number }[]} */
const LATER = [
  { name: 'charts', entry: 'src/parts/charts/charts.tsx', most: 150 * KB },
  { name: 'the editor', entry: 'src/parts/editor/editor.tsx', most: 150 * KB },
];

/**
 * How much script a browser loads, gzipped: until *Now* can be used, and beyond that for each part that is loaded later.
 *
 * @param {string} dist
 * @returns {Size[]}
 */
export function measure(dist) {
  /** @type {Manifest} */
  const manifest = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8'));
  const start = new Set(START.flatMap((entry) => filesOf(manifest, entry)));
  const later = LATER.map(({ name, entry, most }) => {
    const files = filesOf(manifest, entry).filter((file) => !start.has(file));
    return { name, bytes: bytesOf(dist, files), most };
  });
  return [{ name: 'a usable Now', bytes: bytesOf(dist, [...start]), most: 220 * KB }, ...later];
}

/**
 * @param {readonly Size[]} sizes
 * @returns {string | undefined} a sentence about the first one that is too large
 */
export function overBudget(sizes) {
  const over = sizes.find(({ bytes, most }) => bytes > most);
  return (
    over && `${over.name} loads ${Math.ceil(over.bytes / KB)} KB of script; ${over.most / KB} KB are the most`
  );
}

/**
 * The script files of a module and of everything that it imports at once.
 *
 * @param {Manifest} manifest
 * @param {string} entry
 * @param {Set<string>} [found]
 * @returns {string[]}
 */
function filesOf(manifest, entry, found = new Set()) {
  const chunk = manifest[entry];
  if (!chunk) throw new Error(`the page has no part ${entry} that is loaded by itself`);
  if (found.has(chunk.file)) return [...found];
  if (chunk.file.endsWith('.js')) found.add(chunk.file);
  for (const each of chunk.imports ?? []) filesOf(manifest, each, found);
  return [...found];
}

/**
 * @param {string} dist
 * @param {readonly string[]} files
 */
const bytesOf = (dist, files) =>
  files.reduce((sum, file) => sum + gzipSync(readFileSync(join(dist, file)), { level: 9 }).length, 0);
