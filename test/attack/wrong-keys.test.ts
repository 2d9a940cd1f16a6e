import { randomBytes } from 'node:crypto';
import { expect } from 'chai';
import { mintKey } from '../../src/core/keys/api-key.js';
import { PATHS, type Answered } from '../support/api.js';
import { apiOf, openStack, type Stack } from '../support/stack.js';
import { sayFigure } from './support/say-figure.js';

const PATH = `${PATHS.results}/00000000-0000-4000-8000-00000000ffff`;
const TRIED = 200;
const OWNED = 20;

describe('attack: wrong keys from the address that all clients share', () => {
  let stack: Stack;
  before(async () => {
    stack = await openStack();
    await stack.migrate();
    await stack.apply();
  });
  after(() => stack.close());

  it('locks out no valid key, in the process that was attacked and in one that starts after it', async () => {
    const owned: string[] = [];
    for (let n = 0; n < OWNED; n += 1) owned.push(await stack.issueKey());
    const web = await (await stack.start('web')).ready();
    const tried = Array.from({ length: TRIED }, (_, n) =>
      n % 2 === 0 ? `wrong-${n}` : mintKey(false, randomBytes),
    );
    const answers: Answered[] = [];
    // Not all at once: a busy machine may answer 503 then, which is no wrong key's doing.
    while (tried.length > 0)
      answers.push(...(await Promise.all(tried.splice(0, 20).map((key) => apiOf(web, key).get(PATH)))));
    const another = await (await stack.start('web')).ready();
    const codes = async (at: typeof web): Promise<string[]> => {
      const all = await Promise.all(owned.map((key) => apiOf(at, key).get(PATH)));
      return all.map(({ body }) => body.code);
    };
    const [here, there] = [await codes(web), await codes(another)];
    const lockedOut = (of: string[]): number => of.filter((code) => code === 'RATE_LIMITED').length;
    sayFigure(
      `${TRIED} wrong keys: ${answers.filter(({ status }) => status === 401).length} answered 401; of ${OWNED} valid ` +
        `keys locked out: ${lockedOut(here)} in the same process, ${lockedOut(there)} in one that started since`,
    );
    expect(answers.every(({ status }) => status === 401 || status === 429)).to.equal(true);
    expect(here).to.deep.equal(Array<string>(OWNED).fill('NOT_FOUND'));
    expect(there).to.deep.equal(here);
  });
});
