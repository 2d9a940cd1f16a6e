import { userInfo } from 'node:os';
import { expect } from 'chai';
import { hashKey } from '../../src/core/keys/key-format.js';
import { createOperatorKeyStore } from '../../src/platform/mongo/keys/key-store.js';
import { createInvitationStore } from '../../src/platform/mongo/people/invitation-store.js';
import { createPeopleStore } from '../../src/platform/mongo/people/people-store.js';
import { migratedServices } from '../support/services.js';
import { runHere } from './run-cli.js';

const ID = '00000000-0000-4000-8000-0000000000bb';

describe('leadkeep user', () => {
  const services = migratedServices();
  const env = { ...services.env, CONSOLE_PORT: '3111' };
  const user = (...args: string[]) => runHere(env, 'user', ...args);

  before(() => services.migrated());
  after(() => services.close());

  it('prints a link to the console for the first admin, until somebody has an account', async () => {
    const { code, stdout, stderr } = await user('invite', '--first');
    expect(code, stderr).to.equal(0);
    expect(stdout).to.match(/^http:\/\/localhost:3111\/invitation#lki_[0-9A-Za-z]{38}\n$/);
    expect(stderr).to.contain('The link works once, until');
    const again = await user('invite', '--first');
    expect(again.stdout).to.not.equal(stdout);
    const invitations = (await services.connection()).collection<{ _id: string }>('invitations');
    const stored = await invitations.find().toArray();
    expect(
      stored.map(({ _id }) => _id),
      'the newest link alone works',
    ).to.deep.equal([hashKey(again.stdout.split('#')[1]?.trim() ?? '')]);
    expect(stored[0])
      .to.include({ email: null })
      .and.to.deep.include({ roles: ['admin', 'operator'] });
    await createPeopleStore(await services.connection()).grant(
      { id: ID, name: 'Ann \u001B[2J', email: 'ann@example.com', roles: ['admin'] },
      new Date(),
    );
    expect(await user('invite', '--first')).to.deep.include({ code: 0, stdout: '' });
  });

  it('leads to CONSOLE_URL, and keeps the roles of who is invited again', async () => {
    const elsewhere = { ...env, CONSOLE_URL: 'https://console.example/' };
    const run = await runHere(elsewhere, 'user', 'invite', 'Ann@Example.com', '--json');
    expect(JSON.parse(run.stdout)).to.deep.include({ email: 'ann@example.com', roles: null });
    expect(run.stdout).to.contain('"https://console.example/invitation#lki_');
  });

  it('lists people and open invitations', async () => {
    const { stdout } = await user('list');
    expect(stdout).to.match(/NAME +EMAIL +ROLES +SIGNS IN +SESSIONS +SINCE +REMOVED +ID/);
    expect(stdout).to.contain('ann@example.com').and.to.contain('as before').and.not.contain('\u001B');
    expect(stdout)
      .to.match(/INVITED +ROLES +UNTIL +INVITED BY +ID/)
      .and.match(new RegExp(` ${userInfo().username} +[0-9a-f-]{36}\n`));
    const { people } = JSON.parse((await user('list', '--json')).stdout) as { people: object[] };
    expect(people[0]).to.deep.include({ id: ID, roles: ['admin'], open_sessions: 0 });
  });

  it('changes roles and removes, by e-mail address or id', async () => {
    expect((await user('role', 'ann@example.com', 'finance,viewer')).stdout).to.contain(
      'the roles viewer, finance.',
    );
    expect((await user('end-sessions', ID)).stdout).to.contain('Nothing changed');
    expect((await user('remove', ID.toUpperCase())).stdout).to.contain('is removed');
    expect((await user('remove', ID)).stderr).to.contain('was removed before');
  });

  it('says which operator keys a person leaves who may do less, or is removed', async () => {
    const connection = await services.connection();
    const id = '00000000-0000-4000-8000-0000000000cc';
    const named = { id, name: 'Cid \u001B[2J', email: 'cid@example.com' };
    await createPeopleStore(connection).grant({ ...named, roles: ['admin'] }, new Date());
    const keys = createOperatorKeyStore(connection);
    const issued_by = { kind: 'person', id, name: named.name } as const;
    const expires_at = new Date(Date.now() + 86_400_000);
    const grant = { name: 'sheet', scopes: ['alerts:write'], expires_at, issued_by } as const;
    const { record } = await keys.issue(grant, new Date());
    await keys.issue({ ...grant, name: 'of another', issued_by: { ...issued_by, id: ID } }, new Date());
    expect((await user('role', id, 'viewer')).stdout).to.match(
      /\n.* issued or rotated, and that may do what they may not, go on: .* \(sheet\); revoke them/,
    );
    const { stdout } = await user('remove', id);
    expect(stdout).to.contain(
      `Operator keys that they issued or rotated go on: ${record.prefix}… (sheet); revoke them: leadkeep operator-key revoke PREFIX`,
    );
    expect(stdout).to.not.contain('of another').and.not.contain('\u001B');
  });

  it('withdraws an invitation, and those of a person who is removed', async () => {
    const connection = await services.connection();
    const issued = JSON.parse((await user('invite', '--role', 'viewer', '--json')).stdout) as { id: string };
    expect((await user('withdraw', issued.id.toUpperCase())).stdout).to.contain('is withdrawn');
    expect((await user('withdraw', issued.id)).stderr).to.contain('There is no open invitation with this id');
    const id = '00000000-0000-4000-8000-0000000000dd';
    const named = { id, name: 'Dot', email: 'dot@example.com' };
    await createPeopleStore(connection).grant({ ...named, roles: ['admin'] }, new Date());
    const issued_by = { kind: 'person', id, name: named.name } as const;
    const invitations = createInvitationStore(connection);
    for (const [email, age] of [
      ['eli@example.com', 1_000],
      [null, 0],
    ] as const)
      await invitations.issue({ email, roles: ['viewer'], issued_by }, new Date(Date.now() - age));
    expect((await user('remove', id)).stdout).to.contain(
      'Invitations that they made are withdrawn: anybody with the link, eli@example.com; invite again who is still to come',
    );
    expect((await user('list')).stdout).to.not.contain('eli@example.com');
  });

  for (const [args, code, said] of [
    [['invite', 'nobody@example.com'], 1, 'Give a role with --role'],
    [['invite', 'ann@example.com'], 1, 'Give a role with --role'],
    [['invite', 'no address', '--role', 'viewer'], 2, 'It must be an e-mail address.'],
    [
      ['invite', 'a@example.com', '--role', 'boss'],
      2,
      'The roles are viewer, support, operator, finance, admin.',
    ],
    [['invite', 'a@example.com', '--role', 'admin', '--first'], 2, 'cannot be used with'],
    [['role', 'nobody@example.com', 'viewer'], 1, 'Nobody has the e-mail address or id nobody@example.com'],
    [['role', ID, ''], 2, 'The roles are'],
  ] as const)
    it(`refuses ${JSON.stringify(args.join(' '))}`, async () => {
      const run = await user(...args);
      expect([run.code, run.stdout], run.stderr).to.deep.equal([code, '']);
      expect(run.stderr).to.contain(said);
    });

  it('refuses a CONSOLE_URL that is not safe', async () => {
    const run = await runHere({ ...env, CONSOLE_URL: 'http://console.example' }, 'user', 'invite', '--first');
    expect([run.code, run.stdout]).to.deep.equal([1, '']);
    expect(run.stderr).to.contain('CONSOLE_URL must be an https:// address without a path');
  });
});
