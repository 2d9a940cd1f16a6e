import type { CheckSignature } from '../../app/ports/callback-signature.js';
import { SIGNATURE_HEADER, signatureFault } from '../secrets/signature.js';
import { unsetWords } from './secret-value.js';
import { resolveSecret } from './secrets.js';
import type { BodyFault, OpenCallback } from '../../app/ports/destinations.js';
import { answerText } from '../../core/delivery/answer-text.js';
import { shownText, unpackBody } from './decode-answer.js';

/** Checks signatures with the secrets in `env`, which are read at each callback. */
export const createSignatureCheck =
  (env: NodeJS.ProcessEnv): CheckSignature =>
  ({ delivery: { callback } }, { headers, body }, now) => {
    if (!callback) return undefined;
    const { name, value } = resolveSecret(callback.secret, env);
    if (value === undefined) return { kind: 'secret', name, why: unsetWords(name, env) };
    const kind = signatureFault(headers[SIGNATURE_HEADER], { secret: value, body, now });
    return kind && { kind };
  };

export const openCallback: OpenCallback = async ({ headers: received, bytes: sent, cut }, limit) => {
  const bytes = Buffer.from(sent);
  const { 'content-encoding': _, ...headers } = received;
  const unread = (kind: BodyFault['kind'], why: string) => {
    const body = Buffer.from(bytes.length === 0 ? '' : shownText(bytes, received));
    return { headers, body, fault: { kind, why } };
  };
  const tooLarge = `the body is over ${limit / 1024} KiB`;
  if (cut === 'too_large') return unread(cut, tooLarge);
  if (cut === 'broken_off') return unread(cut, `the body breaks off after ${bytes.length} bytes`);
  const unpacked = await unpackBody(bytes, received, limit);
  if ('fault' in unpacked)
    return unpacked.too_large ? unread('too_large', tooLarge) : unread('packing', unpacked.fault);
  const { bytes: body } = unpacked;
  if (body.length > limit) return unread('too_large', tooLarge);
  if (answerText(body, received['content-type'] ?? '').text.trim() === '')
    return unread('empty', 'the body is empty');
  return { headers, body };
};
