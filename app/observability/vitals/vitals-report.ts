import type { VitalsReport } from "./vitals";

type Metric = VitalsReport["metrics"][number];

/** Per report; see `vitalsSchema`. */
const MAX_METRICS = 25;

/**
 * Collects the latest value of each metric and sends it once when the page is left; later changes are
 * ignored, so that no page counts twice.
 */
export function createVitalsReport(send: (body: string) => void) {
  const latestMetrics = new Map<string, Metric>();
  const sentIds = new Set<string>();
  return {
    /** @param id of the metric in one page view. */
    found: (id: string, metric: Metric): void => {
      if (!sentIds.has(id)) latestMetrics.set(id, metric);
    },
    /** Call when the page is left or hidden. */
    send: (client: { device: string; connection: string | undefined }): void => {
      const metrics = [...latestMetrics.values()];
      for (const id of latestMetrics.keys()) sentIds.add(id);
      latestMetrics.clear();
      for (let start = 0; start < metrics.length; start += MAX_METRICS)
        send(JSON.stringify({ ...client, metrics: metrics.slice(start, start + MAX_METRICS) }));
    },
  };
}
