import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from 'chai';
import { CLONE_DIR } from '../../scripts/processes/clone-dir.js';

/** What docs/deployment.md and `npm start` put into a clone. */
const PRIVATE = ['.env', 'secrets/SUMMIT_KEY', 'backup/leadkeep/leads.bson', '.leadkeep/identity-secret'];

describe('attack: what an operator keeps in the clone', () => {
  let clone: string;
  before(() => {
    clone = mkdtempSync(path.join(tmpdir(), 'leadkeep-clone-'));
    execFileSync('git', ['init', '--quiet', clone]);
    cpSync(path.join(CLONE_DIR, '.gitignore'), path.join(clone, '.gitignore'));
  });
  after(() => {
    rmSync(clone, { recursive: true });
  });

  for (const file of PRIVATE) {
    it(`goes into no commit: ${file}`, () => {
      expect(spawnSync('git', ['check-ignore', '--quiet', file], { cwd: clone }).status).to.equal(0);
    });

    it(`goes into no layer of an image: ${file}`, () => {
      const [all, ...kept] = readFileSync(path.join(CLONE_DIR, '.dockerignore'), 'utf8')
        .split('\n')
        .filter((line) => !line.startsWith('#'));
      expect(all).to.equal('*');
      expect(kept).to.not.include(`!${file.split('/')[0]}`);
    });
  }
});
