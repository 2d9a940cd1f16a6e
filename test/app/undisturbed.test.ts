import { expect } from 'chai';
import { FINISHED, FLOWS } from '../support/steps/flows.js';
import { tell } from '../support/steps/try-every-step.js';
import type { World } from '../support/steps/world.js';

/** How each lead ends, after how many attempts; what each search found, and its slots. */
const ENDS: Readonly<Record<string, string>> = {
  'two verifications pass, then sold': 'ACCEPTED after 1',
  'the second verification refuses': 'NOT_ELIGIBLE after 0',
  'a verification is away, then passes': 'ACCEPTED after 1',
  'a verification is away until the delivery window is over': 'NOT_ELIGIBLE after 0',
  'an answer is kept, and the next person with the same question is sold by it':
    'ACCEPTED after 1; ACCEPTED after 1',
  'a verification gives what nobody can read, and may be passed while it is away': 'NOT_ELIGIBLE after 0',
  'fallbacks: a full cap, the next is sold': 'CAP_REACHED after 0; ACCEPTED after 1',
  'fallbacks: paused and not eligible, the third is sold':
    'OFFER_UNAVAILABLE after 0; NOT_ELIGIBLE after 0; ACCEPTED after 1',
  'fallbacks: the first buyer is down, the next is sold': 'DELIVERY_FAILED after 1; ACCEPTED after 1',
  'fallbacks: the first buyer hangs up, and nothing follows': 'unknown after 1',
  'search: direct offers only': '3 results',
  'search: with a partner that answers': '4 results, partner answered',
  'search: with a partner that fails': '3 results, partner failed',
  'search: again under its id': '3 results, partner answered',
  'form B: accepted': 'ACCEPTED after 1',
  'form B: rejected': 'BUYER_REJECTED after 1',
  'form B: called a duplicate by the buyer': 'DUPLICATE after 1',
  'form B: pending, then accepted': 'ACCEPTED after 1',
  'form B: pending, then rejected': 'BUYER_REJECTED after 1',
  'form B: pending, asked long enough': 'unknown after 1',
  'form B: retry, then accepted': 'ACCEPTED after 2',
  'form B: taken, and the buyer hangs up': 'unknown after 1',
  'form B: never sent, then failed': 'DELIVERY_FAILED after 3',
  'form B: never sent, then accepted': 'ACCEPTED after 3',
  'form B: down after the first try, then accepted': 'ACCEPTED after 3',
  'form B: down until the delivery window is over': 'DELIVERY_FAILED after 2',
  'form B: lost on the way to an idempotent buyer': 'ACCEPTED after 3',
  'form B: saved for hours, then delivered': 'ACCEPTED after 1',
  'form B: refused by consent': 'INVALID_FIELD after 0',
  'form B: refused by an unknown program': 'INVALID_FIELD after 0',
  'form B: refused by a question': 'REQUIRED_FIELD_MISSING after 0',
  'form B: refused by a required field': 'REQUIRED_FIELD_MISSING after 0',
  'form B: refused by eligibility': 'NOT_ELIGIBLE after 0',
  'form B: refused by a paused offer': 'OFFER_UNAVAILABLE after 0',
  'form B: refused by a full cap': 'CAP_REACHED after 0',
  'form B: refused by a full cap of the buyer': 'CAP_REACHED after 0',
  'form B: refused by being a test': 'TEST_LEAD_HELD after 0',
  'form B: the same person again': 'ACCEPTED after 1; DUPLICATE after 0',
  'form B: the same person again while the first is repeated, then rejected':
    'BUYER_REJECTED after 2; ACCEPTED after 1',
  'form B: two persons, one place': 'ACCEPTED after 1; CAP_REACHED after 0',
  'form B: two persons, one at a time and one a minute': 'ACCEPTED after 1; ACCEPTED after 1',
  'form B: evaluated again after a refusal': 'ACCEPTED after 1',
  'form B: evaluated again after a failure, while the first submission still owes': 'ACCEPTED after 3',
  'form B: evaluated again after a buyer had it and always said "try again"': 'ACCEPTED after 2',
  'form A: accepted': 'ACCEPTED after 1; 3 results, sold',
  'form A: rejected': 'BUYER_REJECTED after 1; 3 results',
  'form A: called a duplicate by the buyer': 'DUPLICATE after 1; 3 results',
  'form A: pending, then accepted': 'ACCEPTED after 1; 3 results, sold',
  'form A: pending, then rejected': 'BUYER_REJECTED after 1; 3 results',
  'form A: pending, asked long enough': 'unknown after 1; 3 results, reserved',
  'form A: retry, then accepted': 'ACCEPTED after 2; 3 results, sold',
  'form A: taken, and the buyer hangs up': 'unknown after 1; 3 results, reserved',
  'form A: never sent, then failed': 'DELIVERY_FAILED after 3; 3 results',
  'form A: never sent, then accepted': 'ACCEPTED after 3; 3 results, sold',
  'form A: down after the first try, then accepted': 'ACCEPTED after 3; 3 results, sold',
  'form A: down until the delivery window is over': 'DELIVERY_FAILED after 2; 3 results',
  'form A: lost on the way to an idempotent buyer': 'ACCEPTED after 3; 3 results, sold',
  'form A: saved for hours, then delivered': 'ACCEPTED after 1; 3 results, sold',
  "form A: a partner's result": 'ACCEPTED after 1; 4 results, partner answered, sold',
  'form A: an exclusive offer, then what it excludes and what it does not':
    'ACCEPTED after 1; OFFER_UNAVAILABLE after 0; ACCEPTED after 1; 3 results, sold, sold',
  'form A: one submission is the limit, the first is rejected':
    'BUYER_REJECTED after 1; ACCEPTED after 1; OFFER_UNAVAILABLE after 0; 3 results, sold',
  'form A: searched again after a refused submit': 'INVALID_FIELD after 0; ACCEPTED after 1; 3 results, sold',
  'form B: pending, and the buyer calls back: accepted': 'ACCEPTED after 1',
  'form B: pending, and the buyer calls back: rejected': 'BUYER_REJECTED after 1',
  'form A: pending, and the buyer calls back twice, and again with another word':
    'ACCEPTED after 1; 3 results, sold',
  'form B: lost, and the buyer that has it calls back': 'ACCEPTED after 1',
  'form B: sold, and the buyer calls back to return it; claims and cap place stay':
    'ACCEPTED after 1, returned',
  'form B: two are returned, another takes the place, and both returns are undone':
    'ACCEPTED after 1, returned and undone; ACCEPTED after 1, returned and undone; CAP_REACHED after 0',
  'form B: sold, a return is requested, and nobody decides in time: accepted': 'ACCEPTED after 1, returned',
  'form B: sold, a return is declined, requested again, decided by two operators, and undone':
    'ACCEPTED after 1, returned and undone',
  'form B: a cap leaves and comes back (0 others)':
    'ACCEPTED after 1; ACCEPTED after 1; ACCEPTED after 1; CAP_REACHED after 0',
  'form B: a cap leaves and comes back (1 others)':
    'ACCEPTED after 1; ACCEPTED after 1; ACCEPTED after 1; CAP_REACHED after 0',
  'form B: an offer changes its buyer, and the former one is full':
    'ACCEPTED after 1; ACCEPTED after 1; ACCEPTED after 1; CAP_REACHED after 0',
  'form B: lost, the buyer closes, and the repeat of the next day is accepted':
    'ACCEPTED after 2; ACCEPTED after 2',
  'form B: lost at a service-wide offer, its phone sold elsewhere, its e-mail posted again':
    'unknown after 1; ACCEPTED after 1; DUPLICATE after 0',
  'form B: unknown beyond the window, the person again, and an operator settles the first':
    'ACCEPTED after 1; DUPLICATE after 0',
  'form B: an operator settles what the buyer did not get, and the person is sold again':
    'BUYER_REJECTED after 1; ACCEPTED after 1',
  'form B: two persons under one id at once': 'ACCEPTED after 1',
  'form B: never sent, paused for ten minutes, then accepted':
    'ACCEPTED after 2; OFFER_UNAVAILABLE after 0; ACCEPTED after 1',
  'form B: saved for the next day, paused beyond its opening, then accepted':
    'ACCEPTED after 1; OFFER_UNAVAILABLE after 0',
  'form B: never sent, then accepted at another price, and the next one at the former':
    'ACCEPTED after 2; ACCEPTED after 1; ACCEPTED after 1',
  'form A: shown with another payout, and submitted after it has ended':
    'ACCEPTED after 1; ACCEPTED after 1; 3 results, sold',
  'form B: erased while posted again': 'INVALID_FIELD after 0',
  'search: two persons under one id at once': '3 results, partner answered',
};

const endOf = ({ leads, searches }: World): string =>
  [
    ...[...leads.all.values()].map(({ decision, state, attempts, returns = [] }) =>
      [
        `${decision?.code ?? state} after ${attempts.length}`,
        ...returns.map(({ undone }) => (undone ? 'returned and undone' : 'returned')),
      ].join(', '),
    ),
    ...[...searches.all.values()].map(({ results, partners, slots }) =>
      [
        `${results.length} results`,
        ...partners.map(({ state }) => `partner ${state}`),
        ...slots.map(({ state }) => state),
      ].join(', '),
    ),
  ].join('; ');

describe('the use cases, undisturbed', () => {
  for (const flow of FLOWS) {
    // Finishing leads changes nothing of how they end.
    const end = ENDS[flow.name.replace(FINISHED, '')];
    it(`${flow.name}: ${end}`, async () => {
      const { world, violations } = await tell(flow, 'one');
      expect(violations).to.deep.equal([]);
      expect(endOf(world)).to.equal(end);
    });
  }
});
