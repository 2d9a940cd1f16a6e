import { spawn } from 'node:child_process';

/** A shell snippet of a page, and the JSON that it prints according to the page, if the page shows any. */
export interface Snippet {
  /** Page and line. */
  readonly at: string;
  readonly shell: string;
  readonly expected?: unknown;
}

const MARK = '@@ end of snippet';

/** The ```sh blocks of a page in order, each with the ```json block after it. */
export function snippetsOf(page: string, content: string): Snippet[] {
  const blocks = [...content.matchAll(/^```(sh|json)\n([\s\S]*?)^```$/gm)];
  return blocks.flatMap(({ 1: kind, 2: text = '', index }, place) => {
    if (kind !== 'sh') return [];
    const at = `${page}:${content.slice(0, index).split('\n').length}`;
    const next = blocks[place + 1];
    const answer = next?.[1] === 'json' ? { expected: JSON.parse(next[2] ?? '') as unknown } : {};
    return [{ at, shell: text, ...answer }];
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
  throw new Error(
    `the snippet at ${snippets[printed.length]?.at ?? 'the end'} ended with ${code ?? 'a signal'}:\n${last}${said.err}`,
  );
}
