import { readFileSync } from 'node:fs';
import { execFileSync } from 'node:child_process';
import { expect } from 'chai';
import { signatureFault } from '../../src/platform/secrets/signature.js';
import { documentOf } from '../platform/catalogue-files/base.js';

const PAGE = readFileSync('docs/callbacks.md', 'utf8');
const block = (kind: string): string =>
  new RegExp(`^\`\`\`${kind}\\n([^]*?)^\`\`\`$`, 'm').exec(PAGE)?.[1] ?? '';
const secret = 'what the buyer and we know';

describe('docs/callbacks.md', () => {
  it('has a catalogue that can be applied', () => {
    expect(documentOf(block('yaml')).offers[0]?.delivery.callback).to.deep.equal({
      secret: '${secret:SUMMIT_HMAC}',
    });
  });

  it('has a helper whose signatures fit', async () => {
    const helper = (await import(`data:text/javascript,${encodeURIComponent(block('js'))}`)) as {
      signatureOf(secret: string, body: Uint8Array, t?: number): string;
    };
    const body = Buffer.from('{"name":"Zoë"}');
    expect(signatureFault(helper.signatureOf(secret, body), { secret, body, now: new Date() })).to.equal(
      undefined,
    );
  });

  it('has a shell snippet whose signatures fit', () => {
    const shown = block('sh').replace(/^curl .*/m, 'printf "%s\\n%s" "t=$T,v1=$V1" "$BODY"');
    const printed = execFileSync('bash', ['-euc', shown], { env: { ...process.env, SECRET: secret } });
    const [header = '', body = ''] = printed.toString().split('\n');
    expect(signatureFault(header, { secret, body: Buffer.from(body), now: new Date() })).to.equal(undefined);
  });
});
