import { expect } from 'chai';
import { ROUTES } from '../../src/api/routes.js';
import { IDS } from '../support/catalogue.js';

const NOW = new Date('2026-11-22T12:00:00Z');
const BODY = {
  ...{ svc_campaign_id: IDS.campaign, svc_affiliate_id: IDS.affiliate, svc_offer_id: IDS.shared },
  ...{ email: 'ann@example.com', lead: { state: 'wi' }, tracking: { ip_address: '203.0.113.7' } },
};

/** Which calls put a lead into the form wanted, where the affiliate asked for that. */
const ROWS: readonly (readonly [path: string, fields: readonly string[]])[] = [
  ['/api/v1/engine/search', ['lead.state']],
  ['/api/v1/engine/leads', ['lead.state']],
  ['/api/v1/engine/dupe-check', []],
];

describe('api: a lead in loose formats', () => {
  for (const [path, fields] of ROWS)
    it(`sent to ${path}: ${fields.length} fields are put into form`, () => {
      const reading = { loose: true, normalized: [] as { field: string; to: string }[] };
      ROUTES.find((one) => one.path === path && one.method === 'POST')?.input.body?.check(BODY, NOW, reading);
      expect(reading.normalized.map(({ field }) => field)).to.deep.equal(fields);
    });
});
