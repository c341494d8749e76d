import type { VitalsReport } from "./vitals";

type Metric = VitalsReport["metrics"][number];

/** What a report may hold at once; see `vitalsSchema`. */
const MOST = 25;

/**
 * Keeps what is found of a page until it is left, the latest value of each, and sends each once: what
 * moves after that is not told, so that no page counts twice.
 */
export function openVitalsReport(send: (body: string) => void) {
  const latestMetrics = new Map<string, Metric>();
  const sentIds = new Set<string>();
  return {
    /** @param id names the metric of one visit of one page. */
    found: (id: string, metric: Metric): void => {
      if (!sentIds.has(id)) latestMetrics.set(id, metric);
    },
    /** To be called when the page is being left, or hidden. */
    send: (about: { device: string; connection: string | undefined }): void => {
      const metrics = [...latestMetrics.values()];
      for (const id of latestMetrics.keys()) sentIds.add(id);
      latestMetrics.clear();
      for (let from = 0; from < metrics.length; from += MOST)
        send(JSON.stringify({ ...about, metrics: metrics.slice(from, from + MOST) }));
    },
  };
}
