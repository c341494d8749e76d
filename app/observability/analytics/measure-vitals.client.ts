import { type MetricType, onCLS, onFCP, onINP, onLCP, onTTFB } from "web-vitals";
import { VITALS_PATH } from "../monitoring-paths";
import { measuredPage } from "./measured-pages";
import type { VitalsReport } from "./vitals.server";

const TABLET_PX = 600;

function device() {
  if (!matchMedia("(pointer: coarse)").matches) return "computer";
  return Math.min(screen.width, screen.height) < TABLET_PX ? "phone" : "tablet";
}

function connection(): string | undefined {
  const network: unknown = Reflect.get(navigator, "connection");
  const type: unknown = network instanceof EventTarget ? Reflect.get(network, "effectiveType") : "";
  return typeof type === "string" ? type : undefined;
}

/**
 * Measures this page with Google's web-vitals and reports when it is left. Call when the page is idle:
 * the browser buffers earlier entries.
 */
export function measureVitals(): void {
  // web-vitals needs it.
  if (!Reflect.has(Array.prototype, "at")) return;
  const [navigation] = performance.getEntriesByType("navigation");
  // The visitor may have navigated within the app meanwhile.
  const landingUrl = navigation?.name ?? location.href;
  const report = createVitalsReport((body) => {
    navigator.sendBeacon(VITALS_PATH, new Blob([body], { type: "application/json" }));
  });
  const recordMetric = ({ id, name, value, navigationURL, navigationType }: MetricType) => {
    // A soft navigation requests no document.
    if (name === "TTFB" && navigationType === "soft-navigation") return;
    const page = measuredPage(new URL(navigationURL ?? landingUrl, location.href).pathname);
    if (page) report.found(id, { name, value, page });
  };
  const options = { reportSoftNavs: true };
  for (const observe of [onCLS, onFCP, onINP, onLCP, onTTFB]) observe(recordMetric, options);
  const sendReport = () => report.send({ device: device(), connection: connection() });
  // The last event on phones; queued to run after the library's own listener, which adds final values.
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "hidden") queueMicrotask(sendReport);
  });
  window.addEventListener("pagehide", () => queueMicrotask(sendReport));
}

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
