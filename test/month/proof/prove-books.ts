import { checkEverything } from '../../../src/app/integrity/check-everything.js';
import { createRecordReader } from '../../../src/platform/mongo/record-reader.js';
import type { Played } from '../play.js';
import type { Stage } from '../stage/open-stage.js';
import { printStatements, type Printed } from '../stage/print-statements.js';
import { PLAYED_MONTH } from '../story/calendar.js';
import { differences } from '../tally.js';
import { compareStatements } from './compare-statements.js';
import { overShares } from './over-shares.js';
import { proveStages } from './prove-stages.js';
import { readEntries, type Entries } from './read-entries.js';
import { tallyLeads } from './tally-leads.js';

/** One thing that must hold, and what is wrong with it. */
export interface Proof {
  readonly what: string;
  readonly faults: readonly string[];
}

/** The proofs, and the entries that they are about. */
export interface Proved {
  readonly proofs: readonly Proof[];
  readonly entries: Entries;
}

/** Proves that the books of a played month balance, by plain sums over what is stored and over the story. */
export async function proveBooks(stage: Stage, { storyteller, printed }: Played): Promise<Proved> {
  const { month, next } = PLAYED_MONTH.closed;
  const entries = await readEntries(stage.connection);
  const leads = await tallyLeads(stage.connection);
  const stages = await proveStages(stage.connection, storyteller);
  const statements = {
    [month]: await printStatements(stage, month),
    [next]: await printStatements(stage, next),
  };
  const proofs = [
    [
      'the entries say what the story sold, sent back and adjusted',
      differences(storyteller.tally, entries.byMonth),
    ],
    ['the entries are what the leads say', differences(leads.tally, entries.ofLeads)],
    ['the statements sum to the entries', compareStatements(statements, entries.byPeriod)],
    ['an entry stands in its month, or after the close in the next one', entries.misplaced],
    ['closed statements print the same bytes again', printedAnew(printed, statements)],
    ['no more was sent back than the share allows', overShares(leads.returns)],
    ['each stage that was told is stored once, as it was told last, and no other', stages.stored],
    ['the stages of each day are counted as they are stored', stages.counted],
    ['leadkeep check finds nothing', await check(stage)],
    ['every use case did what the story expects', storyteller.surprises],
    ['no process logged an error', stage.faults],
  ] as const;
  return { entries, proofs: proofs.map(([what, faults]) => ({ what, faults })) };
}

function printedAnew(
  before: ReadonlyMap<string, Printed>,
  now: Readonly<Record<string, Printed>>,
): readonly string[] {
  if (before.size === 0) return ['no month was closed'];
  return [...before].flatMap(([month, printed]) =>
    [...printed].flatMap(([party, { json, csv }]) => {
      const again = now[month]?.get(party);
      return again?.json === json && again.csv === csv ? [] : [`${month} of ${party} prints other bytes`];
    }),
  );
}

async function check(stage: Stage): Promise<string[]> {
  const found: string[] = [];
  await checkEverything({
    records: createRecordReader(stage.connection),
    // The cap ledger is in memory.
    ledger: { read: () => Promise.resolve(null), isRebuilding: () => Promise.resolve(false) },
    ...{ versions: stage.versions, books: stage.books, clock: stage.clock },
    timedChanges: { list: () => Promise.resolve([]) },
    ...{ settled: true, kept_since: null, beforeSecondLook: () => Promise.resolve() },
    onViolation: ({ invariant, id, detail }) => found.push(`${invariant}: ${id}: ${detail}`),
  });
  return found;
}
