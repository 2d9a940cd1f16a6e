/** `node scripts/check-health.mjs PORT`: for a container's health check, where there is no curl. Asks `/readyz`. */
const response = await fetch(`http://127.0.0.1:${process.argv[2]}/readyz`, {
  signal: AbortSignal.timeout(2_500),
}).catch(() => null);
process.exitCode = response?.ok ? 0 : 1;
