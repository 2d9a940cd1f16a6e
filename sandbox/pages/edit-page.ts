import { escapeMarkup as escape } from '../answering/render.js';
import { htmlPage } from './html.js';

/** A form to edit one party as YAML. `faults`: why the last change was refused. */
export const editPage = (handle: string, yaml: string, faults: readonly string[]): string =>
  htmlPage(
    `${handle} – Leadkeep sandbox`,
    `<h1>${escape(handle === '' ? 'Somebody new' : handle)}</h1>
<p><a href="/">Everybody</a></p>
${faults.map((fault) => `<p class="bad">${escape(fault)}</p>`).join('\n')}
<form method="post" action="/edit">
<textarea name="party" rows="40" spellcheck="false">${escape(yaml)}</textarea>
<p><button>In force from the next request on</button></p>
</form>`,
    false,
  );
