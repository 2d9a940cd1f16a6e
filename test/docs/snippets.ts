import { spawn } from 'node:child_process';

/** A shell snippet of a page, and the JSON that the page says it prints, where it says so. */
export interface Snippet {
  readonly line: number;
  readonly shell: string;
  readonly expected?: unknown;
}

const MARK = '@@ end of snippet';

/** The ```sh blocks of a page in their order, each with the ```json block behind it. */
export function snippetsOf(page: string): Snippet[] {
  const blocks = [...page.matchAll(/^```(sh|json)\n([\s\S]*?)^```$/gm)];
  return blocks.flatMap(({ 1: kind, 2: text = '', index }, at) => {
    if (kind !== 'sh') return [];
    const line = page.slice(0, index).split('\n').length;
    const next = blocks[at + 1];
    const answer = next?.[1] === 'json' ? { expected: JSON.parse(next[2] ?? '') as unknown } : {};
    return [{ line, shell: text, ...answer }];
  });
}

/** Runs them in one shell, in `dir`; what each printed. Stops at the first that fails, with what it said. */
export async function runSnippets(
  snippets: readonly Snippet[],
  env: NodeJS.ProcessEnv,
  dir: string,
): Promise<string[]> {
  const script = snippets.map(({ shell }) => `${shell}\nprintf '\\n${MARK}\\n'\n`).join('');
  const shell = spawn('bash', ['-euo', 'pipefail', '-c', script], { env, cwd: dir });
  const said = { out: '', err: '' };
  shell.stdout.on('data', (chunk: Buffer) => (said.out += String(chunk)));
  shell.stderr.on('data', (chunk: Buffer) => (said.err += String(chunk)));
  const code = await new Promise<number | null>((resolve, reject) => {
    shell.once('error', reject).once('close', resolve);
  });
  const printed = said.out.split(`${MARK}\n`);
  const last = printed.pop() ?? '';
  if (code === 0) return printed;
  const at = snippets[printed.length];
  throw new Error(
    `the snippet at line ${at?.line ?? 0} ended with ${code ?? 'a signal'}:\n${last}${said.err}`,
  );
}
