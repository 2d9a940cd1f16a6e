import { expect } from 'chai';
import { warningsOf } from '../../src/cli/warnings-of.js';
import { EMPTY_DOCUMENT, type CatalogueDocument } from '../../src/core/catalogue/document.js';
import type { Catalogue } from '../../src/core/catalogue/types.js';
import { SECRETS_NEEDED } from '../../src/core/catalogue/secrets-needed.js';
import { secretsMissing } from '../../src/platform/process/readiness.js';
import { testAffiliate, testBuyer, testCampaign } from '../support/catalogue.js';

const SECRET = '${secret:MINE}';
const address = { url: 'https://tell.example/', headers: { authorization: SECRET }, insecure_http: false };
const webhook = { url: 'https://a.example/', secrets: [SECRET], events: [], insecure_http: false };
const sign = { secret: SECRET, parameter: 'sig' };
const postback = { url: 'https://a.example/?id={{click_id}}', on: [], sign, insecure_http: false };
const notice = { headers: { authorization: SECRET } };

const entries = (list: 'affiliates' | 'buyers' | 'campaigns', entry: object): Partial<CatalogueDocument> => ({
  [list]: [entry],
});
const affiliate = (over: object) => entries('affiliates', { ...testAffiliate(), handle: 'ours', ...over });
const buyer = (over: object) => entries('buyers', { ...testBuyer(), handle: 'ours', ...over });
const campaign = { ...testCampaign(), handle: 'ours', offers: [] };
const alerts = (over: object) => ({ alerts: { thresholds: {}, channels: [], ...over } });

/** What a catalogue has, and who needs its secret; undefined: nobody. */
const NEEDS: readonly (readonly [string, Partial<CatalogueDocument>, string | undefined])[] = [
  ['a revocation', buyer({ revocation: notice }), 'submit needs it to tell ours'],
  ['an erasure', buyer({ erasure: notice }), 'submit needs it to tell ours'],
  ['a webhook', affiliate({ webhook }), 'notify needs it to tell ours'],
  ['a postback', affiliate({ postback }), 'notify needs it to tell ours'],
  ['both', affiliate({ webhook, postback }), 'notify needs it to tell ours'],
  ['that of a campaign', entries('campaigns', { ...campaign, webhook }), 'notify needs it to tell ours'],
  [
    'an alert channel',
    alerts({ channels: [{ name: 'ops', least: 'soon', via: { kind: 'slack', ...address } }] }),
    'console needs it for channel ops',
  ],
  ['a heartbeat', alerts({ heartbeat: { ...address, every_ms: 1 } }), 'console needs it for heartbeat'],
  ['a retired buyer', buyer({ revocation: notice, status: 'retired' }), 'submit needs it to tell ours'],
  ['a retired affiliate', affiliate({ webhook, status: 'retired' }), undefined],
];

const byId = (list: readonly { readonly id: string }[]) => new Map(list.map((entry) => [entry.id, entry]));

/** The same as a process has it. */
const catalogueOf = ({ affiliates, buyers, offers, campaigns, alerts }: CatalogueDocument): Catalogue =>
  ({
    ...{ affiliates: byId(affiliates), buyers: byId(buyers) },
    ...{ offers: byId(offers), campaigns: byId(campaigns), alerts },
  }) as unknown as Catalogue;

/** Each process that may need it. */
const PROCESSES = [...new Set(SECRETS_NEEDED.flatMap(({ processes }) => processes))];

describe('warnings of secrets that are not set', () => {
  for (const [what, has, need] of NEEDS)
    it(`name who needs that of ${what}`, () => {
      const warned = warningsOf({ ...EMPTY_DOCUMENT, ...has }, {});
      expect(warned).to.deep.equal(
        need === undefined ? [] : [`locally, secret MINE is not set (LEADKEEP_SECRET_MINE); ${need}`],
      );
      expect(warningsOf({ ...EMPTY_DOCUMENT, ...has }, { LEADKEEP_SECRET_MINE: 'set' })).to.deep.equal([]);
    });

  for (const [what, has, need] of NEEDS)
    it(`and the process that lacks that of ${what} says so`, () => {
      const current = (): Catalogue => catalogueOf({ ...EMPTY_DOCUMENT, ...has });
      const cache = { loaded: () => true, current };
      const lacking = PROCESSES.filter((name) => secretsMissing(name, cache, {}).size > 0);
      expect(lacking).to.deep.equal(need === undefined ? [] : [need.split(' ')[0]]);
    });
});
