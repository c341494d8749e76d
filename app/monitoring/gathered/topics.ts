import { COARSE, DAILY, FINE, type Plan } from "../figures/time-slots";
import { UPLOADS } from "../uploads/upload-health";
import { VITALS, VITALS_BY_DEVICE, VITALS_BY_PAGE, vitalsViews } from "../vitals/vitals";

/** What a worker gathers: measurements of one kind, by the most exact keys they have. */
export const GATHERED = [VITALS, UPLOADS] as const;
export type Gathered = (typeof GATHERED)[number];

/** Where each measurement of a batch is added up: the topics that staff look at, and the key in each. */
export function viewsOf(kind: Gathered, key: string): { topic: string; key: string }[] {
  return kind === VITALS ? vitalsViews(key) : [{ topic: UPLOADS, key }];
}

/** In which periods a topic is added up. */
export function planOf(topic: string): Plan {
  if (topic === VITALS || topic === UPLOADS) return FINE;
  return topic === VITALS_BY_DEVICE || topic === VITALS_BY_PAGE ? COARSE : DAILY;
}
