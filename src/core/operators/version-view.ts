/** What the history of the catalogue says about a version. */
interface Info {
  readonly version: number;
  readonly at: Date;
  readonly by: string;
  readonly how: string;
  readonly subject?: string;
  readonly comment?: string;
}

export const versionView = ({ version, at, by, how, subject, comment }: Info) => ({
  ...{ version, at, by, how },
  subject: subject ?? null,
  comment: comment ?? null,
});
