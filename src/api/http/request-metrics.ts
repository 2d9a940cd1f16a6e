import { Histogram, type Registry } from 'prom-client';

/** Notes one answered call: its route as in the table, HTTP status, code and duration. */
export type ObserveRequest = (route: string, http: number, code: string, seconds: number) => void;

const NAME = 'leadkeep_http_request_seconds';
const LABELS = ['route', 'http', 'code'] as const;

/** How many calls there were and how long they took, by route and outcome. */
export function requestMetrics(metrics: Registry): ObserveRequest {
  const known = metrics.getSingleMetric(NAME) as Histogram<(typeof LABELS)[number]> | undefined;
  const seconds =
    known ??
    new Histogram({
      name: NAME,
      help: 'Duration of API calls in seconds',
      labelNames: LABELS,
      buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
      registers: [metrics],
    });
  return (route, http, code, duration) => {
    seconds.observe({ route, http: String(http), code }, duration);
  };
}
