import { RANGES } from '../../core/reports/ranges.js';
import type { ReportRequest } from '../../core/reports/report-request.js';

/** The report that the console shows at this address. */
export function requestOfView(query: string): ReportRequest {
  const search = new URLSearchParams(query);
  const [from, to, zone] = [search.get('from'), search.get('to'), search.get('zone')];
  const range = RANGES.find((one) => one === search.get('range')) ?? '7d';
  const sort = search.get('sort');
  return {
    ...(from !== null && to !== null ? { from, to } : { range }),
    ...(zone !== null && zone !== '' && { zone }),
    ...(sort !== null && { sort }),
    ...(search.get('compare') === 'previous' && { compare: 'previous' as const }),
    by: (search.get('by') ?? 'day').split(',').filter((group) => group !== ''),
    only: search.getAll('only'),
  };
}
