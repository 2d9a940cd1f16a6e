import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import type { HttpResult } from '../../../src/core/delivery/http-result.js';
import { headPublishers } from '../../../src/platform/process/head-publishers.js';
import { makeTempDir } from '../../scripts/temp-dir.js';

describe('the places for heads of the chain of consents', () => {
  const dir = makeTempDir();
  after(() => {
    dir.remove();
  });

  it('are a file a day and a POST, each made once by a process, and repeated until it worked', async () => {
    const statuses = [503, 204];
    let posts = 0;
    const client = {
      send: () => {
        const status = statuses[posts++] ?? 500;
        return Promise.resolve({ kind: 'answered', status, headers: {} } as HttpResult);
      },
    };
    const places = headPublishers(
      { consentHeadsDir: dir.dir, consentHeadsUrl: 'https://a.example/' },
      client,
    );
    const head = { day: '2026-11-20', hash: 'abc' };
    const failed: unknown[] = [];
    for (let tries = 1; tries <= 3; tries += 1)
      for (const write of places) await write(head).catch((error: unknown) => failed.push(error));
    expect([failed.length, posts]).to.deep.equal([1, 2]);
    expect(readFileSync(dir.path('2026-11-20.txt'), 'utf8')).to.equal('2026-11-20 abc\n');
  });
});
