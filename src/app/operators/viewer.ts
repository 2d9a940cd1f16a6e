import type { Permission } from '../../core/operators/permissions.js';
import type { WorkLog } from '../ports/work-ports.js';

/** Who reads. The id and the name stand in the log. */
export interface Viewer {
  /** The id of the operator key. */
  readonly id: string;
  readonly name: string;
  readonly permissions: readonly Permission[];
}

/**
 * Returns the record as the viewer may see it: masked, unless the viewer may read personal data. Then the log says who
 * read which record, and holds none of the data.
 */
export function revealTo<R extends { readonly id: string }>(
  viewer: Viewer,
  kind: 'lead' | 'search',
  record: R,
  mask: (record: R) => R,
  log: Pick<WorkLog, 'info'>,
): { readonly record: R; readonly personal_data: 'masked' | 'shown' } {
  if (!viewer.permissions.includes('pii:read')) return { record: mask(record), personal_data: 'masked' };
  const { id, name } = viewer;
  log.info(
    { operator_key: id, operator_name: name, [`${kind}_id`]: record.id },
    'personal data was shown to an operator',
  );
  return { record, personal_data: 'shown' };
}
