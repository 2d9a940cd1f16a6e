import { preCheckDuplicate, type PreCheckRequest } from '../../app/duplicates/pre-check.js';
import { envelope } from '../../core/envelope.js';
import { wordsOfDupeCheck } from '../../core/messages.js';
import { ok, type Handler } from '../call.js';

/** Answers whether a lead would probably be refused as a duplicate. */
export const dupeCheck: Handler<PreCheckRequest> = async (ports, call) => {
  const duplicate_likely = await preCheckDuplicate(ports, call);
  return ok(envelope('OK', wordsOfDupeCheck(duplicate_likely), { status: 'accepted', duplicate_likely }));
};
