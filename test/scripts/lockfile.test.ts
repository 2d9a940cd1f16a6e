import { expect } from 'chai';
import { readFileSync } from 'node:fs';

interface LockedPackage {
  readonly version: string;
  readonly integrity?: string;
  readonly resolved?: string;
  readonly hasInstallScript?: boolean;
}

const lockedIn = (file: string): (readonly [path: string, locked: LockedPackage])[] => {
  const lock = JSON.parse(readFileSync(file, 'utf8')) as {
    readonly packages: Readonly<Record<string, LockedPackage>>;
  };
  return Object.entries(lock.packages).filter(([path]) => path !== '');
};
const locked = lockedIn('package-lock.json');
const pathsOf = (rows: typeof locked): string[] => rows.map(([path]) => path);
const nameOf = (path: string): string =>
  path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);

describe('package-lock.json', () => {
  it('has a checksum for every package of every platform', () => {
    expect(pathsOf(locked.filter(([, { integrity }]) => !integrity?.startsWith('sha512-')))).to.deep.equal(
      [],
    );
    expect(locked.length).to.be.greaterThan(400);
  });

  it('names no registry', () => {
    expect(pathsOf(locked.filter(([, { resolved }]) => resolved !== undefined))).to.deep.equal([]);
  });

  it('has no package that needs a script of its own to be installed, and none is run', () => {
    const scripted = pathsOf(locked.filter(([, { hasInstallScript }]) => hasInstallScript === true));
    // The first reports its download, the second looks for its binary, the third builds a helper that bullmq does without.
    expect(scripted.map(nameOf)).to.have.members(['@scarf/scarf', '@swc/core', 'msgpackr-extract']);
    expect(readFileSync('.npmrc', 'utf8')).to.match(/^ignore-scripts=true$/m);
  });

  it('is kept as carefully by the packages of the browser', () => {
    const own = lockedIn('test/browser/package-lock.json');
    expect(pathsOf(own.filter(([, { integrity }]) => !integrity?.startsWith('sha512-')))).to.deep.equal([]);
    expect(pathsOf(own.filter(([, { resolved }]) => resolved !== undefined))).to.deep.equal([]);
    expect(pathsOf(own.filter(([, { hasInstallScript }]) => hasInstallScript === true))).to.deep.equal([]);
  });

  it("and by those of the console's page", () => {
    const own = lockedIn('console/package-lock.json');
    expect(pathsOf(own.filter(([, { integrity }]) => !integrity?.startsWith('sha512-')))).to.deep.equal([]);
    expect(pathsOf(own.filter(([, { resolved }]) => resolved !== undefined))).to.deep.equal([]);
    const scripted = pathsOf(own.filter(([, { hasInstallScript }]) => hasInstallScript === true));
    expect(scripted).to.deep.equal([]);
    expect(readFileSync('console/.npmrc', 'utf8')).to.match(/^ignore-scripts=true$/m);
  });
});
