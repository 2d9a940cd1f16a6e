import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, relative } from 'node:path';
import { CLONE_DIR } from '../processes/clone-dir.js';
import { runCli } from '../processes/run-cli.js';
import { CATALOGUE_SANDBOX_URL, demoCatalogue } from '../processes/start-sandbox.js';

/** Applies the catalogue `file` for the sandbox at `url`, if no catalogue is in force. Returns what it did, as text. */
export async function applyWhenNone(
  env: NodeJS.ProcessEnv,
  signal: AbortSignal,
  { url, file }: { readonly url: string; readonly file: string },
): Promise<string> {
  const versions = await runCli(['catalogue', 'history', '--json'], env, signal);
  if (!versions.ok) throw new Error(`The catalogue could not be read:\n${versions.stderr}`);
  const name = relative(CLONE_DIR, file);
  if ((JSON.parse(versions.stdout) as { versions: unknown[] }).versions.length > 0)
    return `a catalogue is in force already and stays${moved(url)}; the sandbox's is ${name}`;
  await applyFile(env, signal, { url, file });
  return `applied ${name}, as no catalogue was in force`;
}

/** The catalogue in force may still have the addresses of a sandbox on the default port. */
const moved = (url: string): string =>
  url === CATALOGUE_SANDBOX_URL ? '' : `, with the addresses that it has (this sandbox is at ${url})`;

async function applyFile(
  env: NodeJS.ProcessEnv,
  signal: AbortSignal,
  { url, file }: { readonly url: string; readonly file: string },
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'leadkeep-start-'));
  try {
    const copy = join(folder, basename(file));
    writeFileSync(copy, demoCatalogue(url, file));
    const applied = await runCli(['apply', copy], env, signal);
    if (!applied.ok) throw new Error(`The catalogue could not be applied:\n${applied.stderr}`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
