import { OPERATOR_LIMITS } from '../../core/operators/limits.js';
import { PERMISSIONS } from '../../core/operators/permissions.js';

const limits = Object.entries(OPERATOR_LIMITS)
  .map(([name, { per_minute, burst }]) => `| ${name} | ${per_minute} | ${burst} |`)
  .join('\n');

export const INTRODUCTION = `Read leads, searches, reports and statements: for a console, a spreadsheet, or a program of the exchange's own people.

**Keys**: \`leadkeep operator-key issue NAME --scopes …\`, out of ${PERMISSIONS.map((scope) => `\`${scope}\``).join(', ')}. Affiliates' keys do not work here, and operator keys do not work on the affiliates' API.

**Answers**: a document, or a fault. A fault is an envelope with \`code\`, \`status\`, \`reason\`, \`message\`, \`success\`, \`retryable\` and \`request_id\`; its \`field\` names the parameter. Amounts are integer cents. Times are in UTC. Further members may come.

**Personal data** is masked unless the key has the scope \`pii:read\`. Each reading is then in the audit log, with the key and the record, without the data.

**The order of the checks**: path (404), key or session (401), permission (403), rate limit (429), method (405), body and parameters (400), the record itself (404).

**Limits** of each key or person:

| calls | a minute | at once |
|---|---|---|
${limits}`;
