import { expect } from 'chai';
import { joinLines } from '../../../src/platform/process/log-output.js';
import { until } from '../../support/until.js';

describe('the output of the log', () => {
  const opened = () => {
    const written: string[] = [];
    return { written, output: joinLines({ write: (text) => void written.push(text) }) };
  };

  it('writes lines together, soon, and at once when it is told to', async () => {
    const { written, output } = opened();
    for (const line of ['a\n', 'b\n']) output.write(line);
    expect(written).to.deep.equal([]);
    await until(() => written.length > 0, 'the lines are written');
    expect(written).to.deep.equal(['a\nb\n']);
    output.write('c\n');
    output.flush();
    output.flush();
    expect(written).to.deep.equal(['a\nb\n', 'c\n']);
  });

  it('holds no more than a page of text', () => {
    const { written, output } = opened();
    const line = `${'x'.repeat(999)}\n`;
    for (let i = 0; i < 20; i += 1) output.write(line);
    expect(written).to.have.length(1);
  });
});
