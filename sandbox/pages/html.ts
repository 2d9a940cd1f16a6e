import { escapeMarkup } from '../answering/render.js';

const STYLE = `
  body { font: 15px/1.5 system-ui, sans-serif; margin: 2rem; color: #222; }
  table { border-collapse: collapse; } th, td { text-align: left; padding: .2rem .9rem .2rem 0; }
  th { border-bottom: 1px solid #bbb; font-weight: 600; } td { border-bottom: 1px solid #eee; }
  th, td { white-space: nowrap; } .wraps { white-space: normal; display: block; min-width: 12em; } .box { overflow-x: auto; }
  .bad { color: #b00020; font-weight: 600; } .quiet { color: #777; } code, textarea { font: 13px/1.5 monospace; }
  form { display: inline; } textarea { width: 100%; box-sizing: border-box; }`;

/** A whole page that loads nothing else. `renews`: it reloads every two seconds. */
export const htmlPage = (title: string, body: string, renews: boolean): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">${renews ? '<meta http-equiv="refresh" content="2">' : ''}
<title>${escapeMarkup(title)}</title><style>${STYLE}</style></head><body>
${body}
</body></html>`;

/** A row of cells that are HTML already. */
export const row = (cells: readonly string[]): string =>
  `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`;

/** In its own box, which scrolls if the table is wider than the page. */
export const table = (heads: readonly string[], rows: readonly string[]): string =>
  `<div class="box"><table><thead><tr>${heads.map((head) => `<th>${head}</th>`).join('')}</tr></thead><tbody>${rows.join('\n')}</tbody></table></div>`;
