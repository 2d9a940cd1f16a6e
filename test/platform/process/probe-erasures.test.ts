import { expect } from 'chai';
import { journalProbe, requireJournal } from '../../../src/platform/process/probe-erasures.js';
import { makeTempDir } from '../../scripts/temp-dir.js';

describe('readiness and erasures', () => {
  const dir = makeTempDir();
  after(() => {
    dir.remove();
  });

  it('the process that erases is not ready without the folder of the journal', async () => {
    const probeOf = (erasureJournal: string) => journalProbe('console', { erasureJournal }).erasure_journal;
    expect(await probeOf(dir.dir)?.()).to.equal(undefined);
    for (const wrong of [dir.path('not-mounted'), process.execPath])
      expect(await probeOf(wrong)?.()).to.match(/^ERASURE_JOURNAL/);
    const started = await requireJournal('console', { erasureJournal: dir.path('none') }).catch(String);
    expect(started).to.match(/^SettingsError: Settings: ERASURE_JOURNAL .*chown/);
    expect(journalProbe('web', { erasureJournal: dir.dir })).to.deep.equal({});
    expect(journalProbe('console', {})).to.deep.equal({});
  });
});
