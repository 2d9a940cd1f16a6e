/** What every path of the operator API begins with. */
export const BASE = '/api/v1/operator';
