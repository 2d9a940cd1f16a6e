/**
 * Rotates the data keys, migrates, erases persons, replaces the identity secret and lets terms end, each beside traffic
 * and while a process of any kind, or the command itself, is killed each second. It is not a part of `npm test`:
 *
 *   LEADS=2000 npm test -- test/volume/killed-upkeep.ts
 *
 * `PHASES=rotation,migration,erasure,secret,retention`: some of them, on a busy machine.
 */
import { expect } from 'chai';
import { rehearseUpkeep } from './personal/rehearse-upkeep.js';

const LEADS = Number(process.env['LEADS'] ?? 100);

describe(`upkeep of ${LEADS} people, with a kill each second`, function () {
  this.timeout(7_200_000);

  it('ends, changes no statement, lets no duplicate pass, and breaks no promise', async () => {
    const found = await rehearseUpkeep(LEADS, (line) => {
      console.log(`      ${line}`);
    });
    expect(found).to.deep.equal([]);
  });
});
