import { expect } from 'chai';
import { loadScript } from './load-script.js';
import { makeTempDir } from './temp-dir.js';

interface AptSources {
  debianArchives: (etcApt: string) => string[];
}

const { debianArchives } = await loadScript<AptSources>('services/packages/apt-sources.mjs');
const SIGNED = '/usr/share/keyrings/debian-archive-keyring.gpg';

const ROWS: { name: string; files: Record<string, string>; archives: string[] }[] = [
  { name: 'no sources at all', files: {}, archives: [] },
  {
    name: 'the one-line form, with options and a comment',
    files: {
      'sources.list': `# deb http://old.example/debian sid main
deb [arch=amd64 signed-by=${SIGNED}] http://mirror.example/debian/ bookworm main contrib # ours
deb-src http://src.example/debian bookworm main`,
    },
    archives: ['http://mirror.example/debian'],
  },
  {
    name: 'deb822, with a comment inside, continued lines and several URIs',
    files: {
      'sources.list.d/debian.sources': `Types: deb deb-src
# a comment
URIs: http://one.example/debian
 http://two.example/debian
Suites: trixie trixie-updates
Components: main
Signed-By: ${SIGNED}

Types: deb
URIs: http://one.example/debian-security
Suites: trixie-security
Components: main`,
    },
    archives: ['http://one.example/debian', 'http://two.example/debian'],
  },
  {
    name: 'a disabled paragraph, and files apt would not read',
    files: {
      'sources.list.d/a.sources':
        'Types: deb\nEnabled: no\nURIs: http://off.example/debian\nSuites: sid\nComponents: main',
      'sources.list.d/b.list.disabled': 'deb http://off.example/debian sid main',
    },
    archives: [],
  },
  {
    name: 'other vendors are not Debian',
    files: {
      'sources.list': `deb https://vendor.example/linux/debian bookworm stable
deb https://vendor.example/apt bookworm-pgdg main
deb http://archive.example/ubuntu noble main`,
    },
    archives: [],
  },
  {
    name: 'a dated snapshot, and a cloud image that lists its mirrors in a file',
    files: {
      'sources.list': `deb http://snapshot.example/archive/debian/20250520T000000Z bookworm main
deb mirror+file:///etc/apt/mirrors/debian.list bookworm main`,
    },
    archives: [
      'http://snapshot.example/archive/debian/20250520T000000Z',
      'mirror+file:///etc/apt/mirrors/debian.list',
    ],
  },
  {
    name: 'the one signed by Debian comes first',
    files: {
      'sources.list': `deb http://plain.example/debian bookworm main
deb [signed-by=${SIGNED}] http://signed.example/debian bookworm main`,
    },
    archives: ['http://signed.example/debian', 'http://plain.example/debian'],
  },
];

describe("the machine's Debian archives", () => {
  for (const { name, files, archives } of ROWS) {
    it(name, () => {
      const temp = makeTempDir();
      try {
        for (const [file, content] of Object.entries(files)) temp.write(file, content);
        expect(debianArchives(temp.dir)).to.deep.equal(archives);
      } finally {
        temp.remove();
      }
    });
  }
});
