import { percent, type Subject } from '../finding.js';
import { rule } from '../rule.js';

export const dupeCheckHits = rule({
  name: 'dupe_check_hits',
  needs: 'counts',
  find: ({ dupe_checks }, { thresholds }) =>
    dupe_checks
      .filter(({ asked, likely }) => {
        const isMany = asked >= thresholds.dupe_checks;
        return isMany && likely / asked >= thresholds.dupe_check_hits_bp / 10_000;
      })
      .map(({ affiliate, asked, likely }) => ({
        severity: 'soon' as const,
        subject: { kind: 'affiliate', id: affiliate, name: affiliate } satisfies Subject,
        count: asked,
        sentence: `${percent(likely / asked)} of ${asked} pre-checks of ${affiliate} within a day were answered "likely": it may be testing a list of people (\`dupe_check: own\` stops that).`,
        value: likely / asked,
        threshold: thresholds.dupe_check_hits_bp / 10_000,
        unit: 'share' as const,
      })),
});
