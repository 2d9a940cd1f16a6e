/** Addresses are relative, so that the page works below any prefix of a proxy. */
export const DOCS_PAGE = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <title>Leadkeep API</title>
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <link rel="stylesheet" href="docs/swagger-ui.css">
    <link rel="stylesheet" href="docs/page.css">
    <link rel="icon" type="image/png" href="docs/favicon-32x32.png">
  </head>
  <body>
    <div id="page"><noscript>This page needs JavaScript; the same is in <a href="openapi.json">openapi.json</a>.</noscript></div>
    <script src="docs/swagger-ui-bundle.js"></script>
    <script src="docs/page.js"></script>
  </body>
</html>
`;

/** No validator: it is another host, which would be told the address of this one. */
export const DOCS_SCRIPT = `SwaggerUIBundle({
  url: 'openapi.json',
  dom_id: '#page',
  deepLinking: true,
  validatorUrl: null,
  queryConfigEnabled: false,
  defaultModelsExpandDepth: 0,
});
`;

/**
 * The reader gives the cells of descriptions' tables no room, and the first one of a row another: `:nth-child(n)` outweighs
 * its rules. A wide table scrolls in a box of its own, and `contain` keeps it from widening the reader's table around
 * it. On a narrow screen the answers need the room of the column of links.
 */
export const DOCS_STYLE = `.swagger-ui :is(.markdown, .renderedMarkdown) table {
  border-collapse: collapse;
  contain: inline-size;
  display: block;
  margin: 8px 0;
  overflow-x: auto;
  padding: 0;
  width: auto;
}
.swagger-ui :is(.markdown, .renderedMarkdown) table :is(thead, tbody) tr :is(th, td):nth-child(n) {
  border: 1px solid rgb(59 65 81 / 30%);
  min-width: 0;
  padding: 4px 10px;
  text-align: left;
  vertical-align: top;
}
.swagger-ui :is(.markdown, .renderedMarkdown) table :is(thead, tbody) tr :is(th, td):first-child {
  white-space: nowrap;
}
.swagger-ui :is(.markdown, .renderedMarkdown) table :is(thead, tbody) tr td:last-child:not(:nth-child(-n + 3)) {
  min-width: 13em;
}
@media (max-width: 700px) {
  .swagger-ui .responses-table .response-col_links {
    display: none;
  }
}
`;
