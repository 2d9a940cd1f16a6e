import { expect } from 'chai';
import type { Connection } from 'mongoose';
import type { AppliedEffects, LeadStore } from '../../../../src/app/ports/lead-store.js';
import type { LeadRecord, PendingNews } from '../../../../src/core/lead/lead-record.js';
import { nameOfEffect, type EffectName } from '../../../../src/core/lead/pending-effect.js';
import { createLeadStore } from '../../../../src/platform/mongo/stores/lead-store.js';
import { countCommands } from '../../../support/count-commands.js';
import { migratedServices } from '../../../support/services.js';
import { aLead, minute } from '../../../support/stored-records.js';

const told = (n: number): PendingNews => ({
  ...{ kind: 'news', what: 'decided', since: minute(n), submission: 1, state: 'accepted' },
});
/** An entry and reservations, two of each kind. */
const OWED = [
  { kind: 'entry', what: 'sale', number: 0, since: minute(0) },
  { kind: 'entry', what: 'return', number: 1, since: minute(0) },
  { kind: 'reservations', what: 'release', submission: 1, since: minute(0) },
  { kind: 'reservations', what: 'confirm', submission: 2, since: minute(0) },
] as const satisfies readonly (
  EffectName | { readonly since: Date }
)[] as unknown as LeadRecord['pending_effects'];
const [SALE, RETURN, FIRST, SECOND] = OWED.map(nameOfEffect) as [
  EffectName,
  EffectName,
  EffectName,
  EffectName,
];
const NEWS = nameOfEffect(told(0));

describe('taking off what was applied', () => {
  const services = migratedServices();
  let connection: Connection;
  let leads: LeadStore;
  before(async () => {
    connection = await services.migrated();
    leads = createLeadStore(connection);
  });
  after(() => services.close());

  async function owing(...news: readonly PendingNews[]): Promise<string> {
    const lead = aLead({ state: 'accepted', revision: news.length, pending_effects: [...news, ...OWED] });
    await leads.insert(lead);
    return lead.id;
  }
  const left = async (id: string) => (await leads.read(id))!.pending_effects.map(nameOfEffect);
  const done = (id: string): AppliedEffects => ({ id, revision: 1, effects: [NEWS, SALE, FIRST] });

  it('takes one command for all that owed the same, whenever it happened, and takes nothing else', async () => {
    const ids = await Promise.all([1, 2, 3].map((n) => owing(told(n))));
    const { names } = await countCommands(connection).during(() => leads.clearPending(ids.map(done)));
    expect(names).to.deep.equal(['update']);
    for (const id of ids) expect(await left(id)).to.deep.equal([RETURN, SECOND]);
  });

  it('takes nothing off a lead that has more news since, not even what has the time of another', async () => {
    const [same, changed] = [await owing(told(1)), await owing(told(2), told(1))];
    await leads.clearPending([same, changed].map(done));
    expect(await left(same)).to.deep.equal([RETURN, SECOND]);
    expect(await left(changed)).to.have.length(6);
  });

  it('tells of one that cannot be written, and takes the same off the others when it is repeated for them', async () => {
    const ids = await Promise.all([1, 2, 3].map((n) => owing(told(n))));
    const bad = { $set: { pending_effects: 'not a list' } };
    await connection.collection<{ _id: string }>('leads').updateOne({ _id: ids[1]! }, bad);
    const fault = await leads.clearPending(ids.map(done)).catch((error: unknown) => error);
    expect(fault).to.be.an('error').that.has.property('message').that.includes('array');
    const others = [ids[0]!, ids[2]!];
    await leads.clearPending(others.map(done));
    for (const id of others) expect(await left(id)).to.deep.equal([RETURN, SECOND]);
  });

  it('takes two of a kind off a lead, beside others, and no news where it was not told', async () => {
    const [two, one] = [await owing(told(1), told(2)), await owing(told(1))];
    await leads.clearPending([
      { id: two, revision: 2, effects: [NEWS, SALE, RETURN, FIRST, SECOND] },
      { id: one, effects: [SALE, FIRST] },
    ]);
    expect(await left(two)).to.deep.equal([]);
    expect(await left(one)).to.deep.equal([NEWS, RETURN, SECOND]);
  });
});
