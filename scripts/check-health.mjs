/** `node scripts/check-health.mjs PORT`: a container's health check without curl. Requests `/readyz`. */
const response = await fetch(`http://127.0.0.1:${process.argv[2]}/readyz`, {
  signal: AbortSignal.timeout(2_500),
}).catch(() => null);
process.exitCode = response?.ok ? 0 : 1;
