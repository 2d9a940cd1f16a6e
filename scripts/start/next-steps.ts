/**
 * What you can type once everything runs. `at`: the addresses of both APIs; `envFile`: the settings for another worker;
 * `firstLink`: where the first admin signs in.
 */
export function nextSteps(
  at: { readonly web: string; readonly console: string },
  sandboxUrl: string | undefined,
  isDemo: boolean,
  envFile: string,
  firstLink: string | undefined,
): readonly string[] {
  const affiliate = isDemo ? 'northwind' : 'HANDLE';
  return [
    `Leadkeep listens on ${at.web}, for operators on ${at.console}. Ctrl-C stops everything. Next, in another terminal:`,
    ...(sandboxUrl === undefined ? ['  npm run -s leadkeep -- apply your-catalogue.yaml'] : []),
    `  npm run -s leadkeep -- key issue --affiliate ${affiliate}`,
    ...(isDemo ? searchByHand(at.web) : ['  README.md shows the calls.']),
    ...(sandboxUrl === undefined ? [] : [playedAt(sandboxUrl)]),
    `  the console: ${at.console} (the first time, its page opens once it is built)`,
    firstLink === undefined
      ? '  another person: npm run -s leadkeep -- user invite EMAIL --role viewer'
      : `  your first sign-in, as an admin, once: ${firstLink}`,
    `  the operator API: npm run -s leadkeep -- operator-key issue NAME --scopes leads:read; calls: ${at.console}/docs`,
    `  one more worker: node --env-file=${envFile} dist/workers/submit.js   (secrets of your catalogue: in its own environment)`,
  ];
}

const playedAt = (url: string): string =>
  `  what schools and partners received: ${url}   what they do: docs/sandbox.md`;

/** The ids are those of sandbox/demo-catalogue.yaml. */
const searchByHand = (base: string): readonly string[] => [
  '  export KEY=svc_live_…',
  `  curl -s ${base}/api/v1/engine/search -H "Authorization: Bearer $KEY" -H 'Content-Type: application/json' -d '{`,
  '    "svc_campaign_id": "00000000-0000-4000-b000-000000000001",',
  '    "svc_affiliate_id": "00000000-0000-4000-a000-000000000001",',
  '    "lead": { "first_name": "Ada", "last_name": "Accept", "email": "ada@example.com", "phone": "6085550101",',
  '              "city": "Madison", "state": "WI", "zip": "53703" },',
  `    "tracking": { "ip_address": "203.0.113.7" } }'`,
];
