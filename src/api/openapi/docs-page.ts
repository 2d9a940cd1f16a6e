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

/** The reader gives the tables of descriptions no room between their cells. */
export const DOCS_STYLE = `.swagger-ui .markdown table,
.swagger-ui .renderedMarkdown table {
  border-collapse: collapse;
  margin: 8px 0;
}
.swagger-ui .markdown :is(th, td),
.swagger-ui .renderedMarkdown :is(th, td) {
  border: 1px solid rgb(59 65 81 / 30%);
  padding: 4px 10px;
  text-align: left;
  vertical-align: top;
}
`;
