import { expect } from 'chai';
import { undoLeadReturn } from '../../../src/app/money/undo-return.js';
import { effectsOf } from '../../../src/core/lead/pending-effect.js';
import { testCatalogue } from '../../support/catalogue.js';
import { fakeWork } from '../../support/fakes/fake-work.js';
import { testIdentities } from '../../support/records.js';
import { applyReturns, SOLD_AT, soldLead } from '../../support/returns.js';

describe('undoing a return that released the claims', () => {
  for (const [what, identities, claim_regained] of [
    ['has them back', testIdentities('ann'), true],
    ['has none back where the person was forgotten', [], false],
  ] as const)
    it(what, async () => {
      const work = fakeWork(testCatalogue(), new Date(SOLD_AT.getTime() + 60_000));
      const returned = { at: SOLD_AT, code: 'bad_phone', by: 'ann', payout_reversed: true };
      const lead = soldLead({ identities, returns: [{ ...returned, claim_released: true }] });
      await work.leads.insert(lead);
      const undo = { by: 'ann', why: 'The wrong lead' };
      expect(await undoLeadReturn(work.ports, lead.id, undo)).to.deep.equal({ outcome: 'begun' });
      work.pass(60_000);
      await applyReturns(work.ports);
      const now = work.leads.all.get(lead.id)!;
      expect(now.returns?.[0]?.undone).to.include({ claim_regained });
      expect(effectsOf(now, 'entry').at(-1)).to.include({ what: 'return_reversal', claim_regained });
    });
});
