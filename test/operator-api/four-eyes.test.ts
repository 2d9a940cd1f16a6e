import { expect } from 'chai';
import type { AuditPorts } from '../../src/app/audit/audited.js';
import { ActRefused } from '../../src/app/act-refused.js';
import { applyDraft } from '../../src/app/drafts/apply-draft.js';
import { approveDraft, createDraft, proposeDraft, saveDraft } from '../../src/app/drafts/write-drafts.js';
import type { DraftPorts } from '../../src/app/drafts/draft-ports.js';
import type { DraftActor } from '../../src/core/drafts/draft.js';
import { createCatalogueFiles } from '../../src/platform/catalogue-files/catalogue-files.js';
import { OPERATOR, startActingApi, type ActingApi } from '../support/acting-api.js';
import { CATALOGUE } from '../support/audited-world.js';
import { signedIn } from '../support/people.js';

const FOUR_EYES = `four_eyes: true\n${CATALOGUE}`;
const person = (id: string): DraftActor => ({ kind: 'person', id, name: id });
const [ANA, BEN, EVE] = [person('ana'), person('ben'), person('eve')];
const KEY: DraftActor = { kind: 'key', id: 'k', name: 'ci' };
const SHELL: DraftActor = { kind: 'os_user', id: 'ben', name: 'ben@desk' };

describe('drafts under four eyes', function () {
  let api: ActingApi;
  let ports: DraftPorts;
  let audit: AuditPorts;
  const acted: string[] = [];
  before(async () => {
    api = await startActingApi(FOUR_EYES);
    const { stores } = api.platform;
    const files = createCatalogueFiles();
    ports = { ...stores, files, catalogue: stores.versions, clock: () => new Date() };
    audit = {
      auditLog: { append: (draft) => Promise.resolve(acted.push(`${draft.phase} ${draft.action}`)) },
      ...{ clock: () => new Date(), onMissingOutcome: () => undefined },
      who: { kind: 'person', id: 'ana' },
      from: { kind: 'console', host: 'here' },
    };
  });
  after(() => api.close());

  let limit = 20;
  const create = (by: DraftActor) => {
    limit += 1;
    const text = FOUR_EYES.replace('limit: 20', `limit: ${limit}`);
    return createDraft(ports, audit, { title: 'More', files: [{ name: 'a.yaml', text }] }, by);
  };
  const on = ({ id, revision }: { readonly id: string; readonly revision: number }, by: DraftActor) => ({
    ...{ id, revision, by },
  });
  const refusal = async (run: Promise<unknown>): Promise<string> => {
    try {
      await run;
      return 'done';
    } catch (error) {
      if (error instanceof ActRefused) return error.message;
      throw error;
    }
  };
  const apply = (draft: { readonly id: string; readonly revision: number }, by: DraftActor) =>
    refusal(applyDraft(ports, audit, on(draft, by)));
  const OWN =
    'You wrote or proposed this draft, and changes need a second person: somebody else must apply it';

  it('is applied by somebody who neither wrote nor proposed it, and only when proposed', async () => {
    const first = await create(ANA);
    expect(await apply(first, BEN)).to.contain('nobody has proposed this draft');
    const second = await saveDraft(ports, audit, on(first, EVE), { title: 'Still more' });
    const proposed = await proposeDraft(ports, audit, on(second, ANA));
    expect(await apply(proposed, ANA)).to.equal(OWN);
    expect(await apply(proposed, EVE)).to.equal(OWN);
    expect(await apply(proposed, KEY)).to.contain('a person must apply a draft, not a key');
    expect(await apply(proposed, BEN)).to.equal('done');
  });

  it('a key may write, but then a person proposes and another one applies', async () => {
    const draft = await create(KEY);
    expect(await refusal(proposeDraft(ports, audit, on(draft, KEY)))).to.contain(
      'a person must propose a draft',
    );
    const proposed = await proposeDraft(ports, audit, on(draft, ANA));
    expect(await apply(proposed, ANA)).to.equal(OWN);
    expect(await apply(proposed, BEN)).to.equal('done');
  });

  it('the command line needs an approved draft, and a change takes the approval back', async () => {
    const proposed = await proposeDraft(ports, audit, on(await create(ANA), ANA));
    expect(await apply(proposed, SHELL)).to.contain('Nobody has approved this draft');
    expect(await refusal(approveDraft(ports, audit, on(proposed, ANA)))).to.equal(
      'You wrote or proposed this draft: another person must approve it',
    );
    expect(await refusal(approveDraft(ports, audit, on(proposed, KEY)))).to.equal(
      'A person must approve a draft, not a key',
    );
    const approved = await approveDraft(ports, audit, on(proposed, BEN));
    const changed = await saveDraft(ports, audit, on(approved, ANA), { title: 'Other' });
    expect(changed.approved).to.equal(undefined);
    expect(await apply(changed, SHELL)).to.contain('nobody has proposed this draft');
    const again = await proposeDraft(ports, audit, on(changed, ANA));
    expect(await apply(await approveDraft(ports, audit, on(again, BEN)), SHELL)).to.equal('done');
  });

  it('an emergency passes, with an entry of its own in the audit log', async () => {
    const draft = await create(ANA);
    acted.length = 0;
    await applyDraft(ports, audit, { ...on(draft, ANA), emergency: { why: 'The buyer is down' } });
    expect(acted).to.deep.equal([
      'intent catalogue.emergency',
      'intent catalogue.apply',
      'outcome catalogue.apply',
      'outcome catalogue.emergency',
    ]);
  });

  it('a file without the setting does not switch it off', async () => {
    const files = [{ name: 'a.yaml', text: CATALOGUE.replace('limit: 20', 'limit: 5') }];
    const draft = await createDraft(ports, audit, { title: 'Less', files }, ANA);
    const proposed = await proposeDraft(ports, audit, on(draft, ANA));
    expect(await apply(proposed, BEN)).to.equal('done');
    expect((await api.versions.current())?.document.four_eyes).to.equal(true);
  });

  it('rolling back is an emergency', async () => {
    const ben = await api.operator('ben', 'catalogue:apply');
    const body = { version: 1, why: 'Too many', dry_run: false };
    const refused = await ben.post('/catalogue/rollback', body);
    expect([refused.status, refused.body['message']]).to.match(/409,Changes need a second person: /);
    expect((await ben.post('/catalogue/rollback', { ...body, emergency: 'They are down' })).status).to.equal(
      200,
    );
    const intents = (await api.newest(4)).filter(({ phase }) => phase === 'intent');
    expect(intents.map(({ action }) => action)).to.deep.equal(['catalogue.emergency', 'catalogue.rollback']);
  });

  it('two people in their own sessions: one writes and proposes, the other one applies', async () => {
    const [ana, ben] = await Promise.all([
      signedIn(api, ['admin'], 'ana@example.com'),
      signedIn(api, ['admin'], 'ben@example.com'),
    ]);
    const files = [{ name: 'a.yaml', text: FOUR_EYES.replace('limit: 20', 'limit: 7') }];
    const created = await ana.browser.call('post', `${OPERATOR}/drafts`, { title: 'Fewer', files });
    const draft = `${OPERATOR}/drafts/${String(created.body['id'])}`;
    const early = await ben.browser.call('post', `${draft}/apply`, { revision: 1 });
    expect([early.status, early.body['message']]).to.match(/^409,.*nobody has proposed this draft/);
    expect((await ana.browser.call('post', `${draft}/propose`, { revision: 1 })).status).to.equal(200);
    const own = await ana.browser.call('post', `${draft}/apply`, { revision: 2 });
    expect([own.status, String(own.body['message']).split('.')[0]]).to.deep.equal([409, OWN]);
    expect((await ben.browser.call('post', `${draft}/apply`, { revision: 2 })).status).to.equal(200);
    const [intent] = (await api.newest(2)).filter(({ phase }) => phase === 'intent');
    expect(intent).to.deep.nested.include({ action: 'catalogue.apply', who: { kind: 'person', id: ben.id } });
  });
});
