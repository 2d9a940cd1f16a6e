import { escapeMarkup as escape } from '../answering/render.js';
import type { Received } from '../memory.js';
import type { Latency, Party } from '../party.js';
import { htmlPage, row, table } from './html.js';

const SHOWN = 200;
const NOTE = "Decides by rules, by a lead's last name and a search's city: docs/sandbox.md has the table.";

/**
 * The first page: the parties, how they behave, and the received requests, newest first. `asked`: the query that filters
 * them. `still`: the page does not reload, so that you keep your selection and scroll position.
 */
export function frontPage(
  parties: readonly Party[],
  received: readonly Received[],
  { asked, still }: { readonly asked: string; readonly still: boolean },
): string {
  const newest = received.slice(-SHOWN).reverse().map(receivedRow);
  return htmlPage(
    'Leadkeep sandbox',
    `<h1>Leadkeep sandbox</h1>
<p class="quiet">${escape(NOTE)} ${renewal(asked, still)}</p>
${table(['Name', 'Plays a', 'Handle', 'Is', ''], parties.map(partyRow))}
<p><a href="/edit">Play somebody new</a> · <a href="/parties.yaml">all as a file</a></p>
<h2>${asked === '' ? 'Received' : `Received, ${escape(asked)}`}: ${received.length > SHOWN ? `the newest ${SHOWN} of ` : ''}${received.length}</h2>
<p>A number leads to the whole request, as JSON. <a href="/received.jsonl${escape(asked === '' ? '' : `?${asked}`)}">All of them as JSON lines</a>${asked === '' ? '' : ' · <a href="/">everything</a>'}</p>
${table(['#', 'Time', 'Who', 'What', 'Decided by', 'Program', 'Answer', 'Status', 'Reference', 'Idempotency-Key'], newest)}`,
    !still,
  );
}

function renewal(asked: string, still: boolean): string {
  const other = [...(asked === '' ? [] : [asked]), ...(still ? [] : ['still=true'])].join('&');
  const [says, offers] = still
    ? ['This page holds still', 'renew it']
    : ['This page renews itself', 'hold it still'];
  return `${says} (<a href="/${escape(other === '' ? '' : `?${other}`)}">${offers}</a>).`;
}

function partyRow(party: Party): string {
  const { handle, kind, name, down } = party;
  const at = encodeURIComponent(handle);
  const button = `<form method="post" action="/edit/${at}/down"><button name="down" value="${String(!down)}">${down ? 'bring up' : 'take down'}</button></form>`;
  return row([
    escape(name),
    kind,
    `<a href="/edit/${at}"><code>${escape(handle)}</code></a>`,
    down ? '<span class="bad">down</span>' : `<span class="wraps">${escape(moodOf(party))}</span>`,
    `${button} <a href="/?party=${at}">received</a>`,
  ]);
}

/** The party's current settings, in a few words. */
function moodOf({ delay_ms: delay, latency, rates, rules, otherwise, bursts }: Party): string {
  const parts = [
    ...(delay > 0 ? [`${delay} ms slow`] : []),
    ...(latency === '0s' ? [] : [latencyText(latency)]),
    ...Object.entries(rates ?? {}).map(([name, rate]) => `${Math.round(rate * 1_000) / 10} % ${name}`),
    ...(rules.length > 0 ? [`rules: ${rules.length}`] : []),
    ...(otherwise === 'Accept' ? [] : [`else ${otherwise}`]),
    ...(bursts ? [`${bursts.do} ${bursts.for} in every ${bursts.every}`] : []),
  ];
  return parts.join(', ') || 'well';
}

const latencyText = (latency: Latency): string =>
  typeof latency === 'string'
    ? `takes ${latency}`
    : 'uniform' in latency
      ? `takes ${latency.uniform.join(' to ')}`
      : `takes ${latency.p50}, p99 ${latency.p99}`;

function receivedRow(entry: Received): string {
  const answer = entry.again
    ? `<span class="bad">${escape(entry.answer)}, taken a second time</span>`
    : escape(entry.answer);
  const { n, at, party, what, decided_by: name, program, reference, status, idempotency_key: key } = entry;
  return row([
    `<a href="/received/${n}">${n}</a>`,
    at.slice(11, 23),
    ...[party, what, name, program].map(escape),
    answer,
    status === 0 ? '' : String(status),
    escape(reference),
    `<code>${escape(key)}</code>`,
  ]);
}
