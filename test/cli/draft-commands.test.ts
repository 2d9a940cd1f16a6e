import { expect } from 'chai';
import { makeTempDir } from '../scripts/temp-dir.js';
import { readApplies } from '../../src/app/alerts/read-applies.js';
import { createAuditReader } from '../../src/platform/mongo/audit/audit-reader.js';
import { createCatalogueStore } from '../../src/platform/mongo/catalogue/catalogue-store.js';
import { createDraftStore } from '../../src/platform/mongo/catalogue/draft-store.js';
import { CATALOGUE } from '../support/audited-world.js';
import { testDraft } from '../support/drafts.js';
import { migratedServices } from '../support/services.js';
import { runHere, runOk } from './run-cli.js';

const FOUR_EYES = `four_eyes: true\n${CATALOGUE}`;

describe('leadkeep apply, under four eyes', function () {
  const services = migratedServices();
  const { env } = services;
  const dir = makeTempDir();
  const file = dir.write('four.yaml', FOUR_EYES);
  const other = dir.write('other.yaml', FOUR_EYES.replace('limit: 20', 'limit: 25'));
  const files = [{ name: 'a.yaml', text: FOUR_EYES.replace('limit: 20', 'limit: 30') }];
  const ben = { at: new Date(), by: { kind: 'person', id: 'ben', name: 'Ben' } } as const;
  const draft = testDraft({ state: 'proposed', proposed: ben, files });

  before(async () => {
    await services.migrated();
    await runOk(env, 'apply', file);
    await createDraftStore(await services.connection()).insert(draft);
  });
  after(async () => {
    dir.remove();
    await services.close();
  });
  const refused = async (...args: string[]): Promise<string> => {
    const { code, stderr } = await runHere(env, ...args);
    expect(code, args.join(' ')).to.equal(1);
    return stderr;
  };

  it('refuses files, and shows what they would change', async () => {
    expect(await refused('apply', other)).to.contain('Changes need a second person: propose a draft');
    expect((await runHere(env, 'apply', other, '--dry-run')).stdout).to.contain('20 → 25');
    expect(await refused('catalogue', 'rollback', '1')).to.contain('Changes need a second person');
  });

  it('applies a draft that somebody approved, and marks it', async () => {
    expect(await refused('apply', '--draft', draft.id)).to.contain('Nobody has approved this draft');
    const drafts = createDraftStore(await services.connection());
    await drafts.replace({ ...draft, revision: 2, approved: ben }, 1);
    const { stdout } = await runOk(env, 'apply', '--draft', draft.id);
    expect(stdout).to.contain('20 → 30').and.to.contain('Version 2 takes effect within 5 seconds.');
    expect(await drafts.read(draft.id)).to.deep.nested.include({ state: 'applied', 'applied.version': 2 });
    expect((await runOk(env, 'apply', '--draft', draft.id)).stdout).to.contain('version 2 stays');
  });

  it('marks a draft whose process was killed right after it came into force', async () => {
    const id = '50000000-0000-4000-8000-000000000007';
    const drafts = createDraftStore(await services.connection());
    const versions = createCatalogueStore(await services.connection());
    const current = (await versions.current())!;
    await drafts.insert({ ...draft, id, base_version: current.version });
    const killed = { at: new Date(), by: 'ben', how: 'apply', subject: `draft ${id}` } as const;
    await versions.append({ ...killed, version: current.version + 1, document: current.document });
    const { stdout, stderr } = await runOk(env, 'apply', '--draft', id);
    expect(stderr).to.contain(
      `The draft came into force before, as version ${current.version + 1}. It is marked now.`,
    );
    expect(stdout).to.contain(`Nothing changed: version ${current.version + 1} stays.`);
    expect(await drafts.read(id)).to.deep.nested.include({ state: 'applied' });
  });

  it('applies files in an emergency with a reason, which the audit log has under its own name', async () => {
    expect(await refused('apply', other, '--emergency')).to.contain('give the reason: --why');
    const emergency = ['--emergency', '--why', 'They send nobody'];
    await runOk(env, 'apply', other, ...emergency, '--overwrite', '3');
    const reader = createAuditReader(await services.connection());
    const [entry] = await reader.intents({ action: 'catalogue.emergency' }, 5);
    expect(entry).to.deep.include({ why: 'They send nobody' });
    await runOk(env, 'apply', other, '--emergency', '--why', 'They still send nobody');
    const intents = await reader.intents({ action: 'catalogue.emergency' }, 2);
    const outcomes = await reader.outcomes(intents.map(({ number }) => number));
    const results = outcomes.map((end) => end.phase === 'outcome' && end.result);
    expect(results).to.have.members(['done', 'nothing']);
    expect(await readApplies(reader, new Date(0))).to.have.length(1);
  });

  for (const [what, args, says] of [
    ['both', [file, '--draft', draft.id], 'Give files or --draft ID, not both'],
    ['an id that is none', ['--draft', 'x'], 'ID must be a UUID'],
    [
      'an unknown draft',
      ['--draft', '50000000-0000-4000-8000-000000000009'],
      'There is no draft with this id',
    ],
    ['a reason alone', [file, '--why', 'So it is'], '--why goes with --emergency'],
  ] as const)
    it(`refuses ${what}`, async () => {
      expect(await refused('apply', ...args)).to.contain(says);
    });
});
