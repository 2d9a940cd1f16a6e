import { expect } from 'chai';
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Attempt, AttemptOutcome, LeadRecord } from '../../src/core/lead/lead-record.js';
import { derivedId } from '../../src/platform/catalogue-files/defaults.js';
import { createLeadStore } from '../../src/platform/mongo/stores/lead-store.js';
import { makeTempDir } from '../scripts/temp-dir.js';
import { testLead, testAttempt } from '../support/records.js';
import { migratedServices } from '../support/services.js';
import { runHere } from './run-cli.js';

const MINIMAL = 'examples/minimal.yaml';
const OFFER = derivedId('offer', 'lakeshore-nursing');
const LAKESHORE = derivedId('buyer', 'lakeshore');

describe('leads that a change of the catalogue leaves behind', () => {
  const services = migratedServices();
  const { env } = services;
  const dir = makeTempDir();
  let origin: string;
  let another: string;

  before(async () => {
    const text = await readFile(MINIMAL, 'utf8');
    origin = new URL(/url: (\S+)/.exec(text)![1]!).origin;
    const swapped = text
      .replace('buyer: lakeshore', 'buyer: harbor')
      .replace(
        /^buyers:\n/m,
        'buyers:\n  - { handle: harbor, name: Harbor College, time_zone: America/Chicago }\n',
      );
    expect(swapped).to.contain('buyer: harbor');
    another = dir.write('another.yaml', swapped);
    await services.migrated();
    await runHere(env, 'apply', MINIMAL);
  });
  after(async () => {
    dir.remove();
    await services.close();
  });

  const attempt = (outcome: AttemptOutcome): Attempt =>
    testAttempt({
      number: 1,
      submission: 1,
      at: new Date(),
      timeout_ms: 10_000,
      outcome,
      sent_to: { buyer_id: LAKESHORE, delivery_origin: origin },
    });
  const stored = async (over: Partial<LeadRecord>): Promise<string> => {
    const id = randomUUID();
    const { due_at, ...lead } = testLead({ id, offer_id: OFFER, ...over });
    const due = lead.state === 'unknown' || lead.state === 'accepted' ? {} : { due_at: due_at! };
    await createLeadStore(await services.connection()).insert({ ...lead, ...due });
    return id;
  };
  const listed = async (): Promise<string[]> => {
    const { code, stdout } = await runHere(env, 'lead', 'list', '--stranded', '--json');
    expect(code, stdout).to.equal(0);
    return stdout.startsWith('[') ? (JSON.parse(stdout) as { id: string }[]).map(({ id }) => id).sort() : [];
  };

  it('are a warning at apply with their number, and lead list shows which', async () => {
    const stay = [
      await stored({ state: 'unknown', attempts: [attempt('unknown')] }),
      await stored({ state: 'pending', attempts: [attempt('pending')] }),
      await stored({ state: 'waiting', attempts: [attempt('unknown')] }),
      await stored({ state: 'sending', attempts: [attempt('open')] }),
    ].sort();
    await stored({ state: 'queued' });
    await stored({ state: 'waiting', attempts: [attempt('retry')] });
    await stored({ state: 'accepted', attempts: [attempt('accepted')] });
    await stored({ state: 'pending', offer_id: randomUUID(), attempts: [attempt('pending')] });
    expect(await listed()).to.deep.equal([]);

    const warning = 'warning: 4 leads stay with the former buyer or address of offer lakeshore-nursing';
    for (const args of [['--dry-run'], ['--yes']]) {
      const { code, stderr } = await runHere(env, 'apply', another, ...args);
      expect(code, stderr).to.equal(0);
      expect(stderr).to.contain(warning);
    }
    expect(await listed()).to.deep.equal(stay);
    const { stdout } = await runHere(env, 'lead', 'list', '--stranded', '--limit', '1');
    expect(stdout).to.contain('3 more are not shown').and.to.contain('now have another buyer or address');
    const show = await runHere(env, 'lead', 'show', stay[0]!);
    expect(show.code, show.stderr).to.equal(0);

    const back = await runHere(env, 'catalogue', 'rollback', '1');
    expect(back.stderr, 'they can be gone on with again').to.not.contain('stay');
    expect(await listed()).to.deep.equal([]);
  });
});
