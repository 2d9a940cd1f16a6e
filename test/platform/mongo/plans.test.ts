import { expect } from 'chai';
import { earlierThan, ANY_DATE } from '../../../src/platform/mongo/stores/documents.js';
import { indexFor, shapeOf, type Asked } from '../../support/plans/plan.js';

const NOW = new Date(0);

/** Every command that tests make the code send is held against this (`test/support/plans/watch-plans.ts`). */
describe('the index of a command', () => {
  const cases: readonly (readonly [collection: string, asked: Asked, index: string | undefined])[] = [
    ['leads', { filter: { _id: 'a' } }, '_id_'],
    ['leads', { filter: { _id: { $in: ['a'] }, state: 'queued' } }, '_id_'],
    ['leads', { filter: { _id: { $gt: 'a' } } }, '_id_'],
    ['leads', { filter: {} }, undefined],
    ['leads', { filter: {}, limit: 1 }, 'the first'],
    ['leads', { filter: { state: 'new' }, limit: 1 }, undefined],
    ['leads', { filter: {}, sort: { _id: 1 }, limit: 10 }, '_id_'],
    ['leads', { filter: {}, sort: { _id: 1 } }, undefined],
    ['leads', { filter: { due_at: earlierThan(NOW) } }, 'due'],
    ['leads', { filter: { due_at: ANY_DATE } }, 'due'],
    ['leads', { filter: { due_at: { $exists: true } } }, undefined],
    ['leads', { filter: { due_at: { $exists: true }, state: 'queued' }, hint: 'due' }, 'due'],
    ['leads', { filter: { state: 'unknown', received_at: { $gte: NOW } } }, 'received'],
    ['leads', { filter: { state: 'unknown', received_at: { $gte: NOW } }, hint: 'unknown' }, 'unknown'],
    ['leads', { filter: { state: 'failed', received_at: { $gte: NOW } }, hint: 'unknown' }, undefined],
    ['leads', { filter: { state: 'unknown' } }, undefined],
    ['leads', { filter: { affiliate_id: { $ne: 'a' } } }, undefined],
    ['leads', { filter: { external_id: 'a' } }, undefined],
    ['claims', { filter: { owners: { $elemMatch: { at: { $lt: NOW } } } } }, 'age'],
    ['webhook_messages', { filter: { due_at: ANY_DATE } }, undefined],
    ['webhook_messages', { filter: { lane: 'a', due_at: ANY_DATE } }, 'lane'],
    ['webhook_messages', { filter: { $or: [{ due_at: ANY_DATE }, { state: 'parked' }] } }, undefined],
    [
      'webhook_messages',
      { filter: { $or: [{ subject: 'a' }, { _id: { $gte: 'a', $lt: 'b' } }] } },
      'subject | _id_',
    ],
    ['webhook_messages', { filter: { lane: { $gte: '' }, $or: [{ state: 'a' }] } }, 'listed'],
  ];
  for (const [collection, asked, index] of cases)
    it(`${shapeOf(collection, asked)}: ${index ?? 'none'}`, () => {
      expect(indexFor(collection, asked)).to.equal(index);
    });
});
