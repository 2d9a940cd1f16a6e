import type { WorkPorts } from '../ports/work-ports.js';

const isStale = (answer: unknown): boolean =>
  answer === 'stale' ||
  (typeof answer === 'object' && answer !== null && 'outcome' in answer && answer.outcome === 'stale');

/**
 * Asks the cap ledger. If it answers `stale`, this has the ledger rebuilt and asks once more. A second `stale` means
 * that the answer is not known yet: another process rebuilds the ledger, or this process has an older catalogue.
 */
export async function askLedger<Answer>(
  { rebuildLedger }: Pick<WorkPorts, 'rebuildLedger'>,
  ask: () => Promise<Answer>,
): Promise<Answer> {
  const answer = await ask();
  return isStale(answer) && (await rebuildLedger()) ? ask() : answer;
}
