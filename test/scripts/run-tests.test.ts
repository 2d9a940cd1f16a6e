import { join } from 'node:path';
import { expect } from 'chai';
import { copyScripts, linkPackages } from './clone-copy.js';
import { runNode } from './run-node.js';
import { makeTempDir } from './temp-dir.js';

const TABLE = [
  {
    name: 'all pass',
    tests: "it('a', () => {}); it('b', () => {});",
    last: '2 passed, 0 failed',
    passes: true,
  },
  {
    name: 'one fails, one is skipped',
    tests: "it('a', () => {}); it('b', () => { throw new Error('no'); }); it.skip('c', () => {});",
    last: '1 passed, 1 failed, 1 skipped',
    passes: false,
  },
  {
    name: 'a hook fails',
    tests: "before(() => { throw new Error('no'); }); it('a', () => {});",
    last: '0 passed, 1 failed',
    passes: false,
  },
  {
    name: 'all are skipped',
    tests: "it.skip('a', () => {});",
    last: '0 passed, 0 failed, 1 skipped',
    passes: true,
  },
  {
    name: 'nothing was executed',
    tests: '',
    last: '0 passed, 0 failed',
    passes: false,
  },
  {
    name: 'a test file cannot be loaded',
    tests: "await import('./nowhere.js');",
    last: '0 passed, 1 failed',
    passes: false,
  },
];

describe("the test command's last line", () => {
  for (const { name, tests, last, passes } of TABLE) {
    it(name, async () => {
      const temp = makeTempDir();
      try {
        const clone = copyScripts(temp.path('clone'));
        linkPackages(clone);
        temp.write('clone/dist/test/one.test.js', `describe('x', () => {}); ${wrap(tests)}`);
        const run = runNode([join(clone, 'scripts/run-tests.mjs')], { cwd: clone });
        expect((await run.ended) === 0, run.output()).to.equal(passes);
        expect(run.output().trimEnd().split('\n').at(-1), run.output()).to.equal(last);
      } finally {
        temp.remove();
      }
    });
  }

  it('counts the long tests with the others, shows them, and names last what failed', async () => {
    const temp = makeTempDir();
    try {
      const clone = copyScripts(temp.path('clone'));
      linkPackages(clone);
      temp.write('clone/dist/test/one.test.js', "describe('x', () => it('a', () => {}));");
      const failing = "it('b', () => { throw new Error('no'); });";
      temp.write('clone/dist/test/chaos/two.test.js', `describe('long', () => { ${failing} });`);
      const run = runNode([join(clone, 'scripts/run-tests.mjs')], { cwd: clone });
      expect(await run.ended, run.output()).not.to.equal(0);
      expect(run.output()).to.include('1) b');
      expect(run.output().split('slowest files').at(-1)).to.include('failed: long b\nError: no\n');
      expect(run.output().trimEnd().split('\n').at(-1), run.output()).to.equal('1 passed, 1 failed');
    } finally {
      temp.remove();
    }
  });

  it('arguments are mocha’s', async () => {
    const temp = makeTempDir();
    try {
      const clone = copyScripts(temp.path('clone'));
      linkPackages(clone);
      temp.write(
        'clone/dist/test/one.test.js',
        "describe('x', () => { it('a', () => {}); it('b', () => {}); });",
      );
      const run = runNode([join(clone, 'scripts/run-tests.mjs'), '--grep', 'x b'], { cwd: clone });
      expect([await run.ended, run.output().trimEnd().split('\n').at(-1)]).to.deep.equal([
        0,
        '1 passed, 0 failed',
      ]);
    } finally {
      temp.remove();
    }
  });
});

const wrap = (tests: string): string =>
  tests.startsWith('await') ? tests : `describe('y', () => { ${tests} });`;
