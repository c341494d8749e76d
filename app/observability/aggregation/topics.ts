import { COARSE_ROLLUP, DAILY_ROLLUP, FINE_ROLLUP, type RollupPlan } from "../figures/time-slots";
import { UPLOADS } from "../uploads/upload-health";
import { VITALS, VITALS_BY_DEVICE, VITALS_BY_PAGE, vitalsViews } from "../vitals/vitals";

/** Measurements of one kind, by their most detailed keys. */
export const BUFFERED_TOPICS = [VITALS, UPLOADS] as const;
export type BufferedTopic = (typeof BUFFERED_TOPICS)[number];

/** The topics a measurement is added to, and its key in each. */
export function aggregateKeys(kind: BufferedTopic, key: string): { topic: string; key: string }[] {
  return kind === VITALS ? vitalsViews(key) : [{ topic: UPLOADS, key }];
}

/** The periods in which a topic is aggregated. */
export function rollupPlanOf(topic: string): RollupPlan {
  if (topic === VITALS || topic === UPLOADS) return FINE_ROLLUP;
  return topic === VITALS_BY_DEVICE || topic === VITALS_BY_PAGE ? COARSE_ROLLUP : DAILY_ROLLUP;
}
