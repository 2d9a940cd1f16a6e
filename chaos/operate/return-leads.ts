import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runCli } from '../../scripts/processes/run-cli.js';
import { isMistaken, REASON, SHARED_BUYER } from '../plan/books.js';
import type { Keeping } from './kept-books.js';
import { soldLeads } from './sold-leads.js';

type Returning = Pick<Keeping, 'environment' | 'kept' | 'over'>;

const WHO = ['--by', 'operator'] as const;
/** Of the returns over the share, the operator lets every fifth pass. */
const OVERRIDDEN = 5;

/**
 * Enters what the buyers sent back: a file of all leads of the buyers without a share, and one lead of the buyer with a
 * share. Throws on an outage.
 */
export async function returnSome({ environment, kept, over }: Returning): Promise<void> {
  const due = (await soldLeads(environment.db)).filter(
    ({ plan, returns }) => plan === 'by operator' && returns === 0,
  );
  const listed = due.filter(({ buyer }) => buyer === 'lakeshore' || buyer === 'summit');
  if (listed.length > 0) {
    const file = join(environment.servers.dir, 'returns.csv');
    writeFileSync(file, ['id,reason', ...listed.map(({ id }) => `${id},${REASON}`)].join('\n'));
    // The file is refused as a whole if a lead was returned meanwhile or in an outage. The next round tries again.
    const { ok } = await runCli(['lead', 'return', '--file', file, '--yes', ...WHO], environment.env, over);
    if (ok) for (const { id } of listed) kept.returned.set(id, 'operator');
  }
  const one = due.find(({ buyer }) => buyer === SHARED_BUYER);
  if (!one) return;
  const override = ['--override', '--why', 'agreed'];
  const how = kept.refused % OVERRIDDEN === OVERRIDDEN - 1 ? override : [];
  const { ok, stderr } = await runCli(
    ['lead', 'return', one.id, '--reason', REASON, ...how, ...WHO],
    environment.env,
    over,
  );
  if (ok) kept.returned.set(one.id, 'operator');
  else if (stderr.includes('share')) kept.refused += 1;
}

/** Undoes one mistaken return. Throws on an outage. */
export async function undoOne({ environment, kept, over }: Returning): Promise<void> {
  const one = (await soldLeads(environment.db)).find(({ id, stands }) => stands && isMistaken(id));
  if (!one) return;
  const { ok } = await runCli(
    ['lead', 'return', one.id, '--undo', '--why', 'a mistake', ...WHO],
    environment.env,
    over,
  );
  if (ok) kept.undone.add(one.id);
}
