import { preCheckDuplicate, type PreCheckRequest } from '../../app/duplicates/pre-check.js';
import { envelope } from '../../core/envelope.js';
import { wordsOfDupeCheck } from '../../core/messages.js';
import { ok, type Handler } from '../call.js';
import { noticesOf } from '../notices/notices.js';
import { DUPE_CHECK_KEYS } from '../schemas/dupe-check-schema.js';

/** Answers whether a lead would probably be refused as a duplicate. */
export const dupeCheck: Handler<PreCheckRequest> = async (ports, call) => {
  const duplicate_likely = await preCheckDuplicate(ports, call);
  const notices = noticesOf(call, DUPE_CHECK_KEYS);
  const words = wordsOfDupeCheck(duplicate_likely);
  return ok(envelope('OK', words, { status: 'accepted', duplicate_likely, ...notices }));
};
