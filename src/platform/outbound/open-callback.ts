import type { BodyFault, OpenCallback } from '../../app/ports/destinations.js';
import { answerText } from '../../core/delivery/answer-text.js';
import { shownText, unpackBody } from './decode-answer.js';

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
