import { describeFaults, type Case } from './describe-faults.js';

const alerts = (what: string, group: string, ...faults: string[]): Case => [
  what,
  1,
  `version: 1\nalerts: ${group}`,
  ...faults.map((fault) => `2 "alerts.${fault}`),
];
const channel = (what: string, rest: string, ...faults: string[]): Case =>
  alerts(what, `{ channels: [{ name: desk${rest} }] }`, ...faults.map((fault) => `channels[0]${fault}`));

describeFaults('malformed alerts', [
  ['no group', 1, 'version: 1\nalerts: on', '2 "alerts" must be a group of keys'],
  alerts('another key', '{ rules: [] }', 'rules" is not a key here'),
  alerts(
    'a threshold that is none',
    '{ thresholds: { breaker_opn: 5m } }',
    'thresholds.breaker_opn" is not a key here (did you mean "breaker_open"?)',
  ),
  alerts(
    'a time without a unit',
    '{ thresholds: { breaker_open: 5 } }',
    'thresholds.breaker_open" must be a duration like 10s, 30m, 72h or 90d',
  ),
  alerts(
    'a share without a sign',
    '{ thresholds: { cap_near: 80 } }',
    'thresholds.cap_near" must be a share like 10% or 2.5%, from 0% to 100%, with at most two decimals',
  ),
  alerts(
    'too few leads to compare',
    '{ thresholds: { accept_rate_leads: 4 } }',
    'thresholds.accept_rate_leads" must be at least 5',
  ),
  channel('no way out', '', '" needs one of email, slack and webhook'),
  channel(
    'two ways out',
    ', email: [a@example.com], slack: "https://chat.example/x"',
    '" needs one of email, slack and webhook',
  ),
  channel(
    'no such severity',
    ', email: [a@example.com], least: high',
    '.least" must be note, soon or urgent',
  ),
  channel(
    'no e-mail address',
    ', email: ["Ann <ann@example.com>"]',
    '.email[0]" must be an e-mail address like desk@example.com',
  ),
  channel(
    'an e-mail address with a line break',
    ', email: ["ann@example.com\\nBcc: eve@example.com"]',
    '.email[0]" must be an e-mail address like desk@example.com',
  ),
  channel(
    'e-mail with headers',
    ', email: [a@example.com], headers: { X-A: b }',
    '.headers" can\'t be given for e-mail',
  ),
  channel(
    'http',
    ', webhook: "http://pager.example/x"',
    '.webhook" must begin with https:// (or set insecure_http: true on a test system)',
  ),
  channel(
    'a secret inside an address',
    ', slack: "https://chat.example/${secret:KEY}"',
    '.slack" can\'t hold ${…}: a secret belongs into a header',
  ),
  channel(
    'a setting as an address',
    ', slack: "${secret:IDENTITY_SECRET}"',
    '.slack" names IDENTITY_SECRET, a setting of Leadkeep, which is sent to nobody',
  ),
  channel(
    'a header that is ours',
    ', webhook: "https://pager.example/x", headers: { Host: b }',
    '.headers.Host" is a header that can\'t be set',
  ),
  alerts(
    'two channels of one name',
    '{ channels: [{ name: a, email: [a@b.example] }, { name: a, email: [c@b.example] }] }',
    'channels[1].name" is the name of another channel: "a"',
  ),
  alerts(
    'a heartbeat over http',
    '{ heartbeat: { url: "http://beat.example/x" } }',
    'heartbeat.url" must begin with https:// (or set insecure_http: true on a test system)',
  ),
]);
