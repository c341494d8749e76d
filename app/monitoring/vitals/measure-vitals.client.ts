import { type MetricType, onCLS, onFCP, onINP, onLCP, onTTFB } from "web-vitals";
import { VITALS_PATH } from "../measure-paths";
import { measuredPage } from "./measured-pages";
import { openVitalsReport } from "./vitals-report";

/** A screen as wide as that is a tablet's, where fingers point at it. */
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
 * Measures this page by Google's library, and reports once it is left. To be called when the page is
 * idle: what came before, the browser has kept for whoever asks.
 */
export function measureVitals(): void {
  // The library takes it for granted.
  if (!Reflect.has(Array.prototype, "at")) return;
  const [navigation] = performance.getEntriesByType("navigation");
  // The page may have led to another meanwhile.
  const landingUrl = navigation?.name ?? location.href;
  const report = openVitalsReport((body) => {
    navigator.sendBeacon(VITALS_PATH, new Blob([body], { type: "application/json" }));
  });
  const recordMetric = ({ id, name, value, navigationURL, navigationType }: MetricType) => {
    // Where no document was asked for, nothing had to arrive.
    if (name === "TTFB" && navigationType === "soft-navigation") return;
    const page = measuredPage(new URL(navigationURL ?? landingUrl, location.href).pathname);
    if (page) report.found(id, { name, value, page });
  };
  const options = { reportSoftNavs: true };
  for (const on of [onCLS, onFCP, onINP, onLCP, onTTFB]) on(recordMetric, options);
  const leave = () => report.send({ device: device(), connection: connection() });
  // The last that a phone tells a page that it then ends; after the library's own, which finds there too.
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "hidden") queueMicrotask(leave);
  });
  window.addEventListener("pagehide", () => queueMicrotask(leave));
}
