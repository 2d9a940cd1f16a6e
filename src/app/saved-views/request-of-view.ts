import { SORTABLE } from '../reports/sort-rows.js';
import { RANGES } from '../../core/reports/ranges.js';
import type { ReportRequest } from '../../core/reports/report-request.js';

/** The report that the console shows at this address. */
export function requestOfView(query: string): ReportRequest {
  const search = new URLSearchParams(query);
  const [from, to, zone] = [search.get('from'), search.get('to'), search.get('zone')];
  const range = RANGES.find((one) => one === search.get('range')) ?? '7d';
  const by = (search.get('by') ?? 'day').split(',').filter((group) => group !== '');
  const sort = sortIn(search, by);
  return {
    ...(from !== null && to !== null ? { from, to } : { range }),
    ...(zone !== null && zone !== '' && { zone }),
    ...(sort !== undefined && { sort }),
    ...(search.get('compare') === 'previous' && { compare: 'previous' as const }),
    by,
    only: search.getAll('only'),
  };
}

/** The order of the table there: by a column, the highest first, or by what its chart shows. Time has an order of its own. */
function sortIn(search: URLSearchParams, by: readonly string[]): string | undefined {
  const isByTime = by.some((group) => group === 'day' || group === 'hour');
  const [first] = (search.get('measure') ?? 'margin_cents').split(',');
  const asked = search.get('sort') ?? (isByTime ? '' : `-${first ?? ''}`);
  return SORTABLE.find((column) => `-${column}` === asked);
}
