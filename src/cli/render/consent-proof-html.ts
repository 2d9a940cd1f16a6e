import escapeHtml from 'escape-html';
import type { proveLead } from '../../operator-api/handlers/evidence.js';

type Proof = Awaited<ReturnType<typeof proveLead>>['proofs'][number];

const STYLE = `
@page { margin: 18mm 15mm; }
body { font: 10pt/1.5 system-ui, sans-serif; color: #111; max-width: 50em; margin: 2em auto; padding: 0 1em; }
h1 { font-size: 15pt; margin: 0 0 .5em; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .2em 1.2em; }
dt { color: #555; }
dd { margin: 0; overflow-wrap: anywhere; white-space: pre-wrap; }
p { overflow-wrap: anywhere; }
section + section { break-before: page; }
@media print { body { margin: 0; padding: 0; max-width: none; } }
`;

/** Proofs as one HTML page for paper. It has no script and loads nothing. Every text in it is escaped. */
export const consentProofHtml = (proofs: readonly Proof[], now: Date): string =>
  [
    '<!doctype html>',
    '<html lang="en">',
    '<head>',
    '<meta charset="utf-8">',
    '<title>Proof of consent</title>',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<style>${STYLE}</style>`,
    '</head>',
    '<body>',
    ...proofs.map(sectionOf),
    `<p>Printed ${escapeHtml(now.toISOString())}.</p>`,
    '</body>',
    '</html>',
  ].join('\n');

function sectionOf({ facts, digest, sentence }: Proof): string {
  const all = [...facts, { name: 'Digest', value: digest }];
  return [
    '<section>',
    '<h1>Proof of consent</h1>',
    `<dl>${all.map(({ name, value }) => `<dt>${escapeHtml(name)}</dt><dd>${escapeHtml(value)}</dd>`).join('')}</dl>`,
    `<p><strong>${escapeHtml(sentence)}</strong></p>`,
    '</section>',
  ].join('\n');
}
