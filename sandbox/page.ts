import type { Memory, Received } from './memory.js';
import { PARTIES } from './parties.js';

const SHOWN = 200;

const STYLE = `
  body { font: 15px/1.5 system-ui, sans-serif; margin: 2rem; color: #222; }
  table { border-collapse: collapse; } th, td { text-align: left; padding: .2rem .9rem .2rem 0; }
  th { border-bottom: 1px solid #bbb; font-weight: 600; } td { border-bottom: 1px solid #eee; }
  .bad { color: #b00020; font-weight: 600; } .quiet { color: #777; } code { font-size: 13px; }`;

/** The one page: who is played, in which mood, and what was received, newest first. It loads nothing. */
export function page(memory: Memory): string {
  const parties = PARTIES.map(({ handle, kind, name }) => {
    const { down, delay_ms: delay } = memory.mood(handle);
    const mood = down ? '<span class="bad">down</span>' : delay > 0 ? `${delay} ms slow` : 'well';
    return row([escape(name), kind, `<code>${escape(handle)}</code>`, mood]);
  });
  const received = memory.received();
  const newest = received.slice(-SHOWN).reverse().map(receivedRow);
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta http-equiv="refresh" content="2">
<title>Leadkeep sandbox</title><style>${STYLE}</style></head><body>
<h1>Leadkeep sandbox</h1>
<p class="quiet">Decides by a lead's last name and a search's city: docs/sandbox.md has the table. This page renews itself.</p>
${table(['Name', 'Plays a', 'Handle', 'Is'], parties)}
<h2>Received: ${received.length}</h2>
${table(['#', 'Time', 'Who', 'What', 'Decided by', 'Program', 'Answer', 'Reference', 'Idempotency-Key'], newest)}
</body></html>`;
}

function receivedRow(entry: Received): string {
  const answer = entry.again
    ? `<span class="bad">${escape(entry.answer)}, taken a second time</span>`
    : escape(entry.answer);
  const { n, at, party, what, decided_by: name, program, reference, idempotency_key: key } = entry;
  const texts = [party, what, name, program].map(escape);
  return row([
    String(n),
    at.slice(11, 23),
    ...texts,
    answer,
    escape(reference),
    `<code>${escape(key)}</code>`,
  ]);
}

const row = (cells: readonly string[]): string =>
  `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`;

const table = (heads: readonly string[], rows: readonly string[]): string =>
  `<table><thead><tr>${heads.map((head) => `<th>${head}</th>`).join('')}</tr></thead><tbody>${rows.join('\n')}</tbody></table>`;

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escape = (text: string): string => text.replace(/[&<>"']/g, (char) => ESCAPES[char] ?? char);
