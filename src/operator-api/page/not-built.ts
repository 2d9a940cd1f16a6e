/** What a browser shows until the page is built. It asks again by itself. */
export const NOT_BUILT = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta http-equiv="refresh" content="2">
    <title>The console is being built · Leadkeep</title>
    <style nonce="NONCE_OF_THIS_ANSWER">
      :root { color-scheme: light dark; font-family: system-ui, sans-serif; line-height: 1.5; }
      main { margin: 20vh auto 0; max-width: 30rem; padding: 0 1.5rem; }
      h1 { font-size: 1.3rem; }
    </style>
  </head>
  <body>
    <main>
      <h1>The console is being built</h1>
      <p>This page opens by itself as soon as it is ready; after <code>npm start</code> that takes some seconds.</p>
      <p>If nothing happens, run <code>npm run build</code> in Leadkeep’s folder. <a href="/docs">The operator API</a> already answers.</p>
    </main>
  </body>
</html>
`;
