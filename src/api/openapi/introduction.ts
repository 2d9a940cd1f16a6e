import { CODES, type ApiCode } from '../../core/envelope.js';
import { DEFAULT_LIMITS, OPERATIONS } from '../../core/limits/limits.js';
import { wordsOfCode } from '../../core/messages.js';
import { BEYOND_SCHEMA } from '../../core/posting-spec/beyond-schema.js';

const codes = (Object.keys(CODES) as ApiCode[])
  .map((code) => {
    const { status, success, retryable } = CODES[code];
    const { reason, message } = wordsOfCode(code);
    return `| ${code} | ${status} | ${success} | ${retryable} | ${reason} | ${message} |`;
  })
  .join('\n');

const limits = OPERATIONS.map((operation) => {
  const { per_minute, burst } = DEFAULT_LIMITS[operation];
  return `| ${operation} | ${per_minute} | ${burst} |`;
}).join('\n');

const beyond = BEYOND_SCHEMA.map(({ rule, at, answer }) => `| ${rule} | ${at} | ${answer} |`).join('\n');

export const INTRODUCTION = `Search offers for a consumer's lead, poll the results, submit the chosen one or post a lead straight to an offer, and ask beforehand whether a lead is a duplicate. Server to server only.

**Every answer**, also an error, is a JSON envelope with \`code\`, \`status\`, \`reason\`, \`message\`, \`success\`, \`retryable\` and \`request_id\`; further members may come. Read \`code\` and \`status\`, not the HTTP status alone.

| code | status | success | retryable | reason | what to do |
|---|---|---|---|---|---|
${codes}

OK has status \`accepted\` on the duplicate pre-check; PENDING has \`saved\` while a lead waits for the buyer's hours. Reasons may say it more exactly.

**The order of the checks**: path (404), key (401), operation (403), rate limit (429), method (405), size and form of the body (413, 400), fields (400, 409), ownership, the work itself. The first fault is answered.

**Bodies**: \`null\`, an empty and a blank text count as not sent, anywhere. Text is trimmed; then values are exact. Extra keys are kept; half characters (one half of a surrogate pair) are dropped from them and from tracking. Keys that start with \`$\`, hold a dot, a control, format or half character, or are called \`__proto__\`, \`constructor\`, \`prototype\`, \`_bsontype\`, \`_jsonata_lambda\` or \`_jsonata_function\` are refused.

**What no schema can hold**: a body as its schema says is still refused where one of these rules does not hold.

| rule | where | answer |
|---|---|---|
${beyond}

The schemas say how flat keys of the lead must be. A flat key beside the nested value of its field is not looked at, so it may be anything.

**Limits** are for each key and operation, and where that was agreed for all keys of an affiliate together too. A call that is let through counts, whatever it then answers; one answered 429 does not. Where nothing else was agreed for your key:

| operation | calls a minute | at once |
|---|---|---|
${limits}

At once: how many may come together after a pause. Reading a lead counts as results.`;

export const TAGS = [
  { name: 'Search', description: 'Find offers for a lead' },
  { name: 'Submit', description: 'Deliver a lead' },
  { name: 'Duplicates', description: 'Ask before' },
  { name: 'Reconciliation', description: 'Compare what was sold and returned with your own records' },
  { name: 'Callbacks', description: 'For buyers and partners: decide later' },
];
