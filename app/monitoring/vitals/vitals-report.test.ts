import { expect, test } from "vitest";
import { openVitalsReport } from "./vitals-report";

const ABOUT = { device: "phone", connection: "3g" };

function opened() {
  const sent: unknown[] = [];
  return { sent, report: openVitalsReport((body) => sent.push(JSON.parse(body))) };
}

test("the latest value of each metric is told once, when the page is left", () => {
  const { sent, report } = opened();
  report.found("1", { name: "CLS", value: 0.1, page: "/submit" });
  report.found("1", { name: "CLS", value: 0.2, page: "/submit" });
  report.found("2", { name: "LCP", value: 900, page: "/submit" });
  expect(sent).toEqual([]);
  report.send(ABOUT);
  report.found("1", { name: "CLS", value: 0.9, page: "/submit" });
  report.send(ABOUT);
  expect(sent).toEqual([
    {
      ...ABOUT,
      metrics: [
        { name: "CLS", value: 0.2, page: "/submit" },
        { name: "LCP", value: 900, page: "/submit" },
      ],
    },
  ]);
});

test("a page of which nothing was found says nothing", () => {
  const { sent, report } = opened();
  report.send(ABOUT);
  expect(sent).toEqual([]);
});
