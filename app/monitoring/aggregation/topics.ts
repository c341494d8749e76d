import { COARSE_ROLLUP, DAILY_ROLLUP, FINE_ROLLUP, type RollupPlan } from "../figures/time-slots";
import { UPLOADS } from "../uploads/upload-health";
import { VITALS, VITALS_BY_DEVICE, VITALS_BY_PAGE, vitalsViews } from "../vitals/vitals";

/** What a worker gathers: measurements of one kind, by the most exact keys they have. */
export const BUFFERED_TOPICS = [VITALS, UPLOADS] as const;
export type BufferedTopic = (typeof BUFFERED_TOPICS)[number];

/** Where each measurement of a batch is added up: the topics that staff look at, and the key in each. */
export function aggregateKeys(kind: BufferedTopic, key: string): { topic: string; key: string }[] {
  return kind === VITALS ? vitalsViews(key) : [{ topic: UPLOADS, key }];
}

/** In which periods a topic is added up. */
export function rollupPlanOf(topic: string): RollupPlan {
  if (topic === VITALS || topic === UPLOADS) return FINE_ROLLUP;
  return topic === VITALS_BY_DEVICE || topic === VITALS_BY_PAGE ? COARSE_ROLLUP : DAILY_ROLLUP;
}
