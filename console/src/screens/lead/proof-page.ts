interface PrintedProof {
  readonly sentence: string;
  readonly digest: string;
  readonly facts: readonly { readonly name: string; readonly value: string }[];
}

const STYLE =
  'body{font:10pt/1.5 system-ui,sans-serif;max-width:50em;margin:2em auto}dt{color:#555}dd{margin:0 0 .4em;white-space:pre-wrap;overflow-wrap:anywhere}section+section{break-before:page}';

/** One page for paper. Texts are set as texts, so nothing in them is read as a page. */
export function proofPage(proofs: readonly PrintedProof[]): string {
  const page = document.implementation.createHTMLDocument('Proof of consent');
  const add = (to: Element, name: string, text = ''): Element => {
    const element = page.createElement(name);
    element.textContent = text;
    to.append(element);
    return element;
  };
  for (const { facts, sentence, digest } of proofs) {
    const section = add(page.body, 'section');
    add(section, 'h1', 'Proof of consent');
    const list = add(section, 'dl');
    for (const { name, value } of [...facts, { name: 'Digest', value: digest }]) {
      add(list, 'dt', name);
      add(list, 'dd', value);
    }
    add(section, 'p', sentence);
  }
  // The policy of this page would refuse a style in an element, also of another document.
  const html = page.documentElement.outerHTML.replace('</head>', `<style>${STYLE}</style></head>`);
  return `<!doctype html>\n${html}`;
}
