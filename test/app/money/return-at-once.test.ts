import { expect } from 'chai';
import { returnLead } from '../../../src/app/money/return-lead.js';
import { undoLeadReturn } from '../../../src/app/money/undo-return.js';
import { EFFECT_GRACE_MS } from '../../../src/core/delivery/lease-times.js';
import { effectsOf } from '../../../src/core/lead/pending-effect.js';
import { capWorld, IN_MEMORY } from '../../support/cap-world.js';
import { testCap } from '../../support/caps.js';
import { IDS, testCatalogue } from '../../support/catalogue.js';
import { applyReturns, testReturns } from '../../support/returns.js';

const CAP = testCap({ id: 'day', limit: 1, time_zone: 'UTC' });
const catalogue = testCatalogue({
  buyer: { returns: testReturns({ give_back_place: true, release_claim: true }) },
  offers: { [IDS.shared]: { caps: [CAP] } },
});

describe('what a return gives back', () => {
  it('is free at the next sweep; what undoing it regains waits, so that two at once do not', async () => {
    const world = await capWorld(catalogue, IN_MEMORY);
    const { ports } = world;
    const { id } = await world.run(await world.put());
    const used = () => world.used(CAP, ports.clock());
    const effects = async () => effectsOf(await world.read({ id }), 'return').map(({ what }) => what);
    expect(await used()).to.equal(1);

    await returnLead({ ...ports, catalogue }, id, { code: 'bad_phone', by: 'ann' });
    world.pass(1);
    await applyReturns(ports);
    expect([await used(), await effects()]).to.deep.equal([0, []]);

    await undoLeadReturn(ports, id, { by: 'ann', why: 'A mistake' });
    world.pass(EFFECT_GRACE_MS);
    await applyReturns(ports);
    expect([await used(), await effects()]).to.deep.equal([0, ['undo']]);
    world.pass(1);
    await applyReturns(ports);
    expect([await used(), await effects()]).to.deep.equal([1, []]);
  });
});
