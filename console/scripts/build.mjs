/**
 * Builds the page into `dist`: bundles it, measures the scripts against their budgets, stores each text compressed, and
 * then replaces the folder at once, so that the process never serves half a page.
 */
import { readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { build } from 'vite';
import { measure, overBudget } from './budgets.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const [made, live, old] = ['dist-next', 'dist', 'dist-old'].map((name) => join(root, name));
const TEXTS = new Set(['.js', '.css', '.svg']);

await build({ root, logLevel: 'warn', build: { outDir: made, emptyOutDir: true } });
const sizes = measure(made);
writeFileSync(join(made, 'sizes.json'), JSON.stringify(sizes, null, 2));
for (const { name, bytes, most } of sizes)
  console.log(`${name}: ${(bytes / 1024).toFixed(1)} KB of script, gzipped (at most ${most / 1024} KB)`);
const over = overBudget(sizes);
if (over) throw new Error(over);
for (const file of readdirSync(join(made, 'assets')))
  if (TEXTS.has(extname(file))) compress(join(made, 'assets', file));
rmSync(old, { recursive: true, force: true });
try {
  renameSync(live, old);
} catch {
  // The first build.
}
renameSync(made, live);
rmSync(old, { recursive: true, force: true });

/** @param {string} file */
function compress(file) {
  const bytes = readFileSync(file);
  writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }));
  writeFileSync(`${file}.br`, brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }));
}
