import { expect } from 'chai';
import { runNode } from './run-node.js';

describe('npm run test:mongo', () => {
  async function run(...args: string[]): Promise<[code: number | string, output: string]> {
    const env = { PATH: '/nowhere', MONGO_URL: undefined };
    const { ended, output } = runNode(['scripts/mongo/main.mjs', ...args], { env });
    return [await ended, output()];
  }

  it('is never green where there is no server: it says so, and ends with a code of its own', async () => {
    expect(await run('8.0', 'set')).to.deep.equal([
      77,
      'test:mongo: nothing was tested: MONGO_URL is not set, and no Docker engine answers\n',
    ]);
  });

  it('names what it does not know', async () => {
    expect(await run('7.0', 'sets')).to.deep.equal([
      2,
      'test:mongo: 7.0 sets is none of 8.0, newest, single, set, cluster\n',
    ]);
  });
});
