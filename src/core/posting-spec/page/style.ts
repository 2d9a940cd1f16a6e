/** The page's style: one column, readable on a phone, light and dark as the reader's system is. */
export const PAGE_STYLE = `:root { color-scheme: light dark; --line: light-dark(#d0d5dd, #3b4151); --soft: light-dark(#f4f6f8, #1b1f27); --strong: light-dark(#0b5cad, #8ec5ff); }
* { box-sizing: border-box; }
body { margin: 0 auto; padding: 1rem; max-width: 52rem; font: 1rem/1.5 system-ui, sans-serif; background: light-dark(#fff, #12151b); color: light-dark(#1d2430, #e6e9ef); }
h1, h2, h3 { line-height: 1.25; }
section { border-top: 1px solid var(--line); margin-top: 2rem; }
table { border-collapse: collapse; display: block; overflow-x: auto; }
th, td { border: 1px solid var(--line); padding: .3rem .6rem; text-align: left; vertical-align: top; }
pre, textarea { background: var(--soft); border: 1px solid var(--line); border-radius: .3rem; color: inherit; font: .85rem/1.4 ui-monospace, monospace; overflow: auto; padding: .6rem; width: 100%; }
textarea { min-height: 16rem; resize: vertical; }
blockquote { border-left: .25rem solid var(--strong); margin: .5rem 0; padding-left: .8rem; }
button { background: var(--strong); border: 0; border-radius: .3rem; color: light-dark(#fff, #12151b); cursor: pointer; font: inherit; margin: .3rem .3rem .3rem 0; min-height: 2.5rem; padding: .4rem 1rem; }
summary { cursor: pointer; }
`;
