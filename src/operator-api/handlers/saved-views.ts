import { MAX_VIEWS, type SavedView, type ViewScreen } from '../../core/saved-views/saved-view.js';
import { nextRun, type ViewMail } from '../../core/saved-views/view-mail.js';
import { audited } from '../../app/audit/audited.js';
import { invalidField } from '../../http/faults.js';
import type { MailViewBody, SaveViewBody } from '../bodies/saved-views.js';
import { conflict, noSuch } from '../faults.js';
import type { OperatorCall, OperatorPorts } from '../route.js';

const viewAnswer = ({ owner: _, mail, ...view }: SavedView) => ({
  ...view,
  mail: mail ? mailAnswer(mail) : null,
});

const mailAnswer = ({ set_at: _, begun: __, failed_runs: ___, ...mail }: ViewMail) => ({
  ...mail,
  on: mail.on ?? null,
  next_at: mail.next_at ?? null,
  stopped: mail.stopped ?? null,
  last: mail.last ?? null,
});

export async function listViews(
  { savedViews, canMail }: OperatorPorts,
  { values, viewer }: OperatorCall<{ readonly screen?: ViewScreen | undefined }>,
) {
  const views = await savedViews.list(viewer.id);
  const { screen } = values;
  return {
    can_mail: canMail && viewer.kind === 'person',
    views: views.filter((view) => screen === undefined || view.screen === screen).map(viewAnswer),
  };
}

export async function saveView(
  { savedViews, newId }: OperatorPorts,
  { body, viewer, now }: OperatorCall<object, SaveViewBody>,
) {
  const { screen, name, query } = body;
  const mine = await savedViews.list(viewer.id);
  if (mine.length >= MAX_VIEWS && !mine.some((view) => view.screen === screen && view.name === name))
    throw conflict(`You have ${MAX_VIEWS} saved views. Delete one first.`);
  const view = { id: newId(), owner: viewer.id, screen, name, query, saved_at: now };
  return viewAnswer(await savedViews.save(view));
}

export async function deleteView(
  { savedViews }: OperatorPorts,
  { values, viewer }: OperatorCall<{ readonly id: string }>,
) {
  if (!(await savedViews.remove(viewer.id, values.id))) throw noSuch(MINE, 'id');
  return { id: values.id, deleted: true };
}

/** Has a view mailed from now on, or in another way. */
export async function mailView(
  { savedViews, canMail }: OperatorPorts,
  { values, body, viewer, now, audit }: OperatorCall<{ readonly id: string }, MailViewBody>,
) {
  const { every, on = 1, hour, zone, to } = body;
  // Who left must not be mailed to any more. Nobody knows when a key's owner leaves.
  if (viewer.kind !== 'person')
    throw conflict('Only a person can have a view mailed. Sign in to the console.');
  if (!canMail) throw conflict("Leadkeep can't send e-mail: SMTP_URL isn't set.");
  if (every === 'week' && on > 7)
    throw invalidField('on', 'a whole number from 1 to 7, from Monday to Sunday');
  const view = (await savedViews.list(viewer.id)).find(({ id }) => id === values.id);
  if (!view) throw noSuch(MINE, 'id');
  if (view.screen !== 'reports') throw conflict('Only views of reports can be mailed.');
  const schedule = { every, hour, zone, ...(every === 'day' ? {} : { on }) };
  const mail = { ...schedule, to, set_at: now, next_at: nextRun(schedule, now), failed_runs: 0, refused: [] };
  const act = { action: 'view.mail', on: { kind: 'view', ids: [view.id] } } as const;
  const stored = await audited(audit, { ...act, after: { every, receivers: to.length } }, () =>
    savedViews.setMail(viewer.id, view.id, mail),
  );
  if (!stored) throw noSuch(MINE, 'id');
  return viewAnswer(stored);
}

export async function endViewMail(
  { savedViews }: OperatorPorts,
  { values, viewer, audit }: OperatorCall<{ readonly id: string }>,
) {
  const act = { action: 'view.mail_end', on: { kind: 'view', ids: [values.id] } } as const;
  const stored = await audited(
    audit,
    act,
    () => savedViews.setMail(viewer.id, values.id, null),
    (changed) => ({ result: changed ? 'done' : 'nothing' }),
  );
  if (!stored) throw noSuch(MINE, 'id');
  return viewAnswer(stored);
}

const MINE = 'saved view of yours with this id';
