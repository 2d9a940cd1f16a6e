import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCli } from '../processes/run-cli.js';
import { demoCatalogue } from '../processes/start-sandbox.js';

/** Applies the demo catalogue, for the sandbox at `url`, when none was applied yet. Answers what it did. */
export async function applyWhenNone(
  env: NodeJS.ProcessEnv,
  signal: AbortSignal,
  url: string,
): Promise<string> {
  const versions = await runCli(['catalogue', 'history', '--json'], env, signal);
  if (!versions.ok) throw new Error(`The catalogue could not be read:\n${versions.stderr}`);
  return (JSON.parse(versions.stdout) as unknown[]).length === 0
    ? applyDemoCatalogue(env, signal, url)
    : 'a catalogue is in force already and stays; the demo catalogue is sandbox/demo-catalogue.yaml';
}

async function applyDemoCatalogue(env: NodeJS.ProcessEnv, signal: AbortSignal, url: string): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'leadkeep-start-'));
  try {
    const file = join(folder, 'demo-catalogue.yaml');
    writeFileSync(file, demoCatalogue(url));
    const applied = await runCli(['apply', file], env, signal);
    if (!applied.ok) throw new Error(`The demo catalogue could not be applied:\n${applied.stderr}`);
    return 'applied sandbox/demo-catalogue.yaml, as no catalogue was in force';
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
