import { mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { expect } from 'chai';
import express from 'express';
import supertest from 'supertest';
import { servePage } from '../../src/operator-api/page/serve-page.js';

const DOCUMENT = '<script type="module" src="/assets/a-1.js" nonce="NONCE_OF_THIS_ANSWER"></script>';
const asBrowser = { Accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };

describe("operator API: the console's page", () => {
  const folder = mkdtempSync(join(tmpdir(), 'leadkeep-page-'));
  const app = express().use(servePage(folder));
  const get = (path: string, headers: Record<string, string> = asBrowser) =>
    supertest(app).get(path).set(headers);
  const build = (script: string, at: Date): void => {
    mkdirSync(join(folder, 'assets'), { recursive: true });
    writeFileSync(join(folder, 'assets', script), `// ${script}`);
    writeFileSync(join(folder, 'assets', `${script}.br`), brotliCompressSync(`// ${script}`));
    writeFileSync(join(folder, 'index.html'), DOCUMENT.replace('a-1.js', script));
    utimesSync(join(folder, 'index.html'), at, at);
  };
  after(() => {
    rmSync(folder, { recursive: true });
  });

  it('says that it is being built, and asks again by itself', async () => {
    const { status, headers, text } = await get('/leads');
    expect(status).to.equal(503);
    expect(headers['retry-after']).to.equal('2');
    expect(text).to.contain('being built').and.to.contain('http-equiv="refresh"');
  });

  it('appears as soon as it is built, with a nonce of its own in each answer', async () => {
    build('a-1.js', new Date(1_000));
    const answers = await Promise.all(['/', '/leads/1?x=y'].map((path) => get(path)));
    const nonces = answers.map(({ text }) => /nonce="([^"]+)"/.exec(text)?.[1] ?? '');
    expect(new Set(nonces).size).to.equal(2);
    for (const [at, { status, headers }] of answers.entries()) {
      const policy = String(headers['content-security-policy']);
      expect(status).to.equal(200);
      expect(policy)
        .to.contain("default-src 'none'")
        .and.to.contain(`script-src 'self' 'nonce-${nonces[at]}'`);
      expect(policy).to.not.contain('unsafe').and.to.not.contain('http').and.to.not.contain('*');
    }
  });

  it('serves files for ever, compressed for those who take it', async () => {
    const compressed = await get('/assets/a-1.js', { 'Accept-Encoding': 'br' });
    expect(compressed.headers).to.include({
      'content-encoding': 'br',
      'cache-control': 'public, max-age=31536000, immutable',
      'content-type': 'text/javascript; charset=utf-8',
    });
    const plain = await get('/assets/a-1.js', { 'Accept-Encoding': 'identity' });
    expect(plain.text).to.equal('// a-1.js');
    for (const path of ['/assets/nothing.js', '/assets/..%2Findex.html', '/assets/', '/assets/a-1.js.br'])
      expect((await get(path)).status, path).to.equal(404);
  });

  it('serves a newer build, and the files of the one before', async () => {
    build('b-2.js', new Date(2_000));
    expect((await get('/')).text).to.contain('b-2.js');
    expect((await get('/assets/a-1.js')).status).to.equal(200);
    expect((await get('/assets/b-2.js')).status).to.equal(200);
  });

  it('leaves to the API what is not for a browser to open', async () => {
    for (const [path, accept] of [
      ['/api', 'text/html'],
      ['/api/v1/operator/nothing', 'text/html'],
      ['/leads', 'application/json'],
      ['/leads', '*/*'],
    ] as const)
      expect((await get(path, { Accept: accept })).status, `${path} ${accept}`).to.equal(404);
  });

  it('keeps to its budgets, and has no script in its document', () => {
    const built = (name: string) => readFileSync(join('console', 'dist', name), 'utf8');
    const sizes = JSON.parse(built('sizes.json')) as { name: string; bytes: number; most: number }[];
    expect(sizes.map(({ name }) => name)).to.include('a usable Now');
    for (const { name, bytes, most } of sizes) expect(bytes, name).to.be.at.most(most);
    expect(built('index.html'))
      .to.not.match(/<script(?![^>]* src=)/)
      .and.to.not.match(/(?:src|href)="(?!\/assets\/)/);
  });
});
