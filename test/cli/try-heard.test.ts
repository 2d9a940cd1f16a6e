import { expect } from 'chai';
import { writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { anExchange } from '../support/exchanges.js';
import { runHere, type CliRun } from './run-cli.js';

describe('leadkeep try --heard reads what a buyer really answered', () => {
  let dir: string;
  before(async () => {
    dir = await mkdtemp(join(tmpdir(), 'leadkeep-try-heard-'));
  });
  after(() => rm(dir, { recursive: true }));

  const heard = (exchanges: unknown, ...args: string[]): Promise<CliRun> => {
    const file = join(dir, 'heard.json');
    writeFileSync(file, JSON.stringify(exchanges));
    return runHere({}, 'try', 'xml', '--file', 'examples/ten-destinations.yaml', '--heard', file, ...args);
  };
  const text = '<s:Response xmlns:s="urn:s" id="H-9"><s:Status>OK</s:Status></s:Response>';
  const answer = { status: 200, headers: { 'content-type': 'text/xml' }, body: { text } };

  it('the newest answer of the file', async () => {
    const { stdout } = await heard([anExchange(), anExchange({ answer })]);
    expect(stdout)
      .to.match(/→ 1 +true +accepted/)
      .and.match(/reference +H-9\n/);
  });

  it('unless there is none, it was cut, or another one is given', async () => {
    const { answer: _, ...silent } = anExchange({ outcome: 'unknown' });
    expect((await heard([silent])).stderr).to.contain('holds no answer');
    for (const broken of [{ ...answer, status: undefined }, answer]) {
      const run = await heard([
        anExchange({ answer }),
        anExchange({ outcome: 'unknown', answer: broken as never }),
      ]);
      expect(run.stderr).to.contain('broke off, or is none that can be read');
    }
    const cut = { ...answer, body: { text, cut_of: 99_999 } };
    expect((await heard(anExchange({ answer: cut }))).stderr).to.contain('too long to be kept');
    expect((await heard([anExchange()], '--status', '200')).stderr).to.contain('not both');
  });
});
