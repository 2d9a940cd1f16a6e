/** A call as somebody types it into a shell. Without a body, it reads. */
export const curlOf = (url: string, header: string, body: object | undefined): string =>
  body === undefined
    ? `curl -sS "${url}" -H "${header}"`
    : [
        `curl -sS "${url}" -H "${header}" \\`,
        "  -H 'Content-Type: application/json' --data-binary @- <<'JSON'",
        JSON.stringify(body, null, 2),
        'JSON',
      ].join('\n');
