import { readFile } from 'node:fs/promises';

/** The processes that a process of this machine has started and that still run. */
export async function childrenOf(pid: number): Promise<string[]> {
  const listed = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8');
  return listed.split(' ').filter((child) => child !== '');
}
