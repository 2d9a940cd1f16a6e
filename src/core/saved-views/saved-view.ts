import type { ViewMail } from './view-mail.js';

/** The screens of the console that have an address with filters. */
export const VIEW_SCREENS = [
  'reports',
  'leads',
  'offers',
  'buyers',
  'partners',
  'affiliates',
  'campaigns',
  'caps',
] as const;
export type ViewScreen = (typeof VIEW_SCREENS)[number];

/** What somebody sees on a screen, under a name of their own. */
export interface SavedView {
  readonly id: string;
  /** The id of the person or key that it is for. Nobody else sees it. */
  readonly owner: string;
  readonly screen: ViewScreen;
  readonly name: string;
  /** What stands after the `?` of the screen's address. It names no person. */
  readonly query: string;
  readonly saved_at: Date;
  /** Absent: nobody has it mailed. */
  readonly mail?: ViewMail;
}

/** A list that nobody has to search. */
export const MAX_VIEWS = 100;
export const MAX_VIEW_NAME = 60;
export const MAX_VIEW_QUERY = 2_000;
