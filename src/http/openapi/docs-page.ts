/** The page uses relative addresses, so that it works below any path prefix of a proxy. */
export const docsPage = (title: string): string => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <title>${title}</title>
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

/** Disables the validator: it runs on another host, which would learn this host's address. */
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
 * Corrects Swagger UI's styles for tables in descriptions. Its rules leave no padding in the cells and style a row's
 * first cell differently; `:nth-child(n)` makes our rules more specific. A wide table scrolls in its own box, and
 * `contain` keeps it from widening Swagger UI's table around it. On narrow screens the links column is hidden, because
 * the answers need its space.
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
